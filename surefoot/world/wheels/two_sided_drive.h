#pragma once

/// The geometric parameters of a drive with a left and a right side, which a robot's controller
/// uses for its odometry, in the model's own element: <surefoot:drive type="skid_steer">.

#include <string>

#include "surefoot/world/element.h"
#include "surefoot/world/model.h"

namespace surefoot::world {

constexpr const char* kWheelSeparation = "wheel_separation";
constexpr const char* kWheelRadius = "wheel_radius";

/// Index of the element in Model::extensions; -1 when the model has no such drive.
int FindTwoSidedDrive(const Model& model);

/// The drive's value: as written, or from the model's shape; 0 when neither defines it.
double TwoSidedNumber(const Model& model, const Element& drive, const std::string& name);

void SetTwoSidedNumber(const std::string& name, double value, Element* drive);

}  // namespace surefoot::world
