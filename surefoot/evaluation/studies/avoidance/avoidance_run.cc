#include "surefoot/evaluation/studies/avoidance/avoidance_run.h"

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_controller.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/session/session.h"

// One simulated run: the world with the robot and obstacle placed by the model's draws, the
// controller at each step, and a virtual camera that samples the tag as the real one did.

namespace surefoot::studies {
namespace {

using world::Element;

/// Coasting times after the end of a command, s: the published offsets divided by the published
/// rates.
constexpr double kForwardRunOn = 1.34 / 22.66;
constexpr double kTurnRunOn = 19.3 / 237.5;
/// Recording continues for this time after the command to stop, s.
constexpr double kAfter = 0.4;

/// An element with a number that is read back exactly (17 digits).
Element Number(const char* name, double value) {
  Element element;
  element.name = name;
  element.text = NumberText(value, 17);
  return element;
}

/// An element of the drive's motion model: distance or angle = rate * duration + offset, with
/// standard deviations.
Element Line(const char* name, double rate, double offset, double stddev, double rate_stddev) {
  Element element;
  element.name = name;
  element.children = {Number("rate", rate), Number("offset", offset), Number("stddev", stddev),
                      Number("rate_stddev", rate_stddev)};
  return element;
}

/// The motion of the robot's kinematic drive as its model describes it. Rates are the model's
/// mean divided by the duration including coasting, so that a whole command has the fitted mean.
Element MotionOf(const AvoidanceModel& model, double turn_seconds) {
  Element motion;
  motion.name = "motion";
  const double turn_rate = model.turn.mean / (turn_seconds + kTurnRunOn);
  motion.children = {Line("forward", model.speed.mean, kForwardRunOn * model.speed.mean, 0.0,
                          model.speed.deviation),
                     Line("drift", model.drift.mean, 0.0, 0.0, model.drift.deviation),
                     Line("turn", turn_rate, kTurnRunOn * turn_rate, model.turn.deviation, 0.0),
                     Number("coast", kForwardRunOn)};
  return motion;
}

/// Replaces the motion in the robot's drive; false when the robot has no such drive.
bool SetMotion(const Element& motion, world::Model* model) {
  for (Element& drive : model->extensions) {
    if (drive.name != "surefoot:drive") continue;
    for (Element& child : drive.children) {
      if (child.name != "motion" && child.name != "surefoot:motion") continue;
      child.children = motion.children;
      return true;
    }
  }
  return false;
}

/// The sensor of that name; nullptr when the robot has none.
world::Sensor* FindSensor(const std::string& name, world::Model* model) {
  for (world::Link& link : model->links) {
    for (world::Sensor& sensor : link.sensors) {
      if (sensor.name == name) return &sensor;
    }
  }
  return nullptr;
}

/// The sensor that replaces the camera above the arena; nullptr when the robot has none.
const world::Sensor* FindTracker(const world::Model& model) {
  for (const world::Link& link : model.links) {
    for (const world::Sensor& sensor : link.sensors) {
      // The second one is its old name (base/old_name.h).
      if (sensor.type == "overhead_tracker" || sensor.type == "overlord") return &sensor;
    }
  }
  return nullptr;
}

/// Raises the sensor's rate to 100 Hz: the real sensor measures on request, so a fresh reading must
/// be available whenever the controller polls it.
void SetPollingRate(world::Sensor* sensor) {
  constexpr double kEpochs = 100.0;
  sensor->update_rate = kEpochs;
  for (Element& child : sensor->element.children) {
    if (child.name == "update_rate") child.text = NumberText(sensor->update_rate, 17);
  }
}

/// A normally distributed value.
double Draw(const Spreading& number, RandomStream* random) {
  return number.mean + number.deviation * random->Normal();
}

}  // namespace

Result<AvoidanceArena> AvoidanceArena::Load(const Parts& parts, const AvoidanceSettings& settings) {
  Problems problems;
  auto world = SUREFOOT_TRY(LoadWorld(parts, settings.world, &problems));
  if (world->FindModel(settings.robot) < 0) {
    return Error{settings.world + " has no model '" + settings.robot + "' (robot)"};
  }
  return AvoidanceArena(parts, settings, std::move(world));
}

Result<AvoidanceArena> AvoidanceArena::With(const AvoidanceVariant& variant) const {
  world::WorldSpec spec = world_->spec();
  const auto index = static_cast<std::size_t>(world_->FindModel(settings_->robot));
  world::Model model = *spec.models[index].model;
  if (!SetMotion(MotionOf(variant.model, settings_->turn_seconds), &model)) {
    return Error{"the model '" + settings_->robot +
                 "' has no drive with a <motion>: the study needs one of type commanded_motion"};
  }
  world::Sensor* sensor = FindSensor(variant.sensor, &model);
  if (sensor == nullptr || FindTracker(model) == nullptr) {
    return Error{"the model '" + settings_->robot + "' needs the sensor '" + variant.sensor +
                 "' and one of type overhead_tracker"};
  }
  SetPollingRate(sensor);
  const int second = world_->FindModel(settings_->second_obstacle);
  if (second < 0) {
    return Error{"the world has no model '" + settings_->second_obstacle + "' (second_obstacle)"};
  }
  spec.models[static_cast<std::size_t>(second)].X_WM.p.y() += variant.model.obstacle.mean;
  spec.models[index].model = std::make_shared<const world::Model>(std::move(model));
  Problems problems;
  auto world = SUREFOOT_TRY(world::MakeWorld(std::move(spec), &problems));
  return AvoidanceArena(*parts_, *settings_, std::move(world));
}

Result<AvoidanceTrace> AvoidanceArena::Run(const AvoidanceVariant& variant, std::uint64_t seed,
                                           int run) const {
  RandomStream random(seed, "avoidance/" + variant.name, static_cast<std::uint64_t>(run));
  SessionOptions options;
  options.engine = settings_->engine;
  options.step = settings_->step;
  options.seed = random.NextBits();
  auto opened = SUREFOOT_TRY(Session::FromWorld(*parts_, world_, settings_->world, options));
  Session& session = *opened;
  const AvoidanceModel& model = variant.model;
  const std::string& robot = settings_->robot;
  const int index = world_->FindModel(robot);
  RigidTransform X_WM = world_->instance(index).X_WM;
  X_WM.p.head<2>() = Eigen::Vector2d(Draw(model.start_x, &random), Draw(model.start_y, &random));
  X_WM.q = Quaterniond(Eigen::AngleAxisd(Draw(model.heading, &random), Vector3d::UnitZ()));
  SUREFOOT_TRY(session.Teleport(robot, X_WM));
  const double last_leg = std::max(0.01, Draw(model.last_leg, &random));
  const double clock = Draw(model.clock, &random);

  AvoidanceController controller(*settings_, variant, last_leg, &random);
  const auto readings = session.Subscribe<msgs::sensor_msgs::Range>(
      "/" + robot + "/" + variant.sensor,
      [&](const msgs::sensor_msgs::Range& message) { controller.AddReading(message.range); });
  AvoidanceTrace trace;
  const auto poses = session.Subscribe<msgs::geometry_msgs::PoseStamped>(
      "/" + robot + "/" + FindTracker(world_->model(index))->name,
      [&](const msgs::geometry_msgs::PoseStamped& message) {
        trace.t.push_back(ToSeconds(msgs::FromTime(message.header.stamp)));
        trace.x.push_back(message.pose.position.x);
        trace.y.push_back(message.pose.position.y);
      });
  Status status;
  const auto send = [&](const std::string& command) {
    msgs::std_msgs::String message;
    message.data = command;
    status = session.Publish("/" + robot + "/motion", message);
  };
  const auto goes_on = [&] {
    const double time = session.time();
    if (controller.started() < 0.0) return time < settings_->warm_up + settings_->max_time;
    if (time > controller.started() + settings_->max_time) return false;
    return controller.stops() < 0.0 || time < controller.stops() + kAfter;
  };
  while (status.ok() && goes_on()) {
    controller.Update(session.time(), send);
    if (status.ok()) status = session.Step();
  }
  if (!status.ok()) return status.error();
  if (controller.started() < 0.0) {
    return Error{"the robot never had a reading of '" + variant.sensor + "'"};
  }
  // Recordings start at a random time near the first move.
  const double begin = controller.started() - clock;
  AvoidanceTrace recorded;
  recorded.name = variant.name + "_" + (run < 10 ? "0" : "") + std::to_string(run);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace.t[i] < begin) continue;
    recorded.t.push_back(trace.t[i] - begin);
    recorded.x.push_back(trace.x[i]);
    recorded.y.push_back(trace.y[i]);
  }
  return recorded;
}

}  // namespace surefoot::studies
