#pragma once

/// A sensor of a robot: our messages in, segments of SEN, CONF and SET out.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/frames.h"
#include "surefoot/gateways/usarsim/text.h"
#include "surefoot/graph/bridge.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::usarsim {

/// How a robot's client wants to be told.
struct Style {
  Dialect dialect = Dialect::kUdk;
  Frames frames;
};

class Sensor {
 public:
  explicit Sensor(SensorSpec spec) : spec_(std::move(spec)) {}
  virtual ~Sensor() = default;

  const SensorSpec& spec() const { return spec_; }
  const std::string& type() const { return spec_.type; }
  const std::string& name() const { return spec_.name; }
  bool has_value() const { return has_value_; }
  /// Something has come since the last SEN.
  bool is_new() const { return is_new_; }
  SimTimeNs time_ns() const { return time_ns_; }

  void Take(const graph::Sample& sample);
  /// When the last SEN was sent; the next is due a period later.
  bool Due(SimTimeNs now_ns) const;
  void Sent(SimTimeNs now_ns);
  /// Send the next one whatever the period is.
  void Ask() { asked_ = true; }
  bool asked() const { return asked_; }

  /// Those that it reads, in the robot's namespace.
  virtual std::vector<std::string> topics() const { return {spec_.topic}; }
  /// The segments of SEN after Type and Name.
  virtual void Write(const Style& style, Out* out) const = 0;
  /// Big ones come in several lines.
  virtual int parts() const { return 1; }
  virtual void WritePart(const Style& style, int /*part*/, Out* out) const { Write(style, out); }
  /// The value in the packed form: "Range 2.5".
  virtual std::string Packed(const Style&) const { return {}; }
  /// The segments of CONF after Type and Name.
  virtual void WriteConf(const Style& style, Out* out) const;
  /// Where it is on the robot, and where it looks.
  virtual RigidTransform mount() const { return spec_.X_BS; }
  /// Whether the sensor knows this opcode.
  virtual bool Set(const Style&, const std::string& /*opcode*/, const std::string& /*params*/) {
    return false;
  }
  /// Whether it tells what only the robot's true attitude can tell; then TakeAttitude is called.
  virtual bool needs_attitude() const { return false; }
  virtual void TakeAttitude(const Quaterniond& /*q_WB*/) {}
  /// Whether SEN goes out by itself; others wait for SET ... SCAN, and nothing is measured before.
  virtual bool speaks() const { return true; }

 protected:
  /// False when the message tells nothing.
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

/// One that writes what the last message of a type has.
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

/// nullptr for types that are not sensors of their own ("Battery", "Joints", "Camera").
std::unique_ptr<Sensor> MakeSensor(const SensorSpec& spec);

/// One or several of each kind, for MakeSensor.
std::unique_ptr<Sensor> MakeRangeSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakeMotionSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakeJointSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakePlaceSensor(const SensorSpec& spec);
std::unique_ptr<Sensor> MakeDepthSensor(const SensorSpec& spec);

}  // namespace surefoot::gateways::usarsim
