#pragma once

/// A robot of worlds/ that is commanded to walk.

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "surefoot/math/decompose.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/session.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {

/// Radius about a link's origin that contains its shapes (m).
inline double Reach(const world::Link& link) {
  double reach = 0.0;
  const auto add = [&](const world::Geometry& geometry, const RigidTransform& X_LG) {
    Vector3d far = Vector3d::Zero();
    for (int i = 0; i < 3; ++i) {
      for (const double way : {-1.0, 1.0}) {
        const Vector3d axis = way * Vector3d::Unit(i);
        const RigidTransform down(RotationBetween(axis, -Vector3d::UnitZ()), Vector3d::Zero());
        far[i] = std::max(far[i], -world::LowestZ(geometry, down * X_LG));
      }
    }
    reach = std::max(reach, far.norm());
  };
  for (const world::Collision& shape : link.collisions) add(shape.geometry, shape.X_LG);
  for (const world::Visual& shape : link.visuals) add(shape.geometry, shape.X_LG);
  return reach;
}

/// Tests of one robot on every engine, in the world with the robot's name.
class LegsTest : public EngineTest {
 protected:
  void Open(const std::string& robot) {
    SessionOptions options;
    options.engine = engine();
    const std::string file = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/" + robot + ".sdf";
    auto opened = Session::Open(parts_, file, options);
    SUREFOOT_CHECK(opened.ok(), opened.ok() ? "" : opened.error().message);
    session_ = std::move(opened).value();
    robot_ = robot;
    base_ = session_->world().layout(session_->world().FindModel(robot)).links.first;
  }

  Session& session() { return *session_; }
  const RigidTransform& pose() const {
    return session_->simulation().state().X_WL[static_cast<std::size_t>(base_)];
  }
  double tilt() const {
    return std::acos(std::clamp((pose().q * Vector3d::UnitZ()).z(), -1.0, 1.0));
  }

  /// Result of a walk: mean velocities in the robot's own axes (m/s, rad/s), and the largest
  /// tilt (rad).
  struct Walk {
    double ahead = 0.0;
    double left = 0.0;
    double turn = 0.0;
    double tilt = 0.0;
  };
  /// Sends the command 20 times a second.
  Walk Go(double x, double y, double turn, double seconds) {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = x;
    twist.linear.y = y;
    twist.angular.z = turn;
    Walk walk;
    const auto steps = std::llround(seconds / session_->simulation().step_size());
    for (long long i = 0; i < steps; ++i) {
      if (i % 50 == 0) Must(session_->Publish("/" + robot_ + "/cmd_vel", twist));
      Must(session_->Step());
      const Twist& V = session_->simulation().state().V_WL_W[static_cast<std::size_t>(base_)];
      const Vector3d x_W = pose().q * Vector3d::UnitX();
      const double yaw = std::atan2(x_W.y(), x_W.x());
      const double share = 1.0 / static_cast<double>(steps);
      walk.ahead += share * (std::cos(yaw) * V.v.x() + std::sin(yaw) * V.v.y());
      walk.left += share * (std::cos(yaw) * V.v.y() - std::sin(yaw) * V.v.x());
      walk.turn += share * V.w.z();
      walk.tilt = std::max(walk.tilt, tilt());
    }
    return walk;
  }

  /// The mean of its links' positions.
  Vector3d Middle() const {
    const world::Range links = session_->world().layout(session_->world().FindModel(robot_)).links;
    Vector3d sum = Vector3d::Zero();
    for (int link = links.first; link < links.end(); ++link) {
      sum += session_->simulation().state().X_WL[static_cast<std::size_t>(link)].p;
    }
    return sum / links.count;
  }

  /// Largest displacement (m) of any point of its links within some seconds; a rotation counts
  /// with the radius of the link.
  double MaxMotion(double seconds) {
    const auto& world = session_->world();
    const world::Range links = world.layout(world.FindModel(robot_)).links;
    const std::vector<RigidTransform> start = session_->simulation().state().X_WL;
    std::vector<double> reaches;
    for (const world::Link& link : world.model(world.FindModel(robot_)).links) {
      reaches.push_back(Reach(link));
    }
    double max = 0.0;
    const auto steps = std::llround(seconds / session_->simulation().step_size());
    for (long long i = 0; i < steps; ++i) {
      Must(session_->Step());
      for (int link = links.first; link < links.end(); ++link) {
        const auto k = static_cast<std::size_t>(link);
        const RigidTransform& now = session_->simulation().state().X_WL[k];
        const double reach = reaches[static_cast<std::size_t>(link - links.first)];
        max =
            std::max(max, (now.p - start[k].p).norm() + reach * now.q.angularDistance(start[k].q));
      }
    }
    return max;
  }

 private:
  Parts parts_ = BuiltinParts();
  std::unique_ptr<Session> session_;
  std::string robot_;
  int base_ = 0;
};

}  // namespace surefoot::conformance
