#pragma once

/// The robot of one connection: its sensors, joints and drive in terms of the protocol.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/actuators.h"
#include "surefoot/gateways/usarsim/camera.h"
#include "surefoot/gateways/usarsim/drive.h"
#include "surefoot/gateways/usarsim/graph_link.h"
#include "surefoot/gateways/usarsim/joint_bank.h"
#include "surefoot/gateways/usarsim/sensors/sensor.h"

namespace surefoot::gateways::usarsim {

/// Connects an entity of the world with the protocol: it finds the topics of the model, converts
/// commands to messages and messages to lines. The entity itself is owned by the session.
class Robot {
 public:
  /// Sends a line to the client; sensor lines may be dropped when it is slow.
  using Send = std::function<void(std::string line)>;

  Robot(const ClassSpec& spec, std::string entity, const Style& style, Actor actor,
        GraphLink* link);
  ~Robot();
  Robot(const Robot&) = delete;
  Robot& operator=(const Robot&) = delete;

  const ClassSpec& spec() const { return spec_; }
  const Style& style() const { return style_; }
  const std::string& entity() const { return entity_; }
  const JointBank& joints() const { return joints_; }
  const Drive& drive() const { return drive_; }
  const std::vector<std::unique_ptr<Sensor>>& sensors() const { return sensors_; }
  const std::vector<std::unique_ptr<Camera>>& cameras() const { return cameras_; }
  const std::vector<bool>& grippers_open() const { return actuators_.grippers_open(); }
  bool light() const { return light_; }
  /// Remaining life of the battery (s); 99999 without a battery.
  int battery() const;
  bool battery_empty() const { return spec_.battery_life > 0.0 && charge_ <= 0.0; }

  /// Execute a command; an error states what could not be executed.
  Status HandleDrive(const Line& line);
  Status HandleMultiDrive(const Line& line) { return actuators_.MultiDrive(line); }
  /// MISPKG and ACT.
  Status HandlePackage(const Line& line) { return actuators_.Package(line); }
  Status HandleSet(const Line& line);

  /// Sends the lines that are due: state and sensors. Requested scans go to `answer`, so that they
  /// are not dropped.
  void Tick(const Send& send, const Send& answer);

 private:
  void FindTopics();
  void AddSensor(const SensorSpec& spec);
  void ListenTo(Sensor* sensor);
  void TakeBattery(const graph::Sample& sample);
  void AskForPose();
  void SendMotion(const Motion& motion);
  /// Plays a predefined motion; the robot stops walking.
  void Play(const std::string& topic, const std::string& sequence);
  void SwitchLight(bool on);
  void PutUpright();
  void SendPacked(const Send& send);
  void SendSensors(const Send& send, const Send& answer);
  void SendStatus(const Send& send);

  const ClassSpec& spec_;
  std::string entity_;
  /// "/husky".
  std::string scope_;
  Style style_;
  Actor actor_;
  GraphLink& link_;
  JointBank joints_;
  Actuators actuators_;
  Drive drive_;
  std::vector<std::unique_ptr<Sensor>> sensors_;
  std::vector<std::unique_ptr<Camera>> cameras_;
  std::vector<int> listeners_;
  /// Listeners of sensors that measure on request.
  std::map<Sensor*, std::vector<int>> asked_;
  std::map<std::string, bool> known_topics_;
  std::size_t topics_seen_ = 0;
  bool light_ = false;
  double charge_ = 1.0;
  /// Whether a DRIVE command is in effect.
  bool drives_ = false;
  bool pose_asked_ = false;
  SimTimeNs start_ns_ = 0;
  SimTimeNs status_ns_ = -1;
  SimTimeNs pose_ns_ = -1;
  /// Becomes false with the robot, for answers that arrive later.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace surefoot::gateways::usarsim
