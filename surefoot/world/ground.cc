#include "surefoot/world/ground.h"

namespace surefoot::world {

const char* WheelContactName(WheelContact contact) {
  switch (contact) {
    case WheelContact::kTyre:
      return "tyre";
    case WheelContact::kSoil:
      return "soil";
    case WheelContact::kEngine:
      break;
  }
  return "engine";
}

}  // namespace surefoot::world
