#include "tests/sensors/sensor_table.h"

namespace surefoot::sensor_tests {
namespace {

/// SDF's <noise> of this spread.
std::string Noise(const char* stddev) {
  return "<noise><type>gaussian</type><stddev>" + std::string(stddev) + "</stddev></noise>";
}

std::string In(const std::string& name, const std::string& inside) {
  return "<" + name + ">" + inside + "</" + name + ">";
}

}  // namespace

const std::vector<SensorEntry>& SensorTable() {
  static const std::vector<SensorEntry> table = {
      {"ground_truth", "ground_truth", "", ""},
      {"bumper", "contact", "<surefoot:least_force>0.1</surefoot:least_force>", ""},
      {"encoder", "encoder",
       "<surefoot:ticks_per_revolution>512</surefoot:ticks_per_revolution>"
       "<surefoot:gear_ratio>4</surefoot:gear_ratio>",
       "<surefoot:missed_ticks>0.2</surefoot:missed_ticks>"
       "<surefoot:extra_ticks>0.1</surefoot:extra_ticks>",
       1000.0, true},
      {"force_torque", "force_torque", "", In("force_torque", In("force", In("x", Noise("0.1")))),
       1000.0, true},
      {"infrared", "infrared", "<surefoot:max>3</surefoot:max>",
       In("surefoot:noise", In("stddev", "0.01"))},
      {"joint_state", "joint_state", "", In("surefoot:velocity", Noise("0.01"))},
      {"sonar", "sonar", "<surefoot:field_of_view>0.3</surefoot:field_of_view>",
       In("surefoot:noise", In("stddev", "0.01")) + "<surefoot:dropout>0.1</surefoot:dropout>"},
      {"wheel_odometry", "wheel_odometry",
       "<surefoot:left_joint>left</surefoot:left_joint>"
       "<surefoot:right_joint>right</surefoot:right_joint>"
       "<surefoot:wheel_radius>0.1</surefoot:wheel_radius>",
       "<surefoot:distance_noise>0.05</surefoot:distance_noise>"},
  };
  return table;
}

}  // namespace surefoot::sensor_tests
