/// Satellite receivers in other people's files.

#include <cctype>

#include "surefoot/sensors/place/navsat_spec.h"

namespace surefoot::sensors {
namespace {

using plugins::ForeignReader;

void HectorNoise(const ForeignReader& reader, world::Sensor* sensor) {
  const Vector3d zero = Vector3d::Zero();
  const auto noise = [&](const std::string& prefix, const std::string& path) {
    const auto spelt = [&](const std::string& name) {
      return prefix.empty()
                 ? std::string(1, static_cast<char>(std::tolower(name[0]))) + name.substr(1)
                 : prefix + name;
    };
    const Vector3d stddev = reader.Vector(spelt("GaussianNoise")).value_or(zero);
    const Vector3d drift = reader.Vector(spelt("Drift")).value_or(zero);
    const Vector3d frequency =
        reader.Vector(spelt("DriftFrequency")).value_or(Vector3d::Constant(1.0 / 3600.0));
    if (stddev == zero && drift == zero) return;
    plugins::SetNoise(&sensor->element, "gps/" + path + "/horizontal",
                      {stddev.head<2>().maxCoeff(), 0.0, drift.head<2>().maxCoeff(), frequency.x()},
                      reader.element().source);
    plugins::SetNoise(&sensor->element, "gps/" + path + "/vertical",
                      {stddev.z(), 0.0, drift.z(), frequency.z()}, reader.element().source);
  };
  noise("", "position_sensing");
  noise("velocity", "velocity_sensing");
  if (reader.Find("referenceLatitude") != nullptr) {
    reader.Note(reader.Find("referenceLatitude"),
                "the reference is that of the world, not this one",
                reader.Text("referenceLatitude"), "write <spherical_coordinates> in the world");
  }
}

}  // namespace

plugins::SensorSpellings NavSatSpellings() {
  plugins::SensorSpellings spellings;
  spellings.in_sensor = {
      {"gazebo_ros_gps_sensor", "gps", plugins::kTopicNames, "~/out", plugins::kSensorFrameNames}};
  spellings.on_model = {{"hector_gazebo_ros_gps", "gps", plugins::kTopicNames, "fix",
                         plugins::kModelFrameNames, HectorNoise}};
  spellings.switches = "gz:navsat";
  return spellings;
}

}  // namespace surefoot::sensors
