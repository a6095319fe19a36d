#pragma once

/// Inputs that may enter a run from outside. They refer to everything by name, because names
/// survive edits of the world. A recording contains exactly these.

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "surefoot/base/bytes.h"
#include "surefoot/math/spatial.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::sim {

/// Holds until the next command for the same axis. The unit of `target` follows from mode and joint
/// type: N m or N, rad/s or m/s, rad or m.
struct JointCommand {
  std::string joint;
  int axis = 0;
  physics::ControlMode mode = physics::ControlMode::kNone;
  double target = 0.0;
};

/// A wrench (N, N m) at the link's origin for a number of steps; negative: until replaced. A link
/// has at most one: a new one replaces it, and zero steps remove it.
struct LinkWrench {
  std::string link;
  Wrench F_L_W;
  std::int64_t steps = 1;
};

struct GravityChange {
  Vector3d gravity_W = Vector3d::Zero();
};

/// Moves a whole model, with joint positions kept and joint velocities zero; afterwards it moves as
/// a rigid body with V_WM_W, the velocity of its frame.
struct Teleport {
  std::string model;
  RigidTransform X_WM;
  Twist V_WM_W = {};
};

/// Sets a joint coordinate (rad or m); its velocity becomes zero.
struct JointReset {
  std::string joint;
  int axis = 0;
  double position = 0.0;
};

/// Adds a model.
struct Spawn {
  world::ModelInstance instance;
  /// Grounds that its surfaces are made of; the world's grounds with the same names take
  /// precedence.
  std::vector<world::GroundMaterial> grounds = {};
  /// The description itself if it came as text and not as a file.
  std::string text = {};
};

struct Remove {
  std::string model;
  /// Name under which the model is stored to be put back; empty: it is discarded.
  std::string keep_as = {};
};

/// Restores a removed and stored model: same model, name, pose and joint positions, at rest.
struct PutBack {
  std::string kept_as;
};

/// Copies a model with its present description and joint positions, under another name.
struct Duplicate {
  std::string model;
  std::string name;
  RigidTransform X_WM;
};

/// Changes a number or choice of the description (property.h).
struct PropertyChange {
  /// A model; empty for grounds and the world.
  std::string entity;
  /// "", "link:NAME", "joint:NAME", "sensor:NAME", "ground:NAME"; all get the same value.
  std::vector<std::string> parts;
  std::string property;
  std::vector<double> values;
  /// The new value of a choice.
  std::string text;
  /// Grounds that a choice refers to and that the world does not have.
  std::vector<world::GroundMaterial> grounds = {};
};

/// Attaches two links ("model::link") to each other at their present relative pose.
struct Attach {
  std::string name;
  std::string link_a;
  std::string link_b;
};

struct Detach {
  std::string name;
};

/// Changes a light of the world, or of a model ("model::light"). A negative intensity or colour
/// means unchanged.
struct LightChange {
  std::string name;
  bool on = true;
  double intensity = -1.0;
  Vector3d color = Vector3d::Constant(-1.0);
};

/// Moves a joint's motor smoothly to a position within a time (s), and holds it there.
struct JointMotion {
  std::string joint;
  int axis = 0;
  double position = 0.0;
  double seconds = 0.0;
};

/// Moves a model to a pose with smooth acceleration, pushing what is in its way; 0 s: at once.
/// `check`: fail, or stop, where it would run into another model.
struct Move {
  std::string model;
  RigidTransform X_WM;
  double seconds = 0.0;
  bool check = false;
};

/// Motors of a model without power produce no effort, whatever their commands.
struct PowerChange {
  std::string model;
  bool on = true;
};

/// Fires an event of the world (docs/guides/events.md), or disables or enables it.
struct FireEvent {
  std::string event;
  /// The model that the event is about (may be empty), the referee's order, or the command.
  std::string subject = {};
  /// "fire", "enable" or "disable"; "referee": an order to the referee; "do": a command without an
  /// input type of its own ("light lamp toggle").
  std::string action = "fire";
};

/// Returns every model to its start, at rest, with the initial commands, attachments, lights and
/// gravity. Time continues, and spawned models stay.
struct StateReset {};

/// Life cycle of a controller of ros2_control.
enum class ControllerState : std::uint8_t { kUnloaded, kUnconfigured, kInactive, kActive };

/// Changes the states of controllers of a model, in this order and between the same two steps. The
/// joints of a controller that ends stop; the next one begins where they are.
struct ControllerChange {
  struct Entry {
    std::string name;
    ControllerState state = ControllerState::kActive;
  };
  std::string model;
  std::vector<Entry> controllers;
};

/// A message on a topic of the run's graph, e.g. a command to a drive.
struct TopicMessage {
  std::string topic;
  /// ROS name, e.g. "geometry_msgs/msg/Twist".
  std::string type;
  Bytes cdr;
  /// The same message decoded, if the sender has it. Not part of recordings.
  std::shared_ptr<const void> message = nullptr;
};

using Input =
    std::variant<JointCommand, LinkWrench, GravityChange, Teleport, JointReset, Spawn, Remove,
                 PutBack, Duplicate, PropertyChange, Attach, Detach, LightChange, StateReset,
                 TopicMessage, JointMotion, Move, PowerChange, FireEvent, ControllerChange>;

/// One line for logs and recordings, e.g. "command husky::front_left_wheel velocity 3".
std::string Describe(const Input& input);

/// "unloaded", "unconfigured", "inactive" or "active".
const char* ControllerStateName(ControllerState state);
/// std::nullopt for other names.
std::optional<ControllerState> ParseControllerState(const std::string& name);

/// "effort", "velocity", "position" or "none".
const char* ControlModeName(physics::ControlMode mode);

}  // namespace surefoot::sim
