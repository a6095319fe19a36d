#pragma once

/// A sensor of a robot: converts messages of the graph to segments of SEN and CONF, and handles
/// SET.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/frames.h"
#include "surefoot/gateways/usarsim/text.h"
#include "surefoot/graph/bridge.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::usarsim {

/// The form of lines for a client.
struct Style {
  Dialect dialect = Dialect::kUdk;
  Frames frames;
};

/// A sensor in terms of the protocol. Take keeps the last message; Robot asks Due in each tick and
/// sends a line of Write.
class Sensor {
 public:
  explicit Sensor(SensorSpec spec) : spec_(std::move(spec)) {}
  virtual ~Sensor() = default;

  const SensorSpec& spec() const { return spec_; }
  const std::string& type() const { return spec_.type; }
  const std::string& name() const { return spec_.name; }
  bool has_value() const { return has_value_; }
  /// Whether a message arrived since the last SEN.
  bool is_new() const { return is_new_; }
  SimTimeNs time_ns() const { return time_ns_; }

  void Take(const graph::Sample& sample);
  /// Whether a SEN line is due: a period after the last one, if there is a new value.
  bool Due(SimTimeNs now_ns) const;
  void Sent(SimTimeNs now_ns);
  /// Requests a line from the next message, whatever the period is.
  void Ask() { asked_ = true; }
  bool asked() const { return asked_; }

  /// Topics that it reads, in the robot's namespace.
  virtual std::vector<std::string> topics() const { return {spec_.topic}; }
  /// The segments of SEN after Type and Name.
  virtual void Write(const Style& style, Out* out) const = 0;
  /// Number of lines of a value; large values have several.
  virtual int parts() const { return 1; }
  virtual void WritePart(const Style& style, int /*part*/, Out* out) const { Write(style, out); }
  /// The value in the packed form: "Range 2.5".
  virtual std::string Packed(const Style&) const { return {}; }
  /// The segments of CONF after Type and Name.
  virtual void WriteConf(const Style& style, Out* out) const;
  /// Its pose on the robot in the protocol's convention.
  virtual RigidTransform mount() const { return spec_.X_BS; }
  /// Executes SET; false for an unknown opcode.
  virtual bool Set(const Style&, const std::string& /*opcode*/, const std::string& /*params*/) {
    return false;
  }
  /// Whether it needs the robot's true attitude, which is then passed to TakeAttitude.
  virtual bool needs_attitude() const { return false; }
  virtual void TakeAttitude(const Quaterniond& /*q_WB*/) {}
  /// Whether it sends SEN periodically; others measure only after SET ... SCAN.
  virtual bool is_periodic() const { return true; }

 protected:
  /// Reads a message; false if it has no new value.
  virtual bool Read(const graph::Sample& sample) = 0;

  template <typename T>
  static bool ReadAs(const graph::Sample& sample, T* message) {
    return sample.type == &T::type() && msgs::Decode(sample.cdr, message);
  }

  SensorSpec spec_;

 private:
  bool has_value_ = false;
  bool is_new_ = false;
  bool asked_ = false;
  SimTimeNs time_ns_ = 0;
  SimTimeNs sent_ns_ = -1;
};

/// A sensor that writes values of the last message of one type.
template <typename Message>
class MessageSensor : public Sensor {
 public:
  using Sensor::Sensor;

 protected:
  bool Read(const graph::Sample& sample) override {
    Message message;
    if (!ReadAs(sample, &message)) return false;
    message_ = std::move(message);
    return true;
  }

  Message message_;
};

/// nullptr for types without a SEN line ("Battery", "Joints", "Camera").
std::unique_ptr<Sensor> MakeSensor(const SensorSpec& spec);

/// The sensors of each file, for MakeSensor; nullptr for other types.
std::unique_ptr<Sensor> MakeRangeSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakeMotionSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakeJointSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakePlaceSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakeDepthSensor(const SensorSpec& spec);

}  // namespace surefoot::gateways::usarsim
