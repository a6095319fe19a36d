#include "surefoot/sensors/inertial/imu_spec.h"

#include "surefoot/sensors/noise_element.h"

namespace surefoot::sensors {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr double kDegreePerHour = kDegree / 3600.0;
constexpr double kG = 9.80665;

/// Values of a data sheet for three equal axes, in the data sheet's units. Values with +- are
/// limits, which are read as two standard deviations.
struct SheetTriad {
  double noise_density;
  double bias_instability;
  double initial_bias_limit;
  double scale_limit;
  double misalignment_limit_deg;
  double range;
  double resolution;
  double bandwidth;
};

struct Sheet {
  const char* name;
  /// deg/s/sqrt(Hz), deg/h, deg/s, 1, deg, deg/s, deg/s, Hz.
  SheetTriad gyro;
  /// g/sqrt(Hz), g, g, 1, deg, g, g, Hz.
  SheetTriad accelerometer;
  /// Limits of the orientation's error; 0: the device has no orientation output.
  double tilt_deg;
  double yaw_deg;
};

// A bandwidth of 0: the device samples faster than it reports, and averages.
const Sheet kSheets[] = {
    {"3dm-gx3-25",
     {0.03, 18.0, 0.25, 0.0005, 0.05, 300.0, 600.0 / 131072.0, 0.0},
     {80e-6, 0.04e-3, 0.002, 0.0005, 0.05, 5.0, 10.0 / 131072.0, 0.0},
     0.5,
     0.5},
    {"adis16448",
     {0.0135, 14.5, 0.5, 0.01, 0.05, 1000.0, 0.04, 0.0},
     {230e-6, 0.25e-3, 0.02, 0.005, 0.2, 18.0, 0.833e-3, 0.0},
     0.0,
     0.0},
    {"mpu-6050",
     {0.005, 4.3, 20.0, 0.03, 1.15, 250.0, 1.0 / 131.0, 42.0},
     {400e-6, 0.15e-3, 0.05, 0.03, 1.15, 2.0, 1.0 / 16384.0, 44.0},
     0.0,
     0.0},
    {"bmi088",
     {0.014, 2.0, 1.0, 0.01, 0.57, 2000.0, 1.0 / 16.384, 47.0},
     {175e-6, 0.05e-3, 0.02, 0.0, 0.29, 24.0, 1.0 / 1365.0, 40.0},
     0.0,
     0.0},
    {"mti-30",
     {0.03, 18.0, 0.2, 0.0005, 0.05, 450.0, 0.0, 0.0},
     {60e-6, 15e-6, 0.005, 0.0003, 0.05, 20.0, 0.0, 0.0},
     0.2,
     1.0},
    {"vn-100",
     {0.0035, 5.0, 0.0, 0.0, 0.05, 2000.0, 0.0, 0.0},
     {140e-6, 0.04e-3, 0.0, 0.0, 0.05, 16.0, 0.0, 0.0},
     1.0,
     2.0},
};

/// To SI units, limits halved to standard deviations.
noise::TriadErrorSpec FromSheet(const SheetTriad& sheet, double unit, double instability_unit) {
  noise::TriadErrorSpec spec;
  spec.noise_density.setConstant(sheet.noise_density * unit);
  for (noise::BiasSpec& bias : spec.bias) {
    bias.instability = sheet.bias_instability * instability_unit;
    bias.turn_on_stddev = sheet.initial_bias_limit / 2.0 * unit;
  }
  spec.scale_stddev = sheet.scale_limit / 2.0;
  spec.misalignment_stddev = sheet.misalignment_limit_deg / 2.0 * kDegree;
  spec.range = sheet.range * unit;
  spec.resolution = sheet.resolution * unit;
  spec.filter.bandwidth = sheet.bandwidth;
  return spec;
}

/// Old versions of SDF: one <noise> with <rate> and <accel> for all axes.
void ReadOldNoise(const world::ElementReader& element, const std::string& path,
                  noise::TriadErrorSpec* spec) {
  if (!element.Has(path)) return;
  for (noise::ScalarNoiseSpec& axis : spec->sample_noise) axis = ReadNoise(element, path);
}

using plugins::ForeignReader;

/// <gaussianNoise> of gazebo_ros_imu for all axes; noise in the sensor itself takes precedence.
void SameNoise(const ForeignReader& reader, world::Sensor* sensor) {
  constexpr const char* kNames = "gaussianNoise gaussian_noise";
  const auto stddev = reader.Number(kNames, 0.0, 1e6);
  const world::Element* imu = sensor->element.Child("imu");
  if (!stddev || *stddev == 0.0 || (imu != nullptr && !imu->children.empty())) return;
  for (const char* part : {"imu/angular_velocity", "imu/linear_acceleration"}) {
    plugins::SetAxisNoise(&sensor->element, part, {{*stddev}, {*stddev}, {*stddev}},
                          reader.Find(kNames)->source);
  }
}

/// hector_gazebo's noise per axis: <accelGaussianNoise>, <accelDrift>, <accelDriftFrequency> (Hz),
/// <accelOffset>.
void HectorAxes(const ForeignReader& reader, const std::string& prefix, const std::string& path,
                world::Sensor* sensor) {
  const Vector3d zero = Vector3d::Zero();
  const Vector3d stddev = reader.Vector(prefix + "GaussianNoise").value_or(zero);
  const Vector3d offset = reader.Vector(prefix + "Offset").value_or(zero);
  const Vector3d drift = reader.Vector(prefix + "Drift").value_or(zero);
  const Vector3d frequency =
      reader.Vector(prefix + "DriftFrequency").value_or(Vector3d::Constant(1.0 / 3600.0));
  if (stddev == zero && offset == zero && drift == zero) return;
  const auto of = [&](int i) -> plugins::ForeignNoise {
    return {stddev[i], offset[i], drift[i], frequency[i]};
  };
  plugins::SetAxisNoise(&sensor->element, path, {of(0), of(1), of(2)}, reader.element().source);
}

void HectorNoise(const ForeignReader& reader, world::Sensor* sensor) {
  HectorAxes(reader, "accel", "imu/linear_acceleration", sensor);
  HectorAxes(reader, "rate", "imu/angular_velocity", sensor);
}

}  // namespace

std::vector<std::string> ImuPresetNames() {
  std::vector<std::string> names = {"ideal"};
  for (const Sheet& sheet : kSheets) names.emplace_back(sheet.name);
  return names;
}

ImuSpec ImuPreset(const std::string& name) {
  ImuSpec spec;
  for (const Sheet& sheet : kSheets) {
    if (name != sheet.name) continue;
    spec.gyro = FromSheet(sheet.gyro, kDegree, kDegreePerHour);
    spec.accelerometer = FromSheet(sheet.accelerometer, kG, kG);
    spec.has_orientation = sheet.tilt_deg > 0.0;
    spec.tilt_stddev = sheet.tilt_deg / 2.0 * kDegree;
    spec.yaw_stddev = sheet.yaw_deg / 2.0 * kDegree;
    spec.orientation_time = 30.0;
  }
  return spec;
}

ImuSpec ReadImuSpec(const world::ElementReader& element) {
  ImuSpec spec = ImuPreset(element.Choice("preset", ImuPresetNames(), "ideal"));
  ReadTriad(element, "gyro", &spec.gyro);
  ReadTriad(element, "accelerometer", &spec.accelerometer);
  ReadOldNoise(element, "imu/noise/rate", &spec.gyro);
  ReadOldNoise(element, "imu/noise/accel", &spec.accelerometer);
  ReadAxisNoise(element, "imu/angular_velocity", &spec.gyro);
  ReadAxisNoise(element, "imu/linear_acceleration", &spec.accelerometer);
  spec.has_orientation = element.Flag("imu/enable_orientation", spec.has_orientation);
  const world::ElementReader orientation = element.Child("orientation_error");
  spec.tilt_stddev = orientation.Number("tilt_stddev", spec.tilt_stddev, 0.0, 10.0);
  spec.yaw_stddev = orientation.Number("yaw_stddev", spec.yaw_stddev, 0.0, 10.0);
  spec.orientation_time = orientation.Number("correlation_time", spec.orientation_time, 0.0, 1e9);
  spec.raw = element.Flag("raw", false);
  return spec;
}

plugins::SensorSpellings ImuSpellings() {
  using plugins::kModelFrameNames;
  using plugins::kSensorFrameNames;
  using plugins::kTopicNames;
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {{"gazebo_ros_imu_sensor gazebo_ros_imu", "imu", kTopicNames, "~/out",
                          kSensorFrameNames, SameNoise}};
  spellings.on_model = {
      {"gazebo_ros_imu gazebo_ros_imu_sensor", "imu", kTopicNames, "imu", kModelFrameNames,
       SameNoise},
      {"hector_gazebo_ros_imu", "imu", kTopicNames, "imu", kModelFrameNames, HectorNoise}};
  spellings.switches = "gz:imu";
  spellings.state_interfaces = {"angular_velocity linear_acceleration orientation", "imu"};
  return spellings;
}

}  // namespace surefoot::sensors
