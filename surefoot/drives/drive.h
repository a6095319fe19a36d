#pragma once

/// What every drive is to the step loop: it turns commands into what motors are told.

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

/// What a drive may look at: joint sensors of the real thing, so positions, velocities and efforts
/// of its own joints; nothing of where the robot is. What looks at the true state all the same says
/// so in its name: <true_speed_control> (wheels/speed_control.h).
struct DriveView {
  const world::World& world;
  const physics::State& state;
  SimTimeNs time_ns = 0;
  /// Length of a step in seconds.
  double step = 0.001;
};

/// Messages that a drive ignored because they made no sense.
struct RefusedMessages {
  std::uint64_t count = 0;
  /// What was wrong with the last one.
  std::string last;
};

/// A running drive.
class Drive {
 public:
  virtual ~Drive() = default;

  /// Velocity coordinates (indices into Inputs::motors) that it commands.
  virtual const std::vector<int>& axes() const = 0;

  /// True when a command has come in since the last call. The drive then takes its joints over from
  /// direct joint commands.
  virtual bool TakeNewCommand() = 0;

  /// Before each step, while the drive has its joints: writes the motors of its axes.
  virtual void Update(const DriveView& view, physics::Inputs* inputs) = 0;

  /// After each step, also while it has not: odometry, joint states. Publishes when due.
  virtual void Publish(const DriveView& view, graph::Graph* graph) = 0;

  virtual RefusedMessages refused() const { return {}; }

  /// Saves or restores all that its future depends on.
  virtual void Archive(StateArchive* archive) = 0;
};

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
};

/// Reports what is wrong through args.element; nullptr after an error.
using DriveMaker = std::function<std::unique_ptr<Drive>(const DriveArgs& args)>;

/// A registry entry: a kind of drive.
struct DriveKind {
  std::string help;
  /// "geometry_msgs/msg/Twist on cmd_vel", for `surefoot info`.
  std::string takes;
  std::string gives;
  DriveMaker make;
};

/// By the `type` of the element.
using DriveRegistry = Registry<DriveKind>;

/// All drives of the build (register.cc).
DriveRegistry BuiltinDrives();

}  // namespace surefoot::drives
