#pragma once

/// The interface of all drives: they convert commands to motor commands. How to add one:
/// docs/development/adding_a_drive.md.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/registry.h"
#include "surefoot/base/time.h"
#include "surefoot/graph/graph.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::drives {

/// What a drive may read. By convention it reads only what a real controller could measure:
/// positions, velocities and efforts of its own joints, not the pose of the robot. The exception
/// has it in its name: <true_speed_control> (wheels/speed_control.h).
struct DriveView {
  const world::World& world;
  const physics::State& state;
  SimTimeNs time_ns = 0;
  /// Length of a step in seconds.
  double step = 0.001;
};

/// State of a joint: rad or m, and derivatives by seconds.
struct JointMotion {
  double position = 0.0;
  double velocity = 0.0;
  double acceleration = 0.0;
};

/// Messages that a drive rejected as invalid, for diagnostics.
struct RefusedMessages {
  std::uint64_t count = 0;
  /// Why the last one was rejected.
  std::string last;
};

/// A trajectory that a drive follows, as action servers see it. Joints are in the drive's order.
class TrajectoryFollower {
 public:
  /// How far joints may be from the trajectory; 0: not checked. Units of the joint.
  struct Tolerance {
    double position = 0.0;
    double velocity = 0.0;
    double acceleration = 0.0;
  };

  virtual ~TrajectoryFollower() = default;
  virtual std::vector<std::string> JointNames() const = 0;
  /// Whether the position of a joint has no limits, so that errors are below half a turn.
  virtual bool TurnsFreely(std::size_t joint) const = 0;
  virtual JointMotion Desired(std::size_t joint, SimTimeNs time_ns) const = 0;
  virtual JointMotion Actual(std::size_t joint, const DriveView& view) const = 0;
  /// Time of the last point, also of a trajectory that begins later.
  virtual SimTimeNs end_ns() const = 0;
  /// Defaults for goals that state none: on the path, at its end, and the time (s) after the end
  /// until the joints must be within the latter; 0: no limit.
  virtual Tolerance PathTolerance(std::size_t joint) const = 0;
  virtual Tolerance GoalTolerance(std::size_t joint) const = 0;
  virtual double goal_time() const = 0;
};

/// A running drive. All calls come from the thread that steps. DriveSet calls Update before each
/// step and Publish after it.
class Drive {
 public:
  virtual ~Drive() = default;

  /// Velocity coordinates (indices into Inputs::motors) that it commands.
  virtual const std::vector<int>& axes() const = 0;

  /// Whether a command was accepted since the last call. The drive then takes its joints back from
  /// direct joint commands.
  virtual bool TakeNewCommand() = 0;

  /// Called before each step while the drive controls its joints: writes the motors of its axes.
  virtual void Update(const DriveView& view, physics::Inputs* inputs) = 0;

  /// Called after each step, also while the drive does not control its joints: publishes odometry
  /// and joint states when they are due.
  virtual void Publish(const DriveView& view, graph::Graph* graph) = 0;

  virtual RefusedMessages refused() const { return {}; }

  /// What the drive commands at the axis with this index into axes(): wheels are driven by speed.
  virtual physics::ControlMode CommandMode(std::size_t /*i*/) const {
    return physics::ControlMode::kVelocity;
  }
  /// Called between two steps when the drive becomes active as a controller: earlier commands are
  /// void, and the motion begins where the joints are.
  virtual void OnActivate(const DriveView& /*view*/) {}
  /// nullptr if the drive does not follow trajectories.
  virtual const TrajectoryFollower* trajectory() const { return nullptr; }

  /// Saves or restores everything that later steps depend on.
  virtual void Archive(StateArchive* archive) = 0;
};

/// What the constructor of a drive gets. World and graph outlive the drive; the rest does not.
struct DriveArgs {
  const world::World& world;
  /// World id of the model.
  int model = 0;
  /// "/husky".
  std::string scope;
  /// Prefix of frame names: "husky/".
  std::string frame_prefix;
  /// The <surefoot:drive> element.
  const world::ElementReader& element;
  /// To subscribe to commands and to advertise what it publishes.
  graph::Graph* graph;
  std::uint64_t seed = 0;
  /// Whether the drive accepts commands now; outlives the drive. nullptr: always.
  const bool* accepts = nullptr;
};

/// Creates a drive. Reports errors through args.element and returns nullptr after one.
using DriveMaker = std::function<std::unique_ptr<Drive>(const DriveArgs& args)>;

/// A registry entry: a kind of drive.
struct DriveKind {
  std::string help;
  /// "geometry_msgs/msg/Twist on cmd_vel", for `surefoot info`.
  std::string takes;
  std::string gives;
  /// The type of controller in ros2_control that it corresponds to; empty: none.
  std::string controller;
  DriveMaker make;
};

/// By the `type` of the element.
using DriveRegistry = Registry<DriveKind>;

/// All drives of the build (register.cc).
DriveRegistry BuiltinDrives();

}  // namespace surefoot::drives
