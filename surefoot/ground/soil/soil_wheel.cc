#include "surefoot/ground/soil/soil_wheel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "surefoot/ground/soil/gauss.h"

namespace surefoot::ground {
namespace {

/// Largest half angle of the flat zone, and largest entry angle (rad): beyond them the wheel model
/// does not apply.
constexpr double kMaxFlatAngle = 1.2;
constexpr double kMaxEntryAngle = 1.5;
/// Slips beyond this are indistinguishable from a locked wheel.
constexpr double kMaxSlip = 1e3;

/// Bulldozing grows with the slip angle. For a spinning wheel that hardly moves ahead, the angle is
/// computed with at least this share of the tread's speed.
constexpr double kMinAhead = 0.1;
/// A wall of soil reaches its full resistance when pushed by this share of its height.
constexpr double kWallGive = 0.05;

/// Above this ratio of travel speed to tread speed the shear changes sign within the contact, so
/// the integral is split there even with few points.
constexpr double kBraked = 1.2;

enum Zone { kFront, kFlatZone, kRear, kHoleRear, kFlankRear };

double ClampMagnitude(double value, double max) { return std::clamp(value, -max, max); }

/// Janosi and Hanamoto's 1 - exp(-|j|), with the sign of j; expm1 keeps small j accurate.
double Rise(double j) { return j >= 0.0 ? -std::expm1(-j) : std::expm1(j); }

struct Range {
  const char* what;
  double value;
  double min;
  double max;
};

Status CheckRanges(const world::Soil& soil, const SoilWheel& wheel, const SoilOptions& options) {
  const double inf = std::numeric_limits<double>::infinity();
  const Range ranges[] = {
      {"soil: cohesion (Pa)", soil.cohesion, 0.0, 1e6},
      {"soil: friction angle (rad)", soil.friction_angle, 0.0, 1.05},
      {"soil: exponent", soil.exponent, 0.01, 5.0},
      {"soil: cohesive modulus", soil.cohesive_modulus, -1e12, 1e12},
      {"soil: frictional modulus", soil.frictional_modulus, -1e12, 1e12},
      {"soil: shear modulus along (m)", soil.shear_modulus_x, 1e-5, 1.0},
      {"soil: shear modulus across (m)", soil.shear_modulus_y, 1e-5, 1.0},
      {"soil: density (kg/m^3)", soil.density, 0.0, 1e4},
      {"soil: unloading modulus (Pa/m)", soil.unloading_modulus, 0.0, 1e15},
      {"soil: growth of the unloading modulus (Pa/m^2)", soil.unloading_growth, 0.0, 1e15},
      {"soil: slip sinkage", soil.slip_sinkage, 0.0, 100.0},
      {"soil: dig rate", soil.dig_rate, 0.0, 1.0},
      {"wheel: radius (m)", wheel.radius, 1e-3, 100.0},
      {"wheel: width (m)", wheel.width, 1e-4, 100.0},
      {"wheel: flattening pressure (Pa)", wheel.flattening_pressure, 1.0, inf},
      {"wheel: grousers", static_cast<double>(wheel.grousers), 0.0, 1000.0},
      {"wheel: grouser height (m)", wheel.grouser_height, 0.0, wheel.radius},
      {"options: angle of bulldozing (rad)", options.bulldozing_angle, 1e-6, 1.6},
      {"options: rebound", options.rebound, 0.0, 0.99},
      {"options: gravity (m/s^2)", options.gravity, 0.0, 1e3},
      {"options: points", static_cast<double>(options.points), 2.0, 64.0},
  };
  for (const Range& range : ranges) {
    if (range.value >= range.min && range.value <= range.max) continue;
    return Error{std::string(range.what) + " is " + std::to_string(range.value) + ", accepted is " +
                 std::to_string(range.min) + " to " + std::to_string(range.max)};
  }
  return {};
}

}  // namespace

TreadSlip TreadSlipOf(double slip, double slip_angle) {
  const double ratio = slip >= 0.0 ? 1.0 - slip : 1.0 / std::max(1.0 + slip, 1.0 / kMaxSlip);
  return {1.0 - ratio, ratio * std::tan(slip_angle)};
}

/// Intermediate results of one evaluation. Depths are below the undisturbed surface (m).
struct SoilContact::Call {
  double height = 0.0;
  double theta_0 = 0.0;
  double theta_1 = 0.0;
  double theta_2 = 0.0;
  double sine_0 = 0.0;
  double sine_1 = 0.0;
  double j_1 = 0.0;
  double ratio = 1.0;
  double across = 0.0;
  double modulus = 0.0;
  double deepest = 0.0;
  double pressure = 0.0;
  double cohesion_gain = 1.0;
  double friction_gain = 1.0;
  bool bulldozing = false;
  /// Share of the soil under the tread that entered by the flank.
  double by_flank = 0.0;
  SoilBed bed;
  /// The hole: share of the width over it (0: no hole), and half the lengths of its floor and at
  /// the surface (m).
  SoilHole hole;
  double cover = 0.0;
  double floor_half = 0.0;
  double edge_half = 0.0;
};

/// Integrals over the contact angle.
struct SoilContact::Sums {
  double pressure_cos = 0.0;
  double pressure_sin = 0.0;
  double shear = 0.0;
  double shear_cos = 0.0;
  double shear_sin = 0.0;
  double across = 0.0;
  double across_sin = 0.0;
  double wall = 0.0;
  double hole_wall = 0.0;
  double limit = 0.0;
};

double SoilHole::HalfLength(double radius) const {
  const double height = radius - bottom;
  return depth > 0.0 ? std::sqrt(std::max(0.0, radius * radius - height * height)) : 0.0;
}

double SoilHole::Cover(double width) const {
  return depth > 0.0 ? std::max(0.0, 1.0 - std::abs(beside) / width) : 0.0;
}

double SoilHole::DepthAt(double place, double radius) const {
  const double arc = radius * radius - place * place;
  if (!(depth > 0.0 && arc > 0.0)) return 0.0;
  return std::clamp(std::sqrt(arc) - (radius - bottom), 0.0, depth);
}

Result<SoilContact> SoilContact::Make(const world::Soil& soil, const SoilWheel& wheel,
                                      const SoilOptions& options) {
  if (Status ok = CheckRanges(soil, wheel, options); !ok) return ok.error();
  SoilContact contact;
  contact.soil_ = soil;
  contact.wheel_ = wheel;
  contact.options_ = options;
  contact.modulus_ = soil.cohesive_modulus / wheel.width + soil.frictional_modulus;
  if (!(contact.modulus_ > 0.0)) {
    const bool narrow = soil.cohesive_modulus < 0.0 && soil.frictional_modulus > 0.0;
    const double min = -soil.cohesive_modulus / soil.frictional_modulus;
    return Error{"soil: k_c / width + k_phi is " + std::to_string(contact.modulus_) +
                 " for a wheel of width " + std::to_string(wheel.width) +
                 " m: it must be above 0; " +
                 (narrow ? "these moduli are of wheels wider than " + std::to_string(min) +
                               " m: take others, or contact=\"tyre\" on this ground"
                         : "check the moduli")};
  }
  contact.friction_ = std::tan(soil.friction_angle);
  if (wheel.grousers > 0 && wheel.grouser_height > 0.0) {
    const double over_width = wheel.grouser_height / wheel.width;
    contact.cohesion_gain_ = 1.0 + 2.0 * over_width;
    contact.friction_gain_ = 1.0 + 0.64 * over_width * std::atan(1.0 / over_width);
  }
  contact.wall_ = SoilWall(soil, options.gravity);
  contact.sliding_ = SlidingBearing(soil.friction_angle);
  const GaussRule& rule = GaussLegendre(options.points);
  contact.nodes_ = rule.nodes.data();
  contact.weights_ = rule.weights.data();
  return contact;
}

/// Wong's unloading modulus k_0 + A_u z (Pa/m), at least 5 % above the tangent of the loading
/// curve; ten times the secant where the soil gives none.
double SoilContact::Unload(double deepest) const {
  const double secant = modulus_ * std::pow(deepest, soil_.exponent - 1.0);
  const double min = 1.05 * std::max(1.0, soil_.exponent) * secant;
  const double given = soil_.unloading_modulus + soil_.unloading_growth * deepest;
  return std::max(min, given > 0.0 ? given : 10.0 * secant);
}

SoilBed SoilContact::BedAfter(double deepest) const {
  if (!(deepest > 1e-9)) return {};
  const double pressure = modulus_ * std::pow(deepest, soil_.exponent);
  return {std::max(0.0, deepest - pressure / Unload(deepest)), deepest};
}

double SoilContact::Pressure(double z, const SoilBed& bed) const {
  if (z <= bed.floor) return 0.0;
  if (z >= bed.deepest) {
    return soil_.exponent == 1.0 ? modulus_ * z : modulus_ * std::pow(z, soil_.exponent);
  }
  const double max = modulus_ * std::pow(bed.deepest, soil_.exponent);
  return max * (z - bed.floor) / (bed.deepest - bed.floor);
}

double SoilContact::DepthOf(double pressure, const SoilBed& bed) const {
  const double max = bed.deepest > 0.0 ? modulus_ * std::pow(bed.deepest, soil_.exponent) : 0.0;
  if (pressure < max) return bed.floor + (bed.deepest - bed.floor) * pressure / max;
  return std::pow(pressure / modulus_, 1.0 / soil_.exponent);
}

double SoilContact::ContactAngle(double height, const SoilBed& bed) const {
  const double entry =
      std::clamp((height + bed.floor) / wheel_.radius, std::cos(kMaxEntryAngle), 1.0);
  if (!std::isfinite(wheel_.flattening_pressure)) return std::acos(entry);
  const double exit = (height + DepthOf(wheel_.flattening_pressure, bed)) / wheel_.radius;
  const double theta_0 = std::acos(entry);
  return theta_0 + std::min(theta_0, std::acos(std::clamp(exit, std::cos(kMaxFlatAngle), 1.0)));
}

/// Factor on the pressure by which a slipping wheel sinks deeper at the same load.
double SoilContact::Softening(const Call& call) const {
  double deeper = 1.0;
  if (options_.slip_sinkage == SlipSinkage::kLyasko) {
    const double s = std::clamp(1.0 - call.ratio, 0.0, 1.0);
    deeper = (1.0 + s) / (1.0 - 0.5 * s);
  } else if (soil_.slip_sinkage > 0.0) {
    const double slipping = std::hypot(1.0 - call.ratio, call.across);
    const double fastest = std::max(1.0, std::hypot(call.ratio, call.across));
    deeper = 1.0 + soil_.slip_sinkage * slipping / fastest;
  }
  return deeper == 1.0 ? 1.0 : std::pow(deeper, -soil_.exponent);
}

double SoilContact::RemovedDepth(const Call& call, double sine) const {
  if (!(call.cover > 0.0)) return 0.0;
  return call.cover * call.hole.DepthAt(wheel_.radius * sine + call.hole.ahead, wheel_.radius);
}

SoilContact::Call SoilContact::Prepare(double height, const TreadSlip& slip, const SoilBed& bed,
                                       const SoilHole& hole) const {
  Call call;
  const double radius = wheel_.radius;
  if (hole.depth > 0.0) {
    call.hole = hole;
    call.cover = hole.Cover(wheel_.width);
    call.edge_half = hole.HalfLength(radius);
    const double floor = radius - hole.bottom + hole.depth;
    call.floor_half = std::sqrt(std::max(0.0, radius * radius - floor * floor));
  }
  const double gone = RemovedDepth(call, 0.0);
  call.bed = bed;
  call.ratio = 1.0 - ClampMagnitude(slip.x, kMaxSlip);
  call.across = ClampMagnitude(slip.y, kMaxSlip);
  call.modulus = Softening(call);
  call.height = height;
  const double cos_0 = (height + bed.floor) / radius;
  call.theta_0 = std::acos(std::clamp(cos_0, std::cos(kMaxEntryAngle), 1.0));
  const double flat = wheel_.flattening_pressure;
  if (std::isfinite(flat)) {
    const double cos_1 = (height + gone + DepthOf(flat / call.modulus, bed)) / radius;
    call.theta_1 = std::acos(std::clamp(cos_1, std::cos(kMaxFlatAngle), 1.0));
    call.theta_1 = std::min(call.theta_1, call.theta_0);
  }
  const double cos_low = std::cos(call.theta_1);
  call.deepest = radius * cos_low - height;
  call.pressure = call.modulus * Pressure(call.deepest - gone, bed);
  const double back = options_.rebound * (call.deepest - bed.floor);
  call.theta_2 = std::acos(std::clamp(cos_low - back / radius, 0.0, 1.0));
  call.sine_0 = std::sin(call.theta_0);
  call.sine_1 = std::sin(call.theta_1);
  // Shear displacement at the start of the flat zone.
  call.j_1 = radius * (call.theta_0 - call.theta_1 - call.ratio * (call.sine_0 - call.sine_1));
  call.bulldozing = options_.bulldozing == Bulldozing::kHegedus;
  if (options_.bulldozing == Bulldozing::kWall) {
    call.by_flank = ShareByFlank(radius * call.sine_0, wheel_.width, call.ratio, call.across);
    call.pressure += call.by_flank * (SlidingPressure(call.deepest - gone) - call.pressure);
  }
  // Number of grousers in the contact; below one, their effect is proportional to it.
  const double held = wheel_.grousers * (call.theta_0 + call.theta_1) / (2.0 * M_PI);
  const double share = std::min(1.0, held);
  call.cohesion_gain = 1.0 + (cohesion_gain_ - 1.0) * share;
  call.friction_gain = 1.0 + (friction_gain_ - 1.0) * share;
  return call;
}

/// Wong and Reece: j(theta) = R ((theta_0 - theta) - ratio (sin theta_0 - sin theta)).
double SoilContact::Shear(const Call& call, double theta, double sine) const {
  if (options_.flat_shear == FlatShear::kFlat && theta < call.theta_1) {
    return call.j_1 + wheel_.radius * (1.0 - call.ratio) * (call.sine_1 - sine);
  }
  return wheel_.radius * (call.theta_0 - theta - call.ratio * (call.sine_0 - sine));
}

void SoilContact::AddPoint(const Call& call, double theta, double weight, double pressure, double z,
                           Sums* sums) const {
  const double sine = std::sin(theta);
  const double cosine = std::sqrt(1.0 - sine * sine);
  if (call.cover > 0.0) {
    const double left = std::max(0.0, z - RemovedDepth(call, sine));
    const double held = wall_.PerLength(z) - wall_.PerLength(left);
    z = left;
    if (theta >= -call.theta_1) sums->hole_wall += weight * held * wheel_.radius * cosine;
    if (!(pressure > 0.0)) return;
  }
  const double x = Shear(call, theta, sine) / soil_.shear_modulus_x;
  const double y = wheel_.radius * call.across * (call.theta_0 - theta) / soil_.shear_modulus_y;
  // Mohr-Coulomb limit c + p tan(phi); grousers raise it along the wheel only.
  const double limit = soil_.cohesion + pressure * friction_;
  const double limit_x =
      soil_.cohesion * call.cohesion_gain + pressure * friction_ * call.friction_gain;
  double along, across;
  if (options_.shear == SoilShear::kIndependent) {
    along = limit_x * Rise(x);
    across = y == 0.0 ? 0.0 : limit * Rise(y);
  } else {
    // The vector law keeps the resultant within the limit.
    const double size = std::hypot(x, y);
    const double rise = size > 0.0 ? Rise(size) / size : 1.0;
    along = limit_x * rise * x;
    across = limit * rise * y;
  }
  sums->pressure_cos += weight * pressure * cosine;
  sums->pressure_sin += weight * pressure * sine;
  sums->shear += weight * along;
  sums->shear_cos += weight * along * cosine;
  sums->shear_sin += weight * along * sine;
  sums->across += weight * across;
  sums->across_sin += weight * across * sine;
  sums->limit += weight * limit_x;
  if (!call.bulldozing) return;
  sums->wall += weight * wall_.PerLength(z) * (wheel_.radius - z * cosine);
}

void SoilContact::AddPanel(const Call& call, int zone, double from, double to, Sums* sums) const {
  const double length = to - from;
  if (!(length > 0.0)) return;
  // The pressure starts as a power of the angle; the substitution u^2 makes it smooth for the
  // quadrature.
  const bool squared = zone == kFront && soil_.exponent != 1.0;
  for (int i = 0; i < options_.points; ++i) {
    const double u = nodes_[i];
    const double theta = squared ? to - length * u * u : from + length * u;
    double weight = length * weights_[i] * (squared ? 2.0 * u : 1.0);
    double z = call.deepest;
    double pressure = call.pressure;
    if (zone != kFlatZone) z = std::max(0.0, wheel_.radius * std::cos(theta) - call.height);
    if (zone == kFront || zone == kHoleRear) {
      const double gone = call.cover > 0.0 ? RemovedDepth(call, std::sin(theta)) : 0.0;
      pressure = call.modulus * Pressure(z - gone, call.bed);
      pressure += call.by_flank * (SlidingPressure(z - gone) - pressure);
    }
    if (zone == kFlankRear) pressure = call.by_flank * SlidingPressure(z);
    if (zone == kRear) {
      const double back = options_.rebound * (call.deepest - call.bed.floor);
      pressure = call.pressure * std::max(0.0, 1.0 - (call.deepest - z) / back);
    }
    if (zone == kFlatZone && options_.flat_measure == FlatMeasure::kChord) {
      weight *= std::cos(theta);
    }
    AddPoint(call, theta, weight, pressure, z, sums);
  }
}

void SoilContact::AddZone(const Call& call, int zone, double from, double to, Sums* sums) const {
  if (!options_.split && call.ratio < kBraked) return AddPanel(call, zone, from, to, sums);
  // The shear displacement has extrema at +-acos(1 / ratio) and is monotone between them.
  std::array<double, 8> cuts = {from, to};
  int count = 2;
  const auto inside = [&](double theta) { return theta > from && theta < to; };
  if (call.ratio > 1.0) {
    const double turn = std::acos(1.0 / call.ratio);
    for (const double theta : {-turn, turn}) {
      if (inside(theta)) cuts[count++] = theta;
    }
  }
  // Depth at which the pressure law changes from reloading to first loading.
  const double bend = (call.height + call.bed.deepest) / wheel_.radius;
  if (zone == kFront && call.bed.deepest > 0.0 && bend < 1.0 && bend > 0.0) {
    if (inside(std::acos(bend))) cuts[count++] = std::acos(bend);
  }
  std::sort(cuts.begin(), cuts.begin() + count);
  const auto shear = [&](double theta) { return Shear(call, theta, std::sin(theta)); };
  for (int i = 0; i + 1 < count; ++i) {
    double low = cuts[i];
    double high = cuts[i + 1];
    // At the entry the displacement is 0, which is not a change of sign.
    const double inner = high == call.theta_0 ? high - 1e-9 * (high - low) : high;
    if (shear(low) * shear(inner) >= 0.0) {
      AddPanel(call, zone, low, high, sums);
      continue;
    }
    double left = low;
    double right = inner;
    // Bisection for the zero of the displacement; 60 halvings reach the last bit.
    for (int round = 0; round < 60; ++round) {
      const double middle = 0.5 * (left + right);
      (shear(middle) * shear(low) > 0.0 ? left : right) = middle;
    }
    AddPanel(call, zone, low, left, sums);
    AddPanel(call, zone, left, high, sums);
  }
}

/// Pressure of soil that slides under the tread without having been compacted by it.
double SoilContact::SlidingPressure(double z) const {
  if (!(z > 0.0)) return 0.0;
  const double max = sliding_.surcharge * soil_.density * options_.gravity * z +
                     sliding_.cohesion * soil_.cohesion;
  return std::min(max, Pressure(z, {}));
}

void SoilContact::AddFlank(const Call& call, SoilForces* out) const {
  const FlankForces flank = FlankOf(wall_, wheel_.radius, call.height, call.ratio, call.across,
                                    nodes_, weights_, options_.points);
  out->fx += flank.fx;
  out->fy += flank.fy;
  out->fz += flank.fz;
  out->torque += flank.torque;
  out->bulldozing += flank.fy;
}

/// Integrates the front in pieces, split at the ends of the hole's floor and of the hole, and the
/// wall behind the wheel.
void SoilContact::AddHole(const Call& call, Sums* front) const {
  const auto angle = [&](double place) {
    return std::asin(std::clamp((place - call.hole.ahead) / wheel_.radius, -1.0, 1.0));
  };
  double from = call.theta_1;
  for (const double half : {call.floor_half, call.edge_half}) {
    const double to = std::clamp(angle(half), from, call.theta_0);
    AddZone(call, kFront, from, to, front);
    from = to;
  }
  AddZone(call, kFront, from, call.theta_0, front);
  const double last = std::max(angle(-call.edge_half), -call.theta_0);
  const double first = std::min(angle(-call.floor_half), -call.theta_1);
  if (last < first) AddZone(call, kHoleRear, last, first, front);
}

SoilForces SoilContact::AtHeight(double height, const TreadSlip& slip, const SoilBed& bed,
                                 const SoilHole& hole) const {
  SoilForces out;
  if (!(height + bed.floor < wheel_.radius)) return out;
  const Call call = Prepare(height, slip, bed, hole);
  Sums front, flat;
  if (call.cover > 0.0) {
    AddHole(call, &front);
  } else {
    AddZone(call, kFront, call.theta_1, call.theta_0, &front);
  }
  if (call.by_flank > 0.0 && !(call.cover > 0.0)) {
    AddZone(call, kFlankRear, -call.theta_0, -call.theta_1, &front);
  }
  if (call.theta_2 > call.theta_1) AddZone(call, kRear, -call.theta_2, -call.theta_1, &front);
  if (call.theta_1 > 0.0) AddZone(call, kFlatZone, -call.theta_1, call.theta_1, &flat);
  const double radius = wheel_.radius;
  const double area = radius * wheel_.width;
  // fz: pressure and shear of the front, plus the flat zone in closed form. Signs as in SoilForces.
  out.theta_0 = call.theta_0;
  out.theta_1 = call.theta_1;
  out.sinkage = call.deepest;
  out.collapsed = call.theta_1 >= kMaxFlatAngle;
  out.compaction = area * front.pressure_sin;
  out.fz = area * (front.pressure_cos + front.shear_sin) + 2.0 * area * call.sine_1 * call.pressure;
  out.fx = area * (front.shear_cos - front.pressure_sin + flat.shear);
  const double ahead = std::max(std::abs(call.ratio), kMinAhead);
  const double angle = std::atan2(call.across, ahead);
  out.bulldozing = -(front.wall + flat.wall) * std::tanh(angle / options_.bulldozing_angle);
  if (call.cover > 0.0 && call.bulldozing) {
    // The rear half of the flank is at the wall like the front half.
    const double pushed = call.hole.beside / (kWallGive * std::max(call.deepest, 1e-6));
    out.bulldozing -= (2.0 * front.hole_wall + flat.hole_wall) * std::tanh(pushed);
  }
  out.fy = -area * (front.across + flat.across) + out.bulldozing;
  out.mz = -radius * area * (front.across_sin + flat.across_sin);
  out.torque = radius * area * (front.shear + std::cos(call.theta_1) * flat.shear);
  if (options_.bulldozing == Bulldozing::kWall) AddFlank(call, &out);
  out.shear_capacity = area * (front.limit + flat.limit);
  return out;
}

Result<SoilForces> SoilContact::AtLoad(double load, const TreadSlip& slip,
                                       const SoilBed& bed) const {
  if (!(load > 0.0) || !std::isfinite(load)) {
    return Error{"load is " + std::to_string(load) + " N; it must be above 0"};
  }
  const double top = wheel_.radius - bed.floor;
  // A wheel that ploughs may sink below its hub.
  const double depth = options_.bulldozing == Bulldozing::kWall ? -0.8 : std::cos(kMaxEntryAngle);
  double low = wheel_.radius * depth - bed.floor;
  double high = top;
  const SoilForces max = AtHeight(low, slip, bed);
  const bool flattens = std::isfinite(wheel_.flattening_pressure);
  // Regula falsi with the Illinois modification; bisection where the wheel collapses, because its
  // force has no meaning there.
  double above = max.collapsed ? 0.0 : max.fz - load;
  double below = -load;
  SoilForces out;
  out.fz = 2.0 * load;
  bool low_moved = true;
  for (int round = 0; round < 100 && high - low > 1e-16 * wheel_.radius; ++round) {
    double height = 0.5 * (low + high);
    if (above > 0.0) {
      const double guess = low + (high - low) * above / (above - below);
      if (guess > low && guess < high) height = guess;
    }
    const SoilForces now = AtHeight(height, slip, bed);
    const double rest = now.fz - load;
    if (!now.collapsed && std::abs(rest) < std::abs(out.fz - load)) out = now;
    if (!now.collapsed && std::abs(rest) <= 1e-14 * load) break;
    if (now.collapsed || rest > 0.0) {
      if (low_moved) below *= 0.5;
      low = height;
      above = now.collapsed ? 0.0 : rest;
      low_moved = true;
    } else {
      if (!low_moved) above *= 0.5;
      high = height;
      below = rest;
      low_moved = false;
    }
  }
  if (std::abs(out.fz - load) > 1e-6 * load + 1e-9) {
    return Error{std::string(flattens ? "the wheel collapses" : "the wheel sinks to its hub") +
                 " under " + std::to_string(load) + " N: it carries " +
                 std::to_string(std::max(out.fz, flattens ? out.fz : max.fz)) +
                 " N; lower the load, or take a stiffer wheel or soil"};
  }
  return out;
}

}  // namespace surefoot::ground
