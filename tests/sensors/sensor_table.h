#pragma once

/// What every_sensor_test puts on its robot, for kinds of sensors that need parameters or have
/// noise.

#include <string>
#include <vector>

namespace surefoot::sensor_tests {

struct SensorEntry {
  /// As in register.cc.
  std::string kind;
  /// `type` of the <sensor>.
  std::string type;
  /// Inside the <sensor>: as little as it needs, small pictures and few rays.
  std::string plain;
  /// The same with noise in its messages; "" for a kind that cannot have any.
  std::string noisy;
  /// Highest rate worth trying, Hz.
  double max_rate = 1000.0;
  /// In the joint "left" instead of the link "base".
  bool in_joint = false;
  /// End of the name of a topic that has one message only.
  std::string once = "";

  const std::string& fullest() const { return noisy.empty() ? plain : noisy; }
};

const std::vector<SensorEntry>& SensorTable();

}  // namespace surefoot::sensor_tests
