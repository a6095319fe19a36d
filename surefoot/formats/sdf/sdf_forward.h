#pragma once

/// libsdformat's classes by name only: our headers include no third-party header.

#include <memory>

namespace ignition {
namespace math {
inline namespace v6 {
template <typename T>
class Pose3;
}
}  // namespace math
}  // namespace ignition

namespace sdf {
inline namespace v12 {
class Collision;
class Element;
class Error;
class Frame;
class Geometry;
class Joint;
class JointAxis;
class Light;
class Link;
class Model;
class Root;
class SemanticPose;
class Sensor;
class Visual;
class World;
using ElementPtr = std::shared_ptr<Element>;
}  // namespace v12
}  // namespace sdf
