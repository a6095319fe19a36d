#pragma once

#include <memory>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/physics/collide/contact_finder.h"
#include "surefoot/physics/collide/convex.h"
#include "surefoot/physics/collide/surface.h"

namespace surefoot::collide {

enum class BodyKind { kConvex, kPlane, kSurface };

/// A shape of the finder and where it hangs.
struct ShapeBody {
  BodyKind kind = BodyKind::kConvex;
  Shape shape;
  RigidTransform X_LG;
  bool is_static = false;
  std::shared_ptr<const Convex> convex;
  std::shared_ptr<const Surface> surface;
};

/// The shapes of all links of the models, in the order of World ids. Equal meshes and height fields
/// share their data.
Result<std::vector<ShapeBody>> MakeShapes(const physics::BackendArgs& args);

}  // namespace surefoot::collide
