/// Reads <actuator>. Surefoot commands joints by position, velocity or effort, so an actuator
/// becomes a control mode, an effort limit and a linear map from ctrl to the command. Apart from
/// that map, the gains of a servo only give its effort limit where the file has none.

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/formats/mjcf/build.h"
#include "surefoot/formats/mjcf/schema.h"

namespace surefoot::formats::mjcf {
namespace {

/// Effort limit of a servo without its own: the effort at which its gain meets this position error
/// (rad or m) or this speed (rad/s or m/s).
constexpr double kLargestError = 3.14159265358979323846;
constexpr double kLargestSpeed = 10.0;

/// The interval of ctrlrange or forcerange; infinite when the range does not apply.
struct Range {
  double min = -world::kInfinity;
  double max = world::kInfinity;
  double Largest() const { return std::max(std::abs(min), std::abs(max)); }
};

/// MuJoCo's rule: `limited` decides; "auto" means that a range which is written applies
/// (autolimits).
Range ReadRange(const Attributes& attributes, const char* name, const char* limited,
                const Compiler& compiler) {
  const std::vector<double> values = attributes.Numbers(name, 2, 2, true);
  const auto given = attributes.Tristate(limited);
  const bool holds = given ? *given : compiler.autolimits;
  if (values.empty() || !holds || !(values[0] < values[1])) return {};
  return {values[0], values[1]};
}

/// An actuator as an affine law, MuJoCo's actuator model without activation: force = gain * ctrl +
/// bias[0] + bias[1] * length + bias[2] * velocity, with length = gear * q. `known` is false for
/// laws that are not affine.
struct Law {
  bool known = true;
  double gain = 1.0;
  double bias[3] = {0.0, 0.0, 0.0};
};

/// <general> is affine for gaintype "fixed" and biastype "none" or "affine".
Law ReadGeneral(const Attributes& attributes) {
  Law law;
  const std::string gain = attributes.Text("gaintype", "fixed");
  const std::string bias = attributes.Text("biastype", "none");
  const std::vector<double> gains = attributes.Numbers("gainprm", 1, 20);
  const std::vector<double> biases = attributes.Numbers("biasprm", 1, 20);
  if (gain != "fixed" || (bias != "none" && bias != "affine")) law.known = false;
  if (!gains.empty()) law.gain = gains[0];
  for (std::size_t i = 0; bias == "affine" && i < std::min<std::size_t>(biases.size(), 3); ++i) {
    law.bias[i] = biases[i];
  }
  return law;
}

/// The shortcuts in terms of <general>, as in MuJoCo's XML reference. The integral and derivative
/// terms of intvelocity and pid are ignored; the target position is the same without them.
Law ReadLaw(const Attributes& attributes) {
  const std::string& kind = attributes.node().name;
  Law law;
  if (kind == "general") return ReadGeneral(attributes);
  if (kind == "motor") return law;
  if (kind == "position" || kind == "intvelocity" || kind == "pid") {
    law.gain = attributes.Number("kp", 1.0);
    law.bias[1] = -law.gain;
    return law;
  }
  if (kind == "velocity") {
    law.gain = attributes.Number("kv", 1.0);
    law.bias[2] = -law.gain;
    return law;
  }
  // A damper does nothing as long as it is not commanded.
  if (kind == "damper") law.gain = 0.0;
  law.known = kind == "damper";
  return law;
}

/// Reads the actuators of a scene in order; each becomes a Servo, possibly without effect.
class ActuatorReader {
 public:
  ActuatorReader(Reader* reader, Scene* scene, std::vector<ModelBuild>* models)
      : reader_(reader), scene_(scene), models_(models) {}

  Servo Read(const Node& node, const ScenePart& part);

 private:
  void Fill(const Attributes& attributes, const Compiler& compiler, const MjJoint& joint,
            Servo* servo);
  void LimitEffort(const Attributes& attributes, double limit, world::JointAxis* axis);
  void Keep(const Node& node, int model);
  world::Joint& JointOf(const Servo& servo) {
    return (*models_)[At(servo.model)].model.joints[At(servo.joint)];
  }

  Reader* reader_;
  Scene* scene_;
  std::vector<ModelBuild>* models_;
};

/// Keeps the element as written, in the model it acts on or else in the last one.
void ActuatorReader::Keep(const Node& node, int model) {
  if (models_->empty()) return;
  ModelBuild& build = model >= 0 ? (*models_)[At(model)] : models_->back();
  world::Element kept = mjcf::Keep(node);
  kept.name = "mujoco:actuator";
  kept.attributes.emplace_back("kind", node.name);
  build.model.extensions.push_back(std::move(kept));
}

/// Several actuators may drive one joint; the smallest limit applies.
void ActuatorReader::LimitEffort(const Attributes& attributes, double limit,
                                 world::JointAxis* axis) {
  if (std::isfinite(limit) && limit > 0.0) axis->effort = std::min(axis->effort, limit);
  if (limit == 0.0) {
    reader_->WarnOnce("zero effort", attributes.source(),
                      "the actuator's force limit is zero, so it has no effect",
                      attributes.Text("name"));
  }
}

/// The mode follows from the law: a negative bias on length is a position servo, one on velocity a
/// velocity servo, none a motor. The target is where the force vanishes: for a position servo gear
/// * q = (gain * ctrl + bias0) / -bias1.
void ActuatorReader::Fill(const Attributes& attributes, const Compiler& compiler,
                          const MjJoint& joint, Servo* servo) {
  const Law law = ReadLaw(attributes);
  if (!law.known) {
    reader_->WarnOnce(
        "actuator " + attributes.node().name, attributes.source(),
        "actuators of this kind are kept in the description, but not simulated",
        attributes.node().name,
        "simulated are motor, position, velocity, intvelocity, and general with an affine law");
    return;
  }
  const std::vector<double> gears = attributes.Numbers("gear", 1, 6);
  const double gear = gears.empty() ? 1.0 : gears[0];
  const Range ctrl = ReadRange(attributes, "ctrlrange", "ctrllimited", compiler);
  const Range force = ReadRange(attributes, "forcerange", "forcelimited", compiler);
  const double force_limit = std::abs(gear) * force.Largest();
  world::JointAxis& axis = JointOf(*servo).axes[0];
  servo->min = ctrl.min;
  servo->max = ctrl.max;
  if (gear == 0.0) return;
  if (law.bias[1] < 0.0) {
    servo->mode = world::ControlMode::kPosition;
    servo->factor = law.gain / -law.bias[1] / gear;
    servo->offset = law.bias[0] / -law.bias[1] / gear;
    const double span = std::isfinite(joint.axis.upper - joint.axis.lower)
                            ? joint.axis.upper - joint.axis.lower
                            : kLargestError;
    LimitEffort(attributes,
                std::isfinite(force_limit) ? force_limit : -law.bias[1] * gear * gear * span,
                &axis);
  } else if (law.bias[2] < 0.0) {
    servo->mode = world::ControlMode::kVelocity;
    servo->factor = law.gain / -law.bias[2] / gear;
    const double speed =
        std::isfinite(ctrl.Largest()) ? ctrl.Largest() / std::abs(gear) : kLargestSpeed;
    LimitEffort(attributes,
                std::isfinite(force_limit) ? force_limit : -law.bias[2] * gear * gear * speed,
                &axis);
  } else {
    servo->mode = world::ControlMode::kEffort;
    servo->factor = law.gain * gear;
    servo->offset = law.bias[0] * gear;
    const double max = std::abs(servo->factor) * ctrl.Largest();
    LimitEffort(attributes, std::min(std::isnan(max) ? world::kInfinity : max, force_limit), &axis);
  }
}

Servo ActuatorReader::Read(const Node& node, const ScenePart& part) {
  Servo servo;
  if (!IsActuator(node.name)) {
    if (node.name == "plugin") {
      reader_->WarnUnused(node, "is ignored: MuJoCo plugins are not supported");
    } else {
      WarnUnknownChild(node,
                       {"general", "motor", "position", "velocity", "intvelocity", "damper",
                        "cylinder", "muscle", "adhesion", "dcmotor", "pid", "plugin"},
                       reader_);
    }
    Keep(node, -1);
    return servo;
  }
  CheckAttributes(node, node.name, reader_);
  const Document& document = *part.document;
  const Attributes attributes(node, document.ClassOf(node, "class", document.main_class(), reader_),
                              reader_);
  const char* transmission = node.Has("joint") ? "joint" : "jointinparent";
  if (!node.Has(transmission)) {
    const std::string other =
        Attributes(node, reader_).FirstOf({"tendon", "site", "body", "slidersite", "cranksite"});
    reader_->WarnOnce("transmission " + other, SourceOf(node),
                      other.empty() ? "the actuator has no joint"
                                    : "actuators on a " + other + " are kept, but not simulated",
                      attributes.Text("name"),
                      "only actuators on joints are simulated: write joint=\"NAME\"");
    Keep(node, -1);
    return servo;
  }
  if (scene_->joints.empty()) {
    reader_->WarnOnce("no joints", SourceOf(node),
                      "the actuator is ignored: the file has no joints");
    return servo;
  }
  const auto ref = FindPart(scene_->joints, "joint", part, node, transmission, reader_);
  if (!ref) return servo;
  const MjJoint& joint = scene_->joint(*ref);
  const int model = scene_->bodies[At(ref->body)].model;
  Keep(node, model);
  if (joint.model_joint < 0 || joint.type == MjJointType::kBall ||
      joint.type == MjJointType::kFree) {
    reader_->WarnOnce("transmission ball", SourceOf(node),
                      "actuators on ball and free joints are kept, but not simulated", joint.name);
    return servo;
  }
  servo.model = model;
  servo.joint = joint.model_joint;
  Fill(attributes, document.compiler, joint, &servo);
  return servo;
}

/// The first servo of a joint decides its initial command.
bool HasCommand(const world::Model& model, int joint) {
  return std::any_of(model.initial_commands.begin(), model.initial_commands.end(),
                     [&](const world::InitialCommand& c) { return c.joint == joint; });
}

}  // namespace

double Servo::Target(double ctrl) const { return offset + factor * std::clamp(ctrl, min, max); }

std::vector<Servo> ApplyActuators(Reader* reader, Scene* scene, std::vector<ModelBuild>* models) {
  std::vector<Servo> servos;
  ActuatorReader actuators(reader, scene, models);
  for (const ScenePart& part : scene->parts) {
    for (const Node* node : part.document->Section("actuator")) {
      if (reader->stopped()) return servos;
      servos.push_back(actuators.Read(*node, part));
    }
  }
  for (const Servo& servo : servos) {
    const bool is_servo =
        servo.mode == world::ControlMode::kPosition || servo.mode == world::ControlMode::kVelocity;
    if (!is_servo || !scene->has_actuation) continue;
    world::Model& model = (*models)[At(servo.model)].model;
    const world::Joint& joint = model.joints[At(servo.joint)];
    // A mimic joint is driven by its leader.
    if (joint.mimic || HasCommand(model, servo.joint)) continue;
    double target = servo.Target(0.0);
    if (servo.mode == world::ControlMode::kPosition) {
      target = std::clamp(target, joint.axes[0].lower, joint.axes[0].upper);
    }
    model.initial_commands.push_back({servo.joint, 0, servo.mode, target});
  }
  return servos;
}

}  // namespace surefoot::formats::mjcf
