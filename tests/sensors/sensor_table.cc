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

std::string Own(const std::string& name, const std::string& inside) {
  return In("surefoot:" + name, inside);
}

/// A camera of 32 x 24 pixels.
std::string Camera(const std::string& inside) {
  return In("camera", In("horizontal_fov", "1.2") +
                          In("image", In("width", "32") + In("height", "24")) +
                          In("clip", In("near", "0.05") + In("far", "20")) + inside);
}

std::string Scan(const std::string& inside) {
  return In("lidar", In("scan", In("horizontal", In("samples", "60") + In("min_angle", "-1.5") +
                                                     In("max_angle", "1.5"))) +
                         In("range", In("min", "0.1") + In("max", "10")) + inside);
}

std::vector<SensorEntry> NearAndJoints() {
  const std::string ticks = Own("ticks_per_revolution", "512") + Own("gear_ratio", "4");
  const std::string wheels = Own("left_joint", "left") + Own("right_joint", "right") +
                             Own("wheel_radius", "0.1") + Own("ticks_per_revolution", "4096");
  const std::string cone = Own("field_of_view", "0.3") + Own("max_incidence", "1.2");
  const std::string error = Own("noise", In("stddev", "0.01"));
  return {
      {"bumper", "contact", Own("least_force", "0.1"), ""},
      {"encoder", "encoder", ticks, ticks + Own("missed_ticks", "0.2") + Own("extra_ticks", "0.1"),
       1000.0, true},
      {"force_torque", "force_torque", "", In("force_torque", In("force", In("x", Noise("0.1")))),
       1000.0, true},
      {"infrared", "infrared", Own("max", "3"), Own("max", "3") + error},
      {"joint_state", "joint_state", "", Own("velocity", Noise("0.01"))},
      {"sonar", "sonar", cone, cone + error + Own("dropout", "0.1") + Own("outliers", "0.1")},
      {"wheel_odometry", "wheel_odometry", wheels,
       wheels + Own("distance_noise", "0.05") + Own("radius_error_stddev", "0.01")},
  };
}

std::vector<SensorEntry> Inertial() {
  const std::string triads =
      Own("gyro", In("range", "3") + In("bandwidth", "40") + In("bandwidth_order", "2")) +
      Own("accelerometer", In("resolution", "0.001") + In("matrix", "1 0 0 0 1 0 0.01 0 1"));
  const std::string iron = Own("hard_iron", "1e-6 0 0") + Own("soft_iron", "1 0 0 0 1 0 0 0 1.1");
  const std::string cells = Own("capacity", "0.1") + Own("idle_power", "20") +
                            Own("open_circuit_voltage", "0 22 1 26") + Own("resistance", "0.1") +
                            Own("efficiency", "0.5") + Own("initial_charge", "0.9");
  const std::string planet = Own("surface_axis_equatorial", "6400000");
  const std::string reference = Own("vertical_reference", "1");
  return {
      {"ground_truth", "ground_truth", "", Noise("0.01")},
      {"imu", "imu", triads,
       triads + Own("preset", "3dm-gx3-25") +
           In("imu", In("angular_velocity", In("x", Noise("0.01"))))},
      {"magnetometer", "magnetometer", iron, iron + In("magnetometer", In("x", Noise("1e-7")))},
      {"navsat", "navsat", planet,
       planet + In("navsat", In("position_sensing",
                                In("horizontal", Noise("1")) + In("vertical", Noise("2"))))},
      {"air_pressure", "air_pressure", "",
       In("air_pressure", In("reference_altitude", "500") + In("pressure", Noise("3")))},
      {"altimeter", "altimeter", reference,
       reference + In("altimeter", In("vertical_position", Noise("0.1")) +
                                       In("vertical_velocity", Noise("0.1")))},
      {"battery", "battery", cells,
       cells + Own("voltage", Noise("0.1")) + Own("current", Noise("0.1"))},
  };
}

std::vector<SensorEntry> Optical() {
  return {
      {"lidar", "lidar", Scan(""), Scan(Noise("0.01")), 100.0},
      {"camera", "camera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"wide_angle_camera", "wideanglecamera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"depth_camera", "depth_camera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"rgbd_camera", "rgbd_camera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"segmentation_camera", "segmentation", Camera(""), "", 60.0},
      {"bounding_box_camera", "boundingbox_camera", Camera(""), "", 60.0},
  };
}

}  // namespace

const std::vector<SensorEntry>& SensorTable() {
  static const std::vector<SensorEntry> table = [] {
    std::vector<SensorEntry> all;
    for (const auto& part : {NearAndJoints(), Inertial(), Optical()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return table;
}

}  // namespace surefoot::sensor_tests
