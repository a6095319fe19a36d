#include "surefoot/geometry/mesh/loft.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh/uri_options.h"

namespace surefoot {
namespace {

constexpr char kName[] = "surefoot:loft";
constexpr double kPi = 3.14159265358979323846;
/// Limits of a loft: m, and number of rings.
constexpr double kMaxSize = 100.0;
constexpr std::size_t kMaxRings = 64;

using Ring = LoftSpec::Ring;

/// Catmull-Rom spline (Catmull and Rom 1974) from b to c, for t from 0 to 1, in Hermite form with
/// the tangents (c - a) / 2 and (d - b) / 2.
double Between(double a, double b, double c, double d, double t) {
  const double m0 = 0.5 * (c - a);
  const double m1 = 0.5 * (d - b);
  const double t2 = t * t;
  const double t3 = t2 * t;
  return (2.0 * t3 - 3.0 * t2 + 1.0) * b + (t3 - 2.0 * t2 + t) * m0 + (3.0 * t2 - 2.0 * t3) * c +
         (t3 - t2) * m1;
}

Ring RingBetween(const std::vector<Ring>& rings, std::size_t i, double t) {
  const Ring& a = rings[i == 0 ? 0 : i - 1];
  const Ring& b = rings[i];
  const Ring& c = rings[i + 1];
  const Ring& d = rings[std::min(i + 2, rings.size() - 1)];
  Ring ring;
  ring.place = b.place + t * (c.place - b.place);
  // The spline may overshoot below zero where the hull tapers off.
  ring.width = std::max(0.0, Between(a.width, b.width, c.width, d.width, t));
  ring.height = std::max(0.0, Between(a.height, b.height, c.height, d.height, t));
  ring.u = Between(a.u, b.u, c.u, d.u, t);
  ring.v = Between(a.v, b.v, c.v, d.v, t);
  return ring;
}

std::vector<Ring> FineRings(const LoftSpec& spec) {
  std::vector<Ring> fine = {spec.rings.front()};
  for (std::size_t i = 0; i + 1 < spec.rings.size(); ++i) {
    for (int step = 1; step < spec.steps; ++step) {
      fine.push_back(RingBetween(spec.rings, i, static_cast<double>(step) / spec.steps));
    }
    fine.push_back(spec.rings[i + 1]);
  }
  return fine;
}

double SignedPower(double value, double exponent) {
  return std::copysign(std::pow(std::abs(value), exponent), value);
}

/// From axis, u and v to x, y, z.
Vector3d PointOf(const LoftSpec& spec, double place, double u, double v) {
  Vector3d point;
  point[spec.axis] = place;
  point[(spec.axis + 1) % 3] = u;
  point[(spec.axis + 2) % 3] = v;
  return point;
}

/// Points of a superellipse |u|^n + |v|^n = 1 (Lamé), by the angles of an ellipse.
void AddRing(const LoftSpec& spec, const Ring& ring, TriMesh* mesh) {
  for (int i = 0; i < spec.segments; ++i) {
    const double angle = 2.0 * kPi * i / spec.segments;
    const double u = 0.5 * ring.width * SignedPower(std::cos(angle), 2.0 / spec.round);
    const double v = 0.5 * ring.height * SignedPower(std::sin(angle), 2.0 / spec.round);
    mesh->vertices.push_back(PointOf(spec, ring.place, ring.u + u, ring.v + v));
  }
}

/// A fan between a ring and its centre; `first` is the ring's first vertex.
void AddEnd(const LoftSpec& spec, const Ring& ring, std::uint32_t first, bool at_start,
            TriMesh* mesh) {
  const auto middle = static_cast<std::uint32_t>(mesh->vertices.size());
  mesh->vertices.push_back(PointOf(spec, ring.place, ring.u, ring.v));
  const auto count = static_cast<std::uint32_t>(spec.segments);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = first + i;
    const std::uint32_t b = first + (i + 1) % count;
    if (at_start) {
      mesh->triangles.push_back({middle, b, a});
    } else {
      mesh->triangles.push_back({middle, a, b});
    }
  }
}

Status CheckRings(const std::vector<Ring>& rings) {
  if (rings.size() < 2 || rings.size() > kMaxRings) {
    return Error{"a loft has " + std::to_string(rings.size()) + " rings; accepted: 2 to 64"};
  }
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const Ring& ring = rings[i];
    const bool is_end = i == 0 || i + 1 == rings.size();
    for (const double size : {ring.width, ring.height}) {
      if (!(size >= 0.0 && size <= kMaxSize) || (size == 0.0 && !is_end)) {
        return Error{"ring " + std::to_string(i + 1) +
                     " of a loft has a width or height outside 0 to 100 m, or a zero size between "
                     "the ends"};
      }
    }
    for (const double place : {ring.place, ring.u, ring.v}) {
      if (!(std::abs(place) <= kMaxSize)) {
        return Error{"ring " + std::to_string(i + 1) +
                     " of a loft is more than 100 m from the origin"};
      }
    }
    if (i > 0 && !(ring.place > rings[i - 1].place)) {
      return Error{"ring " + std::to_string(i + 1) +
                   " of a loft must have a larger position than the one before"};
    }
  }
  return Status();
}

Status CheckLoft(const LoftSpec& spec) {
  const Status rings = CheckRings(spec.rings);
  if (!rings.ok()) return rings;
  if (!(spec.round >= 0.5 && spec.round <= 20.0)) return Error{"round of a loft: 0.5 to 20"};
  if (spec.segments < 3 || spec.segments > 256) return Error{"segments of a loft: 3 to 256"};
  if (spec.steps < 1 || spec.steps > 64) return Error{"steps of a loft: 1 to 64"};
  return Status();
}

/// "PLACE,WIDTH,HEIGHT", optionally followed by "U" and "V".
bool ParseRing(const std::string& text, LoftSpec* spec) {
  const auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  if (count < 3 || count > 5) return false;
  std::vector<double> numbers(count);
  if (!ParseOptions(text, ',', &numbers)) return false;
  numbers.resize(5, 0.0);
  spec->rings.push_back(Ring{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]});
  return true;
}

bool ParseAxis(const std::string& text, LoftSpec* spec) {
  if (text != "x" && text != "y" && text != "z") return false;
  spec->axis = text[0] - 'x';
  return true;
}

}  // namespace

Result<TriMesh> MakeLoft(const LoftSpec& spec) {
  const Status status = CheckLoft(spec);
  if (!status.ok()) return status.error();
  const std::vector<Ring> rings = FineRings(spec);
  const auto count = static_cast<std::uint32_t>(spec.segments);
  TriMesh mesh;
  for (const Ring& ring : rings) AddRing(spec, ring, &mesh);
  for (std::uint32_t r = 0; r + 1 < rings.size(); ++r) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t a = r * count + i;
      const std::uint32_t b = r * count + (i + 1) % count;
      mesh.triangles.push_back({a, b, b + count});
      mesh.triangles.push_back({a, b + count, a + count});
    }
  }
  const auto last = static_cast<std::uint32_t>(rings.size() - 1) * count;
  AddEnd(spec, rings.front(), 0, true, &mesh);
  AddEnd(spec, rings.back(), last, false, &mesh);
  return mesh;
}

bool IsLoftUri(const std::string& uri) { return WithoutOptions(uri) == kName; }

Result<LoftSpec> ParseLoftUri(const std::string& uri) {
  if (!IsLoftUri(uri)) return Error{"'" + uri + "' does not begin with " + kName};
  LoftSpec spec;
  const Status status = SetOptions(
      uri,
      {{"axis", [&](const std::string& text) { return ParseAxis(text, &spec); }},
       {"ring", [&](const std::string& text) { return ParseRing(text, &spec); }},
       NumberOption("round", &spec.round),
       NumberOption("segments", &spec.segments),
       NumberOption("steps", &spec.steps)},
      "loft", " of a loft",
      "axis=x, ring=0,0.1,0.08, ring=0.1,0.1,0.08,0,0.01, round=2.5, segments=24, steps=4");
  if (!status.ok()) return status.error();
  return spec;
}

}  // namespace surefoot
