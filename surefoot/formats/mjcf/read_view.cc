/// Reads <camera> and <light>.

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/mjcf/scene.h"
#include "surefoot/formats/mjcf/schema.h"
#include "surefoot/formats/parse.h"

namespace surefoot::formats::mjcf {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Modes that follow or aim at another body are not supported. track and trackcom move the camera
/// with its body, which is what a sensor does.
void WarnMode(const Attributes& attributes) {
  const std::string mode = attributes.Text("mode", "fixed");
  if (mode == "fixed" || mode == "track" || mode == "trackcom") return;
  attributes.reader()->WarnOnce(
      "mode " + attributes.node().name, attributes.source(),
      "this mode is not supported: the " + attributes.node().name + " keeps its pose in the body",
      mode);
}

}  // namespace

/// The field of view is vertical in MuJoCo (fovy, degrees) and horizontal in the description. A
/// resolution of 1 x 1, MuJoCo's default, becomes 640 x 480.
world::Sensor ReadCamera(const Node& node, const Place& place, Reader* reader) {
  CheckAttributes(node, "camera", reader);
  const Attributes attributes(node, place.document->ClassOf(node, "class", place.defaults, reader),
                              reader);
  WarnMode(attributes);
  world::Sensor sensor;
  sensor.name = place.Named(Attributes(node, reader).Text("name"));
  sensor.type = "camera";
  sensor.source = attributes.source();
  // A MuJoCo camera C looks along -z with y up; a sensor S looks along x with z up.
  Matrix3d R_CS;
  R_CS << 0, -1, 0, 0, 0, 1, -1, 0, 0;
  sensor.X_LS = place.InBody(ReadPose(attributes, place.document->compiler)) *
                RigidTransform(Quaterniond(R_CS), Vector3d::Zero());
  const std::vector<double> given = attributes.Numbers("resolution", 2, 2);
  const bool has_size = !given.empty() && given[0] > 1.0 && given[1] > 1.0;
  const double width = has_size ? std::min(given[0], 8192.0) : 640.0;
  const double height = has_size ? std::min(given[1], 8192.0) : 480.0;
  double tangent =
      std::tan(0.5 * kDegree * std::clamp(attributes.Number("fovy", 45.0), 1.0, 170.0));
  const std::vector<double> focal = attributes.Numbers("focal", 2, 2);
  const std::vector<double> sensor_size = attributes.Numbers("sensorsize", 2, 2);
  if (!focal.empty() && !sensor_size.empty() && focal[1] > 0.0 && sensor_size[1] > 0.0) {
    tangent = 0.5 * sensor_size[1] / focal[1];
  }
  // Written as the SDF <sensor> that the camera sensor reads; the original element is kept inside.
  sensor.element.name = "sensor";
  sensor.element.source = sensor.source;
  sensor.element.attributes = {{"name", sensor.name}, {"type", "camera"}};
  world::Element camera = MakeElement("camera");
  camera.children.push_back(
      MakeElement("horizontal_fov", NumberText(2.0 * std::atan(tangent * width / height), 9)));
  world::Element image = MakeElement("image");
  image.children = {MakeElement("width", NumberText(std::floor(width), 9)),
                    MakeElement("height", NumberText(std::floor(height), 9))};
  camera.children.push_back(image);
  sensor.element.children = {camera, Keep(node)};
  return sensor;
}

world::Light ReadLight(const Node& node, const Place& place, Reader* reader) {
  CheckAttributes(node, "light", reader);
  const Attributes attributes(node, place.document->ClassOf(node, "class", place.defaults, reader),
                              reader);
  WarnMode(attributes);
  world::Light light;
  light.name = place.Named(Attributes(node, reader).Text("name"));
  light.source = attributes.source();
  light.type = attributes.Bool("directional", false) ? "directional" : "spot";
  const std::string type = attributes.Text("type");
  if (type == "directional" || type == "point" || type == "spot") light.type = type;
  const Vector3d direction = attributes.Vector("dir", -Vector3d::UnitZ());
  // A light shines along -z of its frame.
  const Quaterniond q =
      direction.norm() > 1e-12 ? QuaternionFromZAxis(-direction) : Quaterniond::Identity();
  light.X_PL = place.InBody(RigidTransform(q, attributes.Vector("pos", Vector3d::Zero())));
  light.element.name = "light";
  light.element.source = light.source;
  light.element.attributes = {{"name", light.name}, {"type", light.type}};
  light.element.children = {
      MakeElement("diffuse", attributes.Text("diffuse", "0.7 0.7 0.7") + " 1"),
      MakeElement("specular", attributes.Text("specular", "0.3 0.3 0.3") + " 1"),
      MakeElement("cast_shadows", attributes.Bool("castshadow", true) ? "true" : "false"),
      MakeElement("direction", "0 0 -1"), Keep(node)};
  return light;
}

}  // namespace surefoot::formats::mjcf
