#include "surefoot/gateways/usarsim/robot.h"

#include <algorithm>

#include "surefoot/gateways/usarsim/queries.h"
#include "surefoot/gateways/usarsim/sensors/sensor_types.h"
#include "surefoot/msgs/ackermann_msgs.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"

// A robot of a client: commands become messages on its topics, and messages of its sensors become
// lines.

namespace surefoot::gateways::usarsim {
namespace {

namespace control = msgs::simulation_interfaces;

/// How long a packed line waits for the first value of all its sensors (ns); clients expect a fixed
/// number of sonars from the first line on.
constexpr SimTimeNs kPatienceNs = 1000000000;
constexpr const char* kPoseTopic = "@pose";
/// "Battery" of robots without a battery.
constexpr int kNoBattery = 99999;

}  // namespace

// "@pose" sensors have no topic; they exist from the start, all others when their topics are found.
Robot::Robot(const ClassSpec& spec, std::string entity, const Style& style, Actor actor,
             GraphLink* link)
    : spec_(spec),
      entity_(std::move(entity)),
      scope_(graph::TopicName("", entity_)),
      style_(style),
      actor_(std::move(actor)),
      link_(*link),
      joints_(spec, scope_, actor_, link),
      actuators_(
          spec, &joints_,
          [this](const std::string& topic, const std::string& sequence) { Play(topic, sequence); }),
      drive_(spec, style.dialect),
      start_ns_(link->time_ns()) {
  for (const SensorSpec& sensor : spec_.sensors) {
    if (sensor.topic == kPoseTopic) AddSensor(sensor);
  }
  FindTopics();
}

Robot::~Robot() {
  *alive_ = false;
  for (int listener : listeners_) link_.Unlisten(listener);
  for (const auto& [sensor, listeners] : asked_) {
    for (int listener : listeners) link_.Unlisten(listener);
  }
}

/// Topics of the model may be announced after its creation, so this runs in every Tick.
void Robot::FindTopics() {
  if (topics_seen_ == link_.topics_count()) return;
  topics_seen_ = link_.topics_count();
  const std::string prefix = scope_ + "/";
  const auto& topics = link_.topics();
  for (auto it = topics.lower_bound(prefix);
       it != topics.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it) {
    const std::string topic = it->first.substr(prefix.size());
    if (std::exchange(known_topics_[topic], true)) continue;
    SensorSpec usual = UsualSensor(topic, *it->second, style_.dialect);
    bool listed = false;
    for (SensorSpec spec : spec_.sensors) {
      if (spec.topic != topic) continue;
      listed = true;
      if (spec.type.empty()) spec.type = usual.type;
      if (spec.name.empty()) spec.name = usual.name;
      AddSensor(spec);
    }
    if (!listed && spec_.all_sensors) AddSensor(usual);
  }
}

/// Cameras, batteries and joint states are not SEN sensors; each has its own handling.
void Robot::AddSensor(const SensorSpec& spec) {
  if (spec.type.empty() || spec.type == "none") return;
  const std::string topic = graph::TopicName(scope_, spec.topic);
  if (spec.type == "Camera") {
    cameras_.push_back(std::make_unique<Camera>(spec, scope_, &link_));
  } else if (spec.type == "Battery") {
    listeners_.push_back(
        link_.Listen(topic, [this](const graph::Sample& sample) { TakeBattery(sample); }));
  } else if (spec.type == "Joints") {
    listeners_.push_back(
        link_.Listen(topic, [this](const graph::Sample& sample) { joints_.Take(sample); }));
  } else if (std::unique_ptr<Sensor> sensor = MakeSensor(spec)) {
    sensors_.push_back(std::move(sensor));
    if (spec.topic != kPoseTopic && sensors_.back()->is_periodic()) ListenTo(sensors_.back().get());
  }
}

// Sensors on request listen only until their value was sent, so nothing is rendered for nobody.
void Robot::ListenTo(Sensor* sensor) {
  std::vector<int>* listeners = sensor->is_periodic() ? &listeners_ : &asked_[sensor];
  if (!sensor->is_periodic() && !listeners->empty()) return;
  for (const std::string& topic : sensor->topics()) {
    listeners->push_back(
        link_.Listen(graph::TopicName(scope_, topic),
                     [sensor](const graph::Sample& sample) { sensor->Take(sample); }));
  }
}

void Robot::TakeBattery(const graph::Sample& sample) {
  msgs::sensor_msgs::BatteryState state;
  if (sample.type == &state.type() && msgs::Decode(sample.cdr, &state)) {
    charge_ = std::clamp(static_cast<double>(state.percentage), 0.0, 1.0);
  }
}

int Robot::battery() const {
  if (spec_.battery_life <= 0.0) return kNoBattery;
  return static_cast<int>(charge_ * spec_.battery_life);
}

/// Queries the true pose for "@pose" sensors, and for inertial sensors without an orientation. One
/// query at a time, at the shortest period of these sensors.
void Robot::AskForPose() {
  SimTimeNs period_ns = 0;
  for (const auto& sensor : sensors_) {
    if (sensor->spec().topic != kPoseTopic && !sensor->needs_attitude()) continue;
    const SimTimeNs own_ns = ToNanoseconds(sensor->spec().period);
    period_ns = period_ns == 0 ? own_ns : std::min(period_ns, own_ns);
  }
  const SimTimeNs now_ns = link_.time_ns();
  if (period_ns == 0 || pose_asked_) return;
  if (pose_ns_ >= 0 && now_ns >= pose_ns_ && now_ns - pose_ns_ < period_ns) return;
  pose_asked_ = true;
  pose_ns_ = now_ns;
  link_.Call<control::GetEntityState>(
      actor_.client, "/get_entity_state", {.entity = entity_},
      [this, alive = alive_](const Result<control::GetEntityState::Response>& response) {
        if (!*alive) return;
        pose_asked_ = false;
        if (!Outcome(response).ok()) return;
        msgs::geometry_msgs::PoseStamped pose;
        pose.pose = response->state.pose;
        graph::Sample sample;
        sample.type = &pose.type();
        sample.time_ns = msgs::FromTime(response->state.header.stamp);
        if (sample.time_ns == 0) sample.time_ns = link_.time_ns();
        msgs::Encode(pose, &sample.cdr);
        for (const auto& sensor : sensors_) {
          if (sensor->spec().topic == kPoseTopic) sensor->Take(sample);
          if (sensor->needs_attitude()) sensor->TakeAttitude(FromPose(pose.pose).q);
        }
      });
}

/// Drives of Surefoot time out, but commands of the protocol apply until the next one: `held` makes
/// the server repeat the message.
void Robot::SendMotion(const Motion& motion) {
  if (spec_.steering == "AckermanSteered" && spec_.type == "GroundVehicle") {
    msgs::ackermann_msgs::AckermannDriveStamped message;
    message.drive.speed = static_cast<float>(motion.forward);
    message.drive.steering_angle = static_cast<float>(motion.steer);
    return link_.Publish(actor_, graph::TopicName(scope_, spec_.steer_topic), message,
                         /*held=*/motion.moves() || motion.steer != 0.0);
  }
  msgs::geometry_msgs::Twist message;
  message.linear.x = motion.forward;
  message.linear.y = motion.left;
  message.linear.z = motion.up;
  message.angular.z = motion.turn;
  link_.Publish(actor_, graph::TopicName(scope_, spec_.drive_topic), message,
                /*held=*/motion.moves());
}

/// A walking command applies until the next one, so the walk is stopped before a sequence is
/// played.
void Robot::Play(const std::string& topic, const std::string& sequence) {
  if (std::exchange(drives_, false)) {
    drive_.Stop();
    SendMotion({});
  }
  msgs::std_msgs::String message;
  message.data = sequence;
  link_.Publish(actor_, graph::TopicName(scope_, topic), message);
}

void Robot::SwitchLight(bool on) {
  light_ = on;
  if (spec_.light.empty()) return;
  link_.Call<msgs::surefoot_msgs::SetLight>(
      actor_.client, "/surefoot/set_light",
      {.name = spec_.light, .on = on, .intensity = 1.0, .color = {}}, [](const auto&) {});
}

/// {Flip true}: puts the robot on its wheels at the same place, with the same heading.
void Robot::PutUpright() {
  link_.Call<control::GetEntityState>(
      actor_.client, "/get_entity_state", {.entity = entity_},
      [this, alive = alive_](const Result<control::GetEntityState::Response>& response) {
        if (!*alive || !Outcome(response).ok()) return;
        const double yaw = RpyFromQuaternion(FromPose(response->state.pose).q).z();
        control::SetEntityState::Request upright;
        upright.entity = entity_;
        upright.state.pose = response->state.pose;
        upright.state.pose.position.z += spec_.rest_height;
        upright.state.pose.orientation = msgs::ToQuaternion(QuaternionFromRpy(0.0, 0.0, yaw));
        link_.Call<control::SetEntityState>(actor_.client, "/set_entity_state", upright,
                                            [](const auto&) {});
      });
}

Status Robot::HandleDrive(const Line& line) {
  if (const std::optional<bool> light = line.Flag("Light")) SwitchLight(*light);
  if (line.Flag("Flip").value_or(false)) PutUpright();
  if (line.Has("Name")) return actuators_.DriveJoint(line);
  if (line.Has("WheelNumber")) return actuators_.DriveWheels(line);
  // Legged robots with a walk accept the velocities of flying robots. Without them, DRIVE is for
  // wheels, and legs are moved by MULTIDRIVE or SET.
  const bool walks =
      spec_.type == "LeggedVehicle" &&
      (line.Has("LinearVelocity") || line.Has("LateralVelocity") || line.Has("RotationalVelocity"));
  if (!walks && (spec_.type == "LeggedVehicle" || spec_.type == "StaticPlatform")) {
    const bool only_switches = !line.Has("Left") && !line.Has("Right") && !line.Has("Speed");
    if (only_switches) return Status();
    return Error{"a " + spec_.type +
                 " has no wheels to drive; legs walk by {LinearVelocity ..} "
                 "{RotationalVelocity ..}, and joints accept MULTIDRIVE or SET"};
  }
  if (drive_.Read(line)) {
    drives_ = true;
    SendMotion(drive_.motion());
    return Status();
  }
  for (const char* key : {"Propeller", "Rudder", "SternPlane"}) {
    if (line.Has(key)) return Error{std::string(key) + ": underwater robots are not supported"};
  }
  return Status();
}

// SET without a name applies to all sensors of the type.
Status Robot::HandleSet(const Line& line) {
  const std::string type = line.Text("Type");
  const std::string name = line.Text("Name");
  const std::string opcode = line.Text("Opcode");
  std::string params = line.Text("Params");
  // Some clients send the parameter as a segment without a key.
  if (!line.Has("Params") && !line.segments.empty() && line.segments.back().value.empty()) {
    params = line.segments.back().key;
  }
  if (SameWord(type, "Joint")) return actuators_.SetJoint(name, opcode, params);
  if (SameWord(type, "Gripper")) return actuators_.SetGripper(name, opcode, params);
  if (SameWord(type, "MisPkg") || SameWord(type, "Actuator")) return actuators_.Package(line);
  bool found = false;
  for (const auto& sensor : sensors_) {
    if (!SameWord(sensor->type(), type)) continue;
    if (!name.empty() && !SameWord(sensor->name(), name)) continue;
    found = true;
    if (!sensor->Set(style_, opcode, params)) {
      return Error{type + " " + sensor->name() + " cannot do '" + opcode + "'"};
    }
    if (!sensor->is_periodic() && sensor->asked()) ListenTo(sensor.get());
  }
  if (!found) return Error{"the robot has no " + type + " '" + name + "' that can be set"};
  return Status();
}

// An empty battery stops the robot, as in USARSim; queries are still answered.
void Robot::Tick(const Send& send, const Send& answer) {
  FindTopics();
  AskForPose();
  if (drives_ && battery_empty()) {
    drives_ = false;
    SendMotion({});
  }
  SendStatus(send);
  SendPacked(send);
  SendSensors(send, answer);
}

/// Periods are in simulated time; a time before the last line means that the world was reset.
void Robot::SendStatus(const Send& send) {
  const SimTimeNs now_ns = link_.time_ns();
  const SimTimeNs period_ns = ToNanoseconds(spec_.status_period);
  if (status_ns_ >= 0 && now_ns >= status_ns_ && now_ns - status_ns_ < period_ns) return;
  status_ns_ = now_ns;
  for (std::string& line : StatusLines(*this, now_ns)) send(std::move(line));
}

/// UT2004 sends all sensors of these types in one line, when one of them is due.
void Robot::SendPacked(const Send& send) {
  const SimTimeNs now_ns = link_.time_ns();
  for (const char* type : {"Sonar", "IR", "Encoder", "Touch"}) {
    if (!IsPacked(type, style_.dialect)) continue;
    std::vector<Sensor*> members;
    bool due = false;
    bool complete = true;
    for (const auto& sensor : sensors_) {
      const bool is_member = sensor->type() == type || sensor->type() == "Range";
      if (!is_member) continue;
      complete = complete && sensor->has_value();
      if (sensor->type() == type && sensor->has_value()) members.push_back(sensor.get());
      due = due || (sensor->type() == type && sensor->Due(now_ns));
    }
    if (!due || (!complete && now_ns - start_ns_ < kPatienceNs)) continue;
    send(PackedLine(type, members, style_));
    for (Sensor* sensor : members) sensor->Sent(now_ns);
  }
}

// Periodic lines may be dropped, requested ones must not: a client waits for its scan.
void Robot::SendSensors(const Send& send, const Send& answer) {
  const SimTimeNs now_ns = link_.time_ns();
  for (const auto& sensor : sensors_) {
    if (IsPacked(sensor->type(), style_.dialect) || !sensor->Due(now_ns)) continue;
    const Send& out = sensor->asked() ? answer : send;
    for (int part = 0; part < sensor->parts(); ++part) out(SensorLine(*sensor, part, style_));
    sensor->Sent(now_ns);
    if (sensor->is_periodic()) continue;
    for (int listener : asked_[sensor.get()]) link_.Unlisten(listener);
    asked_.erase(sensor.get());
  }
}

}  // namespace surefoot::gateways::usarsim
