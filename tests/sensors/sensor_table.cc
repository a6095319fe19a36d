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
      {"ground_truth", "ground_truth", "", Noise("0.01")},
      {"air_pressure", "air_pressure", "",
       In("air_pressure", In("reference_altitude", "500") + In("pressure", Noise("3")))},
      {"altimeter", "altimeter", "<surefoot:vertical_reference>1</surefoot:vertical_reference>",
       In("altimeter",
          In("vertical_position", Noise("0.1")) + In("vertical_velocity", Noise("0.1")))},
      {"battery", "battery",
       "<surefoot:capacity>0.1</surefoot:capacity><surefoot:idle_power>20</surefoot:idle_power>"
       "<surefoot:open_circuit_voltage>0 22 1 26</surefoot:open_circuit_voltage>"
       "<surefoot:resistance>0.1</surefoot:resistance><surefoot:efficiency>0.5"
       "</surefoot:efficiency><surefoot:initial_charge>0.9</surefoot:initial_charge>",
       In("surefoot:voltage", Noise("0.1")) + In("surefoot:current", Noise("0.1"))},
      {"bumper", "contact", "<surefoot:least_force>0.1</surefoot:least_force>", ""},
      {"encoder", "encoder",
       "<surefoot:ticks_per_revolution>512</surefoot:ticks_per_revolution>"
       "<surefoot:gear_ratio>4</surefoot:gear_ratio>",
       "<surefoot:missed_ticks>0.2</surefoot:missed_ticks>"
       "<surefoot:extra_ticks>0.1</surefoot:extra_ticks>",
       1000.0, true},
      {"force_torque", "force_torque", "", In("force_torque", In("force", In("x", Noise("0.1")))),
       1000.0, true},
      {"imu", "imu",
       "<surefoot:gyro><range>3</range><bandwidth>40</bandwidth><bandwidth_order>2"
       "</bandwidth_order></surefoot:gyro><surefoot:accelerometer><resolution>0.001</resolution>"
       "<matrix>1 0 0 0 1 0 0.01 0 1</matrix></surefoot:accelerometer>",
       "<surefoot:preset>3dm-gx3-25</surefoot:preset>" +
           In("imu", In("angular_velocity", In("x", Noise("0.01"))))},
      {"magnetometer", "magnetometer",
       "<surefoot:hard_iron>1e-6 0 0</surefoot:hard_iron>"
       "<surefoot:soft_iron>1 0 0 0 1 0 0 0 1.1</surefoot:soft_iron>",
       In("magnetometer", In("x", Noise("1e-7")))},
      {"navsat", "navsat",
       "<surefoot:surface_axis_equatorial>6400000</surefoot:surface_axis_equatorial>",
       In("navsat",
          In("position_sensing", In("horizontal", Noise("1")) + In("vertical", Noise("2"))))},
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
