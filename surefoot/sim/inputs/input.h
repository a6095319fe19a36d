#pragma once

/// What may enter a run from outside, always by name: names survive edits of the world.

#include <memory>
#include <string>
#include <variant>

#include "surefoot/base/bytes.h"
#include "surefoot/math/spatial.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::sim {

/// Holds until the next command for the same axis.
struct JointCommand {
  std::string joint;
  int axis = 0;
  physics::ControlMode mode = physics::ControlMode::kNone;
  double target = 0.0;
};

/// A wrench at the link's origin for a number of steps; negative: until replaced. A link has one:
/// a new one replaces it, zero steps removes it.
struct LinkWrench {
  std::string link;
  Wrench F_L_W;
  std::int64_t steps = 1;
};

struct GravityChange {
  Vector3d gravity_W = Vector3d::Zero();
};

/// Moves a whole model, joints as they are and at rest; afterwards it moves as one with V_WM_W, the
/// velocity of its frame.
struct Teleport {
  std::string model;
  RigidTransform X_WM;
  Twist V_WM_W = {};
};

/// Sets a joint coordinate; its velocity becomes zero.
struct JointReset {
  std::string joint;
  int axis = 0;
  double position = 0.0;
};

struct Spawn {
  world::ModelInstance instance;
  /// What its surfaces are made of; the world's own grounds of these names stay.
  std::vector<world::GroundMaterial> grounds = {};
  /// The description itself where it came as text and not as a file.
  std::string text = {};
};

struct Remove {
  std::string model;
  /// Under this name it is kept, to be put back; empty: it is gone.
  std::string keep_as = {};
};

/// Puts back what was removed and kept: the same model, name, pose and joint positions, at rest.
struct PutBack {
  std::string kept_as;
};

/// The model once more, as it is described now, under another name and with joints as they are.
struct Duplicate {
  std::string model;
  std::string name;
  RigidTransform X_WM;
};

/// Changes a number or choice of the description (property.h).
struct PropertyChange {
  /// A model; empty for grounds and the world.
  std::string entity;
  /// "", "link:NAME", "joint:NAME", "sensor:NAME", "ground:NAME"; all are changed alike.
  std::vector<std::string> parts;
  std::string property;
  std::vector<double> values;
  /// Of a choice.
  std::string text;
  /// Those that a choice names and the world lacks.
  std::vector<world::GroundMaterial> grounds = {};
};

/// Holds two links together as they are now ("model::link").
struct Attach {
  std::string name;
  std::string link_a;
  std::string link_b;
};

struct Detach {
  std::string name;
};

/// Changes a light of the world, or of a model ("model::light"). Negative intensity, color: as it
/// is.
struct LightChange {
  std::string name;
  bool on = true;
  double intensity = -1.0;
  Vector3d color = Vector3d::Constant(-1.0);
};

/// Drives a joint's motor to a position, smoothly, in so many seconds; it holds it from there on.
struct JointMotion {
  std::string joint;
  int axis = 0;
  double position = 0.0;
  double seconds = 0.0;
};

/// Takes a model to a place, evenly speeding up and slowing down, and pushes what is in its way; 0
/// s: at once. `check`: an error, or the end of the way, where it would run into another model.
struct Move {
  std::string model;
  RigidTransform X_WM;
  double seconds = 0.0;
  bool check = false;
};

/// Motors of a model without power give no effort, whatever they are told.
struct PowerChange {
  std::string model;
  bool on = true;
};

/// Fires an event of the world (docs/guides/events.md), or lets it sleep and wakes it.
struct FireEvent {
  std::string event;
  /// The model that it is about; may be empty. The order, or the command.
  std::string subject = {};
  /// "fire", "enable" or "disable"; "referee": an order to it; "do": a command that has no input of
  /// its own ("light lamp toggle").
  std::string action = "fire";
};

/// Every model back to its start, at rest, with the commands, attachments, lights and gravity of
/// the start. Time goes on, and what was spawned stays.
struct StateReset {};

/// A message on a topic of the run's graph: a command to a drive.
struct TopicMessage {
  std::string topic;
  /// "geometry_msgs/msg/Twist".
  std::string type;
  Bytes cdr;
  /// The same, decoded, where the sender has it. Not part of recordings.
  std::shared_ptr<const void> message = nullptr;
};

using Input = std::variant<JointCommand, LinkWrench, GravityChange, Teleport, JointReset, Spawn,
                           Remove, PutBack, Duplicate, PropertyChange, Attach, Detach, LightChange,
                           StateReset, TopicMessage, JointMotion, Move, PowerChange, FireEvent>;

/// One line for logs and recordings, e.g. "command husky::front_left_wheel velocity 3".
std::string Describe(const Input& input);

/// "effort", "velocity", "position" or "none".
const char* ControlModeName(physics::ControlMode mode);

}  // namespace surefoot::sim
