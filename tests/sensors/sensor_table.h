#pragma once

/// The elements that every_sensor_test puts on its robot, for kinds of sensors that need
/// parameters or have noise.

#include <string>
#include <vector>

namespace surefoot::sensor_tests {

struct SensorEntry {
  /// The kind's name as in register.cc.
  std::string kind;
  /// `type` of the <sensor>.
  std::string type;
  /// Content of the <sensor>: the required parameters only, small pictures and few rays.
  std::string plain;
  /// The same with noise in its messages; "" for a kind without noise.
  std::string noisy;
  /// Highest rate that is tested (Hz).
  double max_rate = 1000.0;
  /// The sensor belongs to the joint "left" instead of the link "base".
  bool in_joint = false;
  /// End of the name of a topic that has a single message.
  std::string once = "";

  const std::string& fullest() const { return noisy.empty() ? plain : noisy; }
};

const std::vector<SensorEntry>& SensorTable();

}  // namespace surefoot::sensor_tests
