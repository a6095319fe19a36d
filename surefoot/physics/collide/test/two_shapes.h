#pragma once

/// Two shapes and their contact points, for tests of the finder.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/physics/collide/contact_finder.h"
#include "surefoot/world/world.h"

namespace surefoot::collide {

inline std::shared_ptr<const world::Model> OneShape(const std::string& name,
                                                    const world::Geometry& shape, bool is_static) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = is_static;
  model->links.emplace_back();
  model->links[0].name = "link";
  model->links[0].inertia.mass = 1.0;
  model->links[0].inertia.I_BBcm_B = Matrix3d::Identity();
  model->links[0].collisions.emplace_back();
  model->links[0].collisions[0].name = "shape";
  model->links[0].collisions[0].geometry = shape;
  return model;
}

/// Shape a is static at the origin, or movable; b has any pose.
class TwoShapes {
 public:
  TwoShapes(const world::Geometry& a, const world::Geometry& b, bool a_is_static = true,
            const RigidTransform& X_WA = {}) {
    world::WorldSpec spec;
    spec.models.push_back({"a", X_WA, OneShape("a", a, a_is_static)});
    spec.models.push_back({"b", {}, OneShape("b", b, false)});
    Problems problems;
    auto world = world::MakeWorld(spec, &problems);
    EXPECT_TRUE(world.ok());
    physics::BackendArgs args;
    args.world = world.value();
    args.models = {0, 1};
    state_ = physics::MakeInitialState(*args.world);
    auto finder = MakeContactFinder(args);
    EXPECT_TRUE(finder.ok());
    finder_ = std::move(finder).value();
  }

  const std::vector<TouchPoint>& At(const RigidTransform& X_WB) {
    state_.X_WL[1] = X_WB;
    return finder_->Find(state_);
  }
  const std::vector<TouchPoint>& At(const Vector3d& p_WB) { return At(RigidTransform(p_WB)); }

 private:
  physics::State state_;
  std::unique_ptr<ContactFinder> finder_;
};

inline double Deepest(const std::vector<TouchPoint>& points) {
  double max = -1.0;
  for (const TouchPoint& point : points) max = std::max(max, point.depth);
  return max;
}

/// Spread of the points seen along z, as the smaller of its two half widths: roughly how far the
/// centre of a load may move before the body tips over.
inline double HalfWidth(const std::vector<TouchPoint>& points, const Vector3d& direction) {
  double low = 1e300;
  double high = -1e300;
  for (const TouchPoint& point : points) {
    low = std::min(low, direction.dot(point.p_WC));
    high = std::max(high, direction.dot(point.p_WC));
  }
  return points.empty() ? -1.0 : 0.5 * (high - low);
}

inline const Quaterniond kOnItsSide = QuaternionFromRpy(0.5 * M_PI, 0.0, 0.0);

}  // namespace surefoot::collide
