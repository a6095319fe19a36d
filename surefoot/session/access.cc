#include "surefoot/session/access.h"

namespace surefoot {

const char* UiAbilityName(UiAbility ability) {
  switch (ability) {
    case UiAbility::kVisualize:
      return "visualize";
    case UiAbility::kStart:
      return "start";
    case UiAbility::kStop:
      return "stop";
    case UiAbility::kStep:
      return "step";
    case UiAbility::kAddModels:
      return "add models";
  }
  return "";
}

}  // namespace surefoot
