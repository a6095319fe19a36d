#include "surefoot/render/lights.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "surefoot/render/color.h"

namespace surefoot::render {
namespace {

/// Chosen so that a white floor in full sun is just white: above + sun * cos is close to 1.
Sky EarthSky() {
  Sky sky;
  sky.above = Vector3d(0.40, 0.43, 0.47);
  sky.below = Vector3d(0.27, 0.26, 0.25);
  sky.sun = Vector3d(0.80, 0.77, 0.72);
  sky.from_eye = 0.10;
  sky.horizon = LinearFromSrgb(Vector3d(0.84, 0.88, 0.92));
  sky.zenith = LinearFromSrgb(Vector3d(0.45, 0.62, 0.84));
  sky.nadir = LinearFromSrgb(Vector3d(0.70, 0.72, 0.74));
  return sky;
}

/// Dust makes the sky butterscotch and removes blue from all light. How the light divides between
/// sun and sky is chosen for a picture that shows both sides of a shadow.
Sky MarsSky() {
  Sky sky;
  sky.above = Vector3d(0.30, 0.23, 0.16);
  sky.below = Vector3d(0.14, 0.09, 0.06);
  sky.sun = Vector3d(0.98, 0.90, 0.78);
  sky.horizon = LinearFromSrgb(Vector3d(0.87, 0.74, 0.58));
  sky.zenith = LinearFromSrgb(Vector3d(0.66, 0.50, 0.36));
  sky.nadir = LinearFromSrgb(Vector3d(0.55, 0.40, 0.29));
  return sky;
}

/// Without an atmosphere, only light reflected by the ground reaches shadows.
Sky DarkSky() {
  Sky sky;
  sky.below = Vector3d::Constant(0.02);
  sky.sun = Vector3d::Constant(1.0);
  sky.haze = false;
  return sky;
}

/// Each light costs one shadow ray for every surface; more lights hardly change a picture.
constexpr std::size_t kMaxLights = 8;

/// Upper limit of the sum of the directional lights, so that no surface saturates.
constexpr double kMaxSun = 1.0;

const Vector3d& DefaultSunDirection() {
  static const Vector3d kDirection = Vector3d(-0.35, -0.75, -1.0).normalized();
  return kDirection;
}

/// Up to four numbers from a text; stops at the first part that is not a number.
std::vector<double> NumbersIn(const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end && numbers.size() < 4) {
    if (std::isspace(static_cast<unsigned char>(*at)) != 0) {
      ++at;
      continue;
    }
    double number = 0.0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || !std::isfinite(number)) break;
    numbers.push_back(number);
    at = next;
  }
  return numbers;
}

/// A number of an element, or `otherwise`.
double NumberOf(const world::Element* parent, const char* name, double otherwise) {
  const world::Element* child = parent != nullptr ? parent->Child(name) : nullptr;
  const std::vector<double> numbers =
      child != nullptr ? NumbersIn(child->text) : std::vector<double>();
  return numbers.empty() ? otherwise : numbers.front();
}

Vector3d VectorOf(const world::Element& parent, const char* name, const Vector3d& otherwise) {
  const world::Element* child = parent.Child(name);
  const std::vector<double> numbers =
      child != nullptr ? NumbersIn(child->text) : std::vector<double>();
  return numbers.size() < 3 ? otherwise : Vector3d(numbers[0], numbers[1], numbers[2]);
}

bool FlagOf(const world::Element& parent, const char* name, bool otherwise) {
  const world::Element* child = parent.Child(name);
  if (child == nullptr) return otherwise;
  return child->text.find('1') != std::string::npos ||
         child->text.find("true") != std::string::npos;
}

/// The light in the frame P of its parent. `in_world` is set if the direction is fixed in the
/// world.
LightSource SourceOf(const world::Light& light, bool* in_world) {
  using Kind = LightSource::Kind;
  const world::Element& element = light.element;
  LightSource source;
  source.kind = light.type == "point"  ? Kind::kPoint
                : light.type == "spot" ? Kind::kSpot
                                       : Kind::kDirectional;
  // Defaults are those of the SDF specification, <light>.
  const Vector3d diffuse = VectorOf(element, "diffuse", Vector3d::Constant(0.9));
  const bool on = FlagOf(element, "light_on", true);
  const double intensity = on ? std::clamp(NumberOf(&element, "intensity", 1.0), 0.0, 10.0) : 0.0;
  source.color = intensity * diffuse.cwiseMax(0.0).cwiseMin(1.0);
  source.casts_shadows = FlagOf(element, "cast_shadows", source.kind == Kind::kDirectional);
  const bool directed = element.Child("direction") != nullptr;
  const Vector3d direction = VectorOf(element, "direction", -Vector3d::UnitZ());
  source.direction_W = light.X_PL.q * (direction.norm() > 1e-9 ? direction.normalized()
                                                               : Vector3d(-Vector3d::UnitZ()));
  *in_world = source.kind == Kind::kDirectional && !directed;
  if (*in_world) source.direction_W = DefaultSunDirection();
  source.p_W = light.X_PL.p;
  const world::Element* attenuation = element.Child("attenuation");
  source.range = std::max(0.0, NumberOf(attenuation, "range", 10.0));
  source.constant = std::max(0.0, NumberOf(attenuation, "constant", 1.0));
  source.linear = std::max(0.0, NumberOf(attenuation, "linear", 0.0));
  source.quadratic = std::max(0.0, NumberOf(attenuation, "quadratic", 0.0));
  const world::Element* spot = element.Child("spot");
  // SDF states full cone angles.
  source.cos_inner = std::cos(0.5 * NumberOf(spot, "inner_angle", 0.6));
  source.cos_outer = std::cos(0.5 * NumberOf(spot, "outer_angle", 1.0));
  return source;
}

/// Lights that cannot be noticed cost rays.
bool IsUseful(const LightSource& light) {
  if (light.color.maxCoeff() < 0.02 || !light.direction_W.allFinite()) return false;
  // A sun below the horizon lights nothing.
  return light.kind != LightSource::Kind::kDirectional || light.direction_W.z() < -0.05;
}

/// For worlds without lights.
LightSource DefaultSun(double brightness) {
  LightSource sun;
  sun.direction_W = DefaultSunDirection();
  sun.color = Vector3d::Constant(brightness);
  return sun;
}

LightSource SourceOf(const world::SunSpec& spec) {
  LightSource sun;
  sun.direction_W = -spec.to_sun_W;
  sun.color = spec.to_sun_W.z() > 0.0 ? spec.color : Vector3d(Vector3d::Zero());
  sun.casts_shadows = spec.shadows != world::SunShadows::kNone;
  sun.is_hard = spec.shadows == world::SunShadows::kHard;
  return sun;
}

/// Several suns must not overexpose the picture.
void LimitSum(std::vector<LightSource>* lights) {
  double sum = 0.0;
  for (const LightSource& light : *lights) {
    if (light.kind == LightSource::Kind::kDirectional) sum += light.color.maxCoeff();
  }
  if (sum <= kMaxSun) return;
  for (LightSource& light : *lights) {
    if (light.kind == LightSource::Kind::kDirectional) light.color *= kMaxSun / sum;
  }
}

}  // namespace

Sky SkyOf(world::SkyKind kind) {
  if (kind == world::SkyKind::kMars) return MarsSky();
  return kind == world::SkyKind::kDark ? DarkSky() : EarthSky();
}

// Black beyond the range.
Vector3d LightSource::ColorAt(const Vector3d& point_W) const {
  if (kind == Kind::kDirectional) return color;
  const Vector3d to_point = point_W - p_W;
  const double d = to_point.norm();
  if (d >= range || d <= 0.0) return Vector3d::Zero();
  return LightShare<double, double>(*this, d, to_point.dot(direction_W) / d) * color;
}

// Read once; Place moves the lights of links.
LightSet::LightSet(const world::World& world) {
  // Problems were reported when the file was read.
  Problems unreported;
  const world::DaylightSpec daylight = world::ReadDaylight(world.spec(), &unreported);
  if (daylight.sun) sun_ = SourceOf(*daylight.sun);
  sky_ = SkyOf(daylight.sky);
  for (const world::Light& light : world.spec().lights) Add(light, -1);
  for (int link = 0; link < world.link_count(); ++link) {
    for (const world::Light& light : world.link(link).lights) Add(light, link);
  }
}

void LightSet::Add(const world::Light& light, int link) {
  Fixture fixture;
  fixture.link = link;
  fixture.light_P = SourceOf(light, &fixture.in_world);
  fixture.light_P.number = static_cast<int>(fixtures_.size());
  fixtures_.push_back(fixture);
}

// A described sun replaces directional lights of the file.
void LightSet::Place(const std::vector<RigidTransform>& X_WL,
                     std::vector<LightSource>* lights) const {
  lights->clear();
  if (sun_) lights->push_back(*sun_);
  for (const Fixture& fixture : fixtures_) {
    LightSource light = fixture.light_P;
    if (sun_ && light.kind == LightSource::Kind::kDirectional) continue;
    if (fixture.link >= 0) {
      const RigidTransform& X_WP = X_WL[static_cast<std::size_t>(fixture.link)];
      light.p_W = X_WP * light.p_W;
      if (!fixture.in_world) light.direction_W = X_WP.q * light.direction_W;
    }
    if (IsUseful(light) && lights->size() < kMaxLights) lights->push_back(light);
  }
  const auto sun = std::find_if(lights->begin(), lights->end(), [](const LightSource& light) {
    return light.kind == LightSource::Kind::kDirectional;
  });
  if (sun != lights->end()) {
    std::rotate(lights->begin(), sun, sun + 1);
  } else {
    // Lamps alone would leave the rest of the scene too dark to recognise.
    lights->insert(lights->begin(), DefaultSun(lights->empty() ? 0.9 : 0.5));
  }
  LimitSum(lights);
}

std::vector<LightSource> LightsOf(const world::World& world,
                                  const std::vector<RigidTransform>& X_WL) {
  std::vector<LightSource> lights;
  LightSet(world).Place(X_WL, &lights);
  return lights;
}

}  // namespace surefoot::render
