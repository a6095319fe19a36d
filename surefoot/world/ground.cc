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

std::optional<WheelContact> ParseWheelContact(const std::string& name) {
  for (const auto contact : {WheelContact::kEngine, WheelContact::kTyre, WheelContact::kSoil}) {
    if (name == WheelContactName(contact)) return contact;
  }
  return std::nullopt;
}

}  // namespace surefoot::world
