#pragma once

/// A robot of worlds/ that is told to walk.

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/session.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {

/// Tests on every engine, of one robot in a world of its name.
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

  /// What a walk came to: means in the robot's own axes, and the largest tilt.
  struct Walk {
    double ahead = 0.0;
    double left = 0.0;
    double turn = 0.0;
    double tilt = 0.0;
  };
  /// Twenty messages a second.
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

  /// The largest way of any of its links from where they were, in m, over some seconds.
  double MostMotion(double seconds) {
    const auto& world = session_->world();
    const world::Range links = world.layout(world.FindModel(robot_)).links;
    const std::vector<RigidTransform> start = session_->simulation().state().X_WL;
    double most = 0.0;
    const auto steps = std::llround(seconds / session_->simulation().step_size());
    for (long long i = 0; i < steps; ++i) {
      Must(session_->Step());
      for (int link = links.first; link < links.end(); ++link) {
        const auto k = static_cast<std::size_t>(link);
        const Vector3d way = session_->simulation().state().X_WL[k].p - start[k].p;
        most = std::max(most, way.norm());
      }
    }
    return most;
  }

 private:
  Parts parts_ = BuiltinParts();
  std::unique_ptr<Session> session_;
  std::string robot_;
  int base_ = 0;
};

}  // namespace surefoot::conformance
