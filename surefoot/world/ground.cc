#include "surefoot/world/ground.h"

// Names of the contact models, as they are written in files and options.

namespace surefoot::world {

const char* WheelContactName(WheelContact contact) {
  return kWheelContactNames[static_cast<int>(contact)];
}

std::optional<WheelContact> ParseWheelContact(const std::string& name) {
  for (const auto contact : {WheelContact::kEngine, WheelContact::kTyre, WheelContact::kSoil}) {
    if (name == WheelContactName(contact)) return contact;
  }
  return std::nullopt;
}

}  // namespace surefoot::world
