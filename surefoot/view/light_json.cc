#include "surefoot/view/light_json.h"

#include <cmath>
#include <sstream>

#include "surefoot/render/color.h"
#include "surefoot/render/lights.h"
#include "surefoot/render/shading.h"
#include "surefoot/world/light/find_light.h"

namespace surefoot::view {
namespace {

Vector3d ColorOf(const world::Element* parent, const char* name, const Vector3d& otherwise) {
  const world::Element* child = parent != nullptr ? parent->Child(name) : nullptr;
  if (child == nullptr) return otherwise;
  std::istringstream in(child->text);
  Vector3d color;
  return in >> color.x() >> color.y() >> color.z() ? color : otherwise;
}

bool IsTrue(const world::Element* parent, const char* name, bool otherwise) {
  const world::Element* child = parent != nullptr ? parent->Child(name) : nullptr;
  if (child == nullptr) return otherwise;
  return child->text.find('1') != std::string::npos ||
         child->text.find("true") != std::string::npos;
}

Vector3d Srgb(const Vector3d& linear) {
  return linear.unaryExpr([](double value) { return render::SrgbFromLinear(value); });
}

const char* KindName(render::LightSource::Kind kind) {
  using Kind = render::LightSource::Kind;
  return kind == Kind::kPoint ? "point" : kind == Kind::kSpot ? "spot" : "directional";
}

/// A light of the file, nullptr for the sun that is made up; its link, -1 for the world's; the name
/// by which it is changed.
struct Fixture {
  const world::Light* light = nullptr;
  int link = -1;
  std::string name;
};

std::vector<Fixture> FixturesOf(const world::World& world) {
  std::vector<Fixture> fixtures;
  for (const world::Light& light : world.spec().lights) fixtures.push_back({&light, -1, ""});
  for (int link = 0; link < world.link_count(); ++link) {
    for (const world::Light& light : world.link(link).lights) {
      fixtures.push_back({&light, link, ""});
    }
  }
  // In the same order.
  const std::vector<std::string> names = world::LightNames(world.spec());
  for (std::size_t i = 0; i < fixtures.size(); ++i) fixtures[i].name = names[i];
  return fixtures;
}

/// With what is drawn of it; nullptr: nothing.
void PutLight(const Fixture& fixture, const render::LightSource* drawn, const RigidTransform& X_WP,
              msgs::JsonText* json) {
  const world::Light* light = fixture.light;
  const world::Element* element = light != nullptr ? &light->element : nullptr;
  const RigidTransform X_PL = light != nullptr ? light->X_PL : RigidTransform();
  const render::LightSource source = drawn != nullptr ? *drawn : render::LightSource();
  const Vector3d color = ColorOf(element, "diffuse", Vector3d::Constant(0.9)).cwiseMax(0.0);
  const double brightest = std::max(color.cwiseMin(1.0).maxCoeff(), 1e-6);
  json->BeginObject().Text("name", fixture.name);
  if (fixture.link >= 0) json->Integer("body", fixture.link);
  const bool other = light != nullptr && drawn == nullptr;
  json->Text("type", other ? light->type : KindName(source.kind)).Pose("pose", X_PL);
  json->Vector("direction", X_WP.q.conjugate() * source.direction_W);
  json->Vector("color", light != nullptr ? Vector3d(color.cwiseMin(1.0)) : source.color);
  json->Number("intensity", light == nullptr   ? 1.0
                            : drawn == nullptr ? 0.0
                                               : source.color.maxCoeff() / brightest);
  json->Flag("on", IsTrue(element, "light_on", true)).Flag("shadows", source.casts_shadows);
  if (drawn != nullptr && source.kind != render::LightSource::Kind::kDirectional) {
    const double attenuation[] = {source.constant, source.linear, source.quadratic};
    json->Number("range", source.range).Numbers("attenuation", attenuation, 3);
    if (source.kind == render::LightSource::Kind::kSpot) {
      json->Number("inner", std::acos(source.cos_inner));
      json->Number("outer", std::acos(source.cos_outer));
    }
  }
  json->EndObject();
}

}  // namespace

void PutSky(const world::World& world, msgs::JsonText* json) {
  const world::Element* scene = nullptr;
  for (const world::Element& element : world.spec().kept) {
    if (element.name == "scene") scene = &element;
  }
  render::LightSource white;
  white.color.setOnes();
  Problems told;
  const render::Sky sky = render::SkyOf(world::ReadDaylight(world.spec(), &told).sky);
  const render::Daylight<double> day(white, sky);
  json->Key("sky").BeginObject();
  json->Vector("ambient", ColorOf(scene, "ambient", Vector3d::Constant(0.4)));
  json->Vector("background", ColorOf(scene, "background", Vector3d::Constant(0.7)));
  json->Flag("shadows", IsTrue(scene, "shadows", true));
  json->Vector("horizon", Srgb(sky.horizon));
  json->Vector("zenith", Srgb(sky.zenith));
  json->Vector("nadir", Srgb(sky.nadir));
  json->Vector("above", render::ToVector(day.above)).Vector("below", render::ToVector(day.below));
  json->Vector("sun", render::ToVector(day.sun)).Number("eye", day.from_eye);
  json->EndObject();
}

void PutLights(const world::World& world, const physics::State& state, msgs::JsonText* json) {
  const std::vector<Fixture> fixtures = FixturesOf(world);
  std::vector<const render::LightSource*> drawn(fixtures.size(), nullptr);
  const std::vector<render::LightSource> lights = render::LightsOf(world, state.X_WL);
  json->Key("lights").BeginArray();
  for (const render::LightSource& light : lights) {
    if (light.number < 0) {
      PutLight(Fixture(), &light, RigidTransform(), json);
    } else {
      drawn[static_cast<std::size_t>(light.number)] = &light;
    }
  }
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    const int link = fixtures[i].link;
    PutLight(fixtures[i], drawn[i],
             link < 0 ? RigidTransform() : state.X_WL[static_cast<std::size_t>(link)], json);
  }
  json->EndArray();
}

}  // namespace surefoot::view
