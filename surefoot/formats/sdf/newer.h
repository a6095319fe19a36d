#pragma once

#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// The element that stands for <inertial auto="true">: the inertia comes from the shapes, with
/// their density in kg/m3.
constexpr const char* kAutoInertia = "surefoot:auto_inertia";

/// Says what SDF after 1.9 has added in a way that libsdformat 12 passes on: it drops attributes
/// that it does not know.
void TranslateNewer(SdfNode* node);

}  // namespace surefoot::formats
