/// The rate and the errors of a sensor. They stand in its element, as files write them.

#include <cmath>

#include "surefoot/sensors/inertial/imu_spec.h"
#include "surefoot/sensors/inertial/triad_element.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/place/navsat_spec.h"
#include "surefoot/sensors/range/lidar_spec.h"
#include "surefoot/sim/fields.h"

namespace surefoot::sim {
namespace {

using noise::ScalarNoiseSpec;
using noise::TriadErrorSpec;
using world::Element;
using world::ElementReader;

constexpr const char* kGroup = "Sensor noise";
constexpr double kMost = 1e9;

/// The element at the end of "camera/noise", made where there is none.
Element* AtPath(Element* element, const std::string& path) {
  for (std::size_t start = 0; start < path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    element = ChildOf(element, path.substr(start, end - start));
    start = end + 1;
  }
  return element;
}

/// A member of <noise>, as it is written.
struct Part {
  const char* name;
  const char* label;
  double ScalarNoiseSpec::*member;
  bool may_be_negative;
};
constexpr Part kParts[] = {
    {"mean", "mean error", &ScalarNoiseSpec::mean, true},
    {"stddev", "spread", &ScalarNoiseSpec::stddev, false},
    {"bias_mean", "mean bias", &ScalarNoiseSpec::bias_mean, true},
    {"bias_stddev", "spread of the bias", &ScalarNoiseSpec::bias_stddev, false}};

/// Writes an error in full: where a preset had it, a part alone would drop the others.
void WriteNoise(const ScalarNoiseSpec& noise, Element* element) {
  for (auto& [name, value] : element->attributes) {
    if (name == "type" && value == "none") value = "gaussian";
  }
  if (element->Attribute("type") == nullptr && FindChild(element, "type") == nullptr) {
    element->attributes.emplace_back("type", "gaussian");
  }
  for (const Part& part : kParts) {
    const double value = noise.*part.member;
    if (value != 0.0 || FindChild(element, part.name) != nullptr) {
      SetValue(element, part.name, NumberText(value));
    }
  }
  if (!noise.Wanders() || FindChild(element, "dynamic_bias_stddev") != nullptr) return;
  const double time = noise.dynamic_bias_correlation_time;
  SetValue(element, "dynamic_bias_stddev",
           NumberText(noise.dynamic_bias_stddev / std::sqrt(time / 2.0)));
  SetValue(element, "dynamic_bias_correlation_time", NumberText(time));
}

std::string LabelOf(const std::string& what, const std::string& part) { return what + ", " + part; }

/// `noise`: as the sensor has it now.
void AddNoise(const std::string& prefix, const std::string& what, const std::string& unit,
              const std::string& path, const ScalarNoiseSpec& noise, Element* element,
              Fields* fields) {
  for (const Part& part : kParts) {
    fields->Number({prefix + part.name, LabelOf(what, part.label), kGroup, unit},
                   {part.may_be_negative ? -kMost : 0.0, kMost}, noise.*part.member,
                   [noise, member = part.member, path, element](double value) {
                     ScalarNoiseSpec wanted = noise;
                     wanted.*member = value;
                     WriteNoise(wanted, AtPath(element, path));
                     return Status();
                   });
  }
}

/// The same for x, y and z, which are elements in `path`.
void AddAxisNoise(const std::string& prefix, const std::string& what, const std::string& unit,
                  const std::string& path, const std::array<ScalarNoiseSpec, 3>& noises,
                  Element* element, Fields* fields) {
  for (const Part& part : kParts) {
    Vector3d now;
    for (int i = 0; i < 3; ++i) now[i] = noises[static_cast<std::size_t>(i)].*part.member;
    fields->Vector({prefix + part.name, LabelOf(what, part.label), kGroup, unit},
                   {part.may_be_negative ? -kMost : 0.0, kMost}, now,
                   [noises, member = part.member, path, element](const Vector3d& value) {
                     const char* const axes[] = {"/x/noise", "/y/noise", "/z/noise"};
                     for (int i = 0; i < 3; ++i) {
                       ScalarNoiseSpec wanted = noises[static_cast<std::size_t>(i)];
                       wanted.*member = value[i];
                       WriteNoise(wanted, AtPath(element, path + axes[i]));
                     }
                     return Status();
                   });
  }
}

ScalarNoiseSpec NoiseAt(const ElementReader& reader, const std::string& path) {
  return reader.Has(path) ? sensors::ReadNoise(reader, path) : ScalarNoiseSpec();
}

/// <surefoot:gyro> and the like.
void AddTriad(const std::string& child, const std::string& what, const std::string& unit,
              const TriadErrorSpec& spec, Element* element, Fields* fields) {
  const auto add = [&](const char* name, const char* label, const std::string& of, double least,
                       const Vector3d& now) {
    fields->Vector({child + "." + name, LabelOf(what, label), kGroup, of}, {least, kMost}, now,
                   [child, name, element](const Vector3d& value) {
                     Element* triad = ChildOf(element, "surefoot:" + child);
                     SetValue(triad, std::string("surefoot:") + name,
                              NumberText(value.x()) + " " + NumberText(value.y()) + " " +
                                  NumberText(value.z()));
                     return Status();
                   });
  };
  const auto of_bias = [&](double noise::BiasSpec::*member) {
    return Vector3d(spec.bias[0].*member, spec.bias[1].*member, spec.bias[2].*member);
  };
  add("noise_density", "noise", unit + "/sqrt(Hz)", 0.0, spec.noise_density);
  add("bias", "bias", unit, -kMost, of_bias(&noise::BiasSpec::constant));
  add("turn_on_bias", "spread of the bias at the start", unit, 0.0,
      of_bias(&noise::BiasSpec::turn_on_stddev));
  add("random_walk", "random walk of the bias", unit + "/sqrt(s)", 0.0,
      of_bias(&noise::BiasSpec::random_walk));
}

void AddImu(const ElementReader& reader, Element* element, Fields* fields) {
  const sensors::ImuSpec spec = sensors::ReadImuSpec(reader);
  AddTriad("gyro", "Gyroscope", "rad/s", spec.gyro, element, fields);
  AddTriad("accelerometer", "Accelerometer", "m/s^2", spec.accelerometer, element, fields);
  AddAxisNoise("angular_velocity.", "Rates", "rad/s", "imu/angular_velocity",
               spec.gyro.sample_noise, element, fields);
  AddAxisNoise("linear_acceleration.", "Accelerations", "m/s^2", "imu/linear_acceleration",
               spec.accelerometer.sample_noise, element, fields);
}

void AddAccelerometer(const ElementReader& reader, Element* element, Fields* fields) {
  TriadErrorSpec spec;
  sensors::ReadTriad(reader, "accelerometer", &spec);
  AddTriad("accelerometer", "Accelerometer", "m/s^2", spec, element, fields);
}

void AddMagnetometer(const ElementReader& reader, Element* element, Fields* fields) {
  TriadErrorSpec spec;
  sensors::ReadTriad(reader, "compass", &spec);
  sensors::ReadSampleNoise(reader, "magnetometer", &spec);
  sensors::ReadAxisNoise(reader, "magnetometer", &spec);
  AddTriad("compass", "Compass", "T", spec, element, fields);
  AddAxisNoise("magnetometer.", "Field", "T", "magnetometer", spec.sample_noise, element, fields);
}

void AddNavSat(const ElementReader& reader, Element* element, Fields* fields) {
  const sensors::NavSatSpec spec = sensors::ReadNavSatSpec(reader);
  const std::string top = FindChild(element, "gps") != nullptr ? "gps/" : "navsat/";
  AddNoise("horizontal.", "Position, level", "m", top + "position_sensing/horizontal/noise",
           spec.horizontal, element, fields);
  AddNoise("vertical.", "Position, height", "m", top + "position_sensing/vertical/noise",
           spec.vertical, element, fields);
  AddNoise("horizontal_velocity.", "Velocity, level", "m/s",
           top + "velocity_sensing/horizontal/noise", spec.horizontal_velocity, element, fields);
  AddNoise("vertical_velocity.", "Velocity, up", "m/s", top + "velocity_sensing/vertical/noise",
           spec.vertical_velocity, element, fields);
}

void AddLidar(const ElementReader& reader, Element* element, Fields* fields) {
  const std::string top = FindChild(element, "ray") != nullptr ? "ray" : "lidar";
  const sensors::RangeErrorSpec errors = sensors::ReadLidar(reader).errors;
  AddNoise("", "Distance", "m", top + "/noise", errors.noise, element, fields);
  const auto add = [&](const char* name, const char* label, double now) {
    fields->Number({name, label, kGroup}, {0.0, 1.0}, now, [name, element](double value) {
      SetValue(element, std::string("surefoot:") + name, NumberText(value));
      return Status();
    });
  };
  add("proportional_noise", "Spread per distance", errors.proportional_noise);
  add("dropout", "Share of lost rays", errors.dropout);
}

void AddForceTorque(const ElementReader& reader, Element* element, Fields* fields) {
  for (const char* part : {"force", "torque"}) {
    const std::string path = std::string("force_torque/") + part;
    const std::array<ScalarNoiseSpec, 3> noises = {NoiseAt(reader, path + "/x/noise"),
                                                   NoiseAt(reader, path + "/y/noise"),
                                                   NoiseAt(reader, path + "/z/noise")};
    const bool force = part == std::string("force");
    AddAxisNoise(part + std::string("."), force ? "Force" : "Torque", force ? "N" : "N m", path,
                 noises, element, fields);
  }
}

/// Sensors whose errors stand at fixed places, whatever else they say.
struct Place {
  const char* type;
  const char* prefix;
  const char* what;
  const char* unit;
  const char* path;
};
constexpr Place kPlaces[] = {
    {"camera", "", "Brightness", "", "camera/noise"},
    {"rgbd_camera", "", "Brightness", "", "camera/noise"},
    {"stereo_camera", "", "Brightness", "", "camera/noise"},
    {"stereo", "", "Brightness", "", "camera/noise"},
    {"wideanglecamera", "", "Brightness", "", "camera/noise"},
    {"wide_angle_camera", "", "Brightness", "", "camera/noise"},
    {"depth", "", "Depth", "m", "camera/noise"},
    {"depth_camera", "", "Depth", "m", "camera/noise"},
    {"air_pressure", "", "Pressure", "Pa", "air_pressure/pressure/noise"},
    {"altimeter", "position.", "Height", "m", "altimeter/vertical_position/noise"},
    {"altimeter", "velocity.", "Climb", "m/s", "altimeter/vertical_velocity/noise"},
    {"battery", "voltage.", "Voltage", "V", "surefoot:voltage/surefoot:noise"},
    {"battery", "current.", "Current", "A", "surefoot:current/surefoot:noise"},
};

void AddErrors(const std::string& type, const ElementReader& reader, Element* element,
               Fields* fields) {
  if (type == "imu") return AddImu(reader, element, fields);
  if (type == "accelerometer") return AddAccelerometer(reader, element, fields);
  if (type == "magnetometer") return AddMagnetometer(reader, element, fields);
  if (type == "navsat" || type == "gps") return AddNavSat(reader, element, fields);
  if (type == "force_torque") return AddForceTorque(reader, element, fields);
  for (const char* ray : {"lidar", "gpu_lidar", "ray", "gpu_ray"}) {
    if (type == ray) return AddLidar(reader, element, fields);
  }
  for (const Place& place : kPlaces) {
    if (type != place.type) continue;
    AddNoise(place.prefix, place.what, place.unit, place.path, NoiseAt(reader, place.path), element,
             fields);
  }
}

}  // namespace

void AddSensorFields(world::Sensor* sensor, Fields* fields) {
  fields->Number({"update_rate", "Rate (0: the usual one)", "Sensor", "Hz"}, {0.0, 1e6},
                 &sensor->update_rate);
  Problems ignored;
  const ElementReader reader(sensor->element, &ignored);
  AddErrors(sensor->type, reader, &sensor->element, fields);
}

std::vector<NamedSensor> NamedSensors(world::Model* model) {
  std::vector<NamedSensor> all;
  const auto add = [&](const std::string& owner, std::vector<world::Sensor>* sensors) {
    for (world::Sensor& sensor : *sensors) all.push_back({sensor.name, owner, &sensor});
  };
  for (world::Link& link : model->links) add(link.name, &link.sensors);
  for (world::Joint& joint : model->joints) add(joint.name, &joint.sensors);
  for (NamedSensor& one : all) {
    int same = 0;
    for (const NamedSensor& other : all) same += other.sensor->name == one.sensor->name ? 1 : 0;
    if (same > 1) one.name = one.owner + "/" + one.sensor->name;
  }
  return all;
}

}  // namespace surefoot::sim
