#include "tests/sensors/sensor_table.h"

namespace surefoot::sensor_tests {
namespace {

/// SDF's <noise> with this standard deviation.
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

std::vector<SensorEntry> NearAndJoints() {
  const std::string ticks = Own("ticks_per_revolution", "512") + Own("gear_ratio", "4");
  const std::string wheels = Own("left_joint", "left") + Own("right_joint", "right") +
                             Own("wheel_radius", "0.1") + Own("ticks_per_revolution", "4096");
  const std::string cone = Own("field_of_view", "0.3") + Own("max_incidence", "1.2");
  const std::string error = Own("noise", In("stddev", "0.01"));
  return {
      {"bumper", "contact", Own("min_force", "0.1"), ""},
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
      {"overhead_tracker", "overhead_tracker", Own("delay", "0.05") + Own("frame_rate", "30"),
       Own("delay", "0.05") + Own("delay_stddev", "0.02") + Own("position_stddev", "0.001") +
           Own("heading_stddev", "0.01")},
      {"imu", "imu", triads,
       triads + Own("preset", "3dm-gx3-25") +
           In("imu", In("angular_velocity", In("x", Noise("0.01"))))},
      {"accelerometer", "accelerometer", Own("accelerometer", In("bandwidth", "60")),
       Own("accelerometer", In("noise_density", "0.01") + In("range", "20"))},
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
  const std::string scan =
      In("lidar", In("scan", In("horizontal", In("samples", "40") + In("resolution", "0.5") +
                                                  In("min_angle", "-2") + In("max_angle", "2"))) +
                      In("range", In("min", "0.1") + In("max", "10") + In("resolution", "0.001"))) +
      Own("rings", "-10 0 10") + Own("spin", "1") + Own("range_at_10_percent", "8") +
      Own("intensity_exponent", "2");
  const std::string depth =
      In("camera", In("horizontal_fov", "1") + In("image", In("width", "16") + In("height", "12")) +
                       In("depth_camera", In("clip", In("near", "0.1") + In("far", "10")))) +
      Own("depth_resolution", "0.001");
  return {
      {"lidar", "lidar", scan,
       scan + Own("proportional_noise", "0.01") + Own("dropout", "0.1") +
           Own("dropout_far", "0.1") + Own("dropout_grazing", "0.1"),
       100.0},
      {"depth_camera", "depth_camera", depth,
       depth + Own("depth_noise", "0.01 0.001 0.002") + Own("dropout", "0.1"), 60.0},
      {"camera", "camera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"wide_angle_camera", "wideanglecamera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"rgbd_camera", "rgbd_camera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"stereo_camera", "stereo_camera", Camera(""), Camera(Noise("0.01")), 60.0},
      {"segmentation_camera", "segmentation", Camera(""), "", 60.0, false, "/legend"},
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
