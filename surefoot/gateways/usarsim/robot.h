#pragma once

/// The robot of one connection: its sensors, joints and drive, as the protocol sees them.

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

class Robot {
 public:
  /// A line for the client; sensors' lines may be lost when it is slow.
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
  /// Seconds; 99999 without one.
  int battery() const;
  bool battery_empty() const { return spec_.battery_life > 0.0 && charge_ <= 0.0; }

  /// Commands; an error says what could not be done.
  Status HandleDrive(const Line& line);
  Status HandleMultiDrive(const Line& line) { return actuators_.MultiDrive(line); }
  /// MISPKG and ACT.
  Status HandlePackage(const Line& line) { return actuators_.Package(line); }
  Status HandleSet(const Line& line);

  /// What is due: state, sensors. What was asked for goes to `answer`.
  void Tick(const Send& send, const Send& answer);

 private:
  void FindTopics();
  void AddSensor(const SensorSpec& spec);
  void ListenTo(Sensor* sensor);
  void TakeBattery(const graph::Sample& sample);
  void AskForPose();
  void SendMotion(const Motion& motion);
  /// A motion that the robot has learnt; it no longer walks.
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
  /// Of sensors that measure when they are asked.
  std::map<Sensor*, std::vector<int>> asked_;
  std::map<std::string, bool> known_topics_;
  std::size_t topics_seen_ = 0;
  bool light_ = false;
  double charge_ = 1.0;
  /// Since the last DRIVE, until the battery is empty.
  bool drives_ = false;
  bool pose_asked_ = false;
  SimTimeNs start_ns_ = 0;
  SimTimeNs status_ns_ = -1;
  SimTimeNs pose_ns_ = -1;
  /// What goes away with the robot tells answers that come later.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace surefoot::gateways::usarsim
