#pragma once

/// What wheels and the ground under them are made of: plain data for the ground models.

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/ground_map.h"

namespace surefoot::world {

/// Who computes the contact of a wheel with what cannot move: the engine, the tyre on hard ground,
/// or the wheel in soft soil (where the ground has no soil, the tyre).
enum class WheelContact { kEngine, kTyre, kSoil };
inline constexpr const char* kWheelContactNames[] = {"engine", "tyre", "soil"};

/// "engine", "tyre", "soil".
const char* WheelContactName(WheelContact contact);
/// Nothing when it is none of them.
std::optional<WheelContact> ParseWheelContact(const std::string& name);

/// Ground that does not yield. A value of 0 for slip_stiffness means 8 mu.
struct HardGround {
  double mu = 0.8;
  /// Slip stiffness per unit of load.
  double slip_stiffness = 0.0;
  /// Rolling resistance over load.
  double rolling_resistance = 0.015;
  /// Unevenness below what the shape shows: spectral density at 0.1 cycles/m (m^3, ISO 8608) and
  /// its waviness; 0: smooth.
  double roughness = 0.0;
  double waviness = 2.0;
  /// How much of a tyre's lugs it feels: 1 where it is hard, less where it takes them in.
  double lug_share = 1.0;
};

/// Along and across: each on its own (Ishigami), or one displacement with a direction, which keeps
/// to Mohr and Coulomb in the plane.
enum class SoilShear { kIndependent, kVector };
inline constexpr const char* kSoilShearNames[] = {"independent", "vector"};
/// How long the flattened zone is for shear: the arc it came from, or its chord.
enum class FlatMeasure { kArc, kChord };
inline constexpr const char* kFlatMeasureNames[] = {"arc", "chord"};
/// Shear displacement in the flattened zone: as on the circle, or of a belt that runs straight.
enum class FlatShear { kCircle, kFlat };
inline constexpr const char* kFlatShearNames[] = {"circle", "belt"};
/// Soil beside the wheel: pushed by the front half (Hegedus), not at all, or as a wall along the
/// whole flank with its friction, and a tread that bears less the more of its soil came in there.
enum class Bulldozing { kHegedus, kNone, kWall };
inline constexpr const char* kBulldozingNames[] = {"hegedus", "none", "wall"};
/// Deeper sinkage with slip: 1 + g S times that without, g the soil's and S the speed of slipping,
/// along and across, over the faster of tread and wheel; or Lyasko's (1 + s) / (1 - s/2), driving.
enum class SlipSinkage { kLinear, kLyasko };
inline constexpr const char* kSlipSinkageNames[] = {"linear", "lyasko"};

/// How a wheel in soil is computed.
struct SoilModel {
  SoilShear shear = SoilShear::kIndependent;
  FlatMeasure flat_measure = FlatMeasure::kArc;
  FlatShear flat_shear = FlatShear::kCircle;
  Bulldozing bulldozing = Bulldozing::kHegedus;
  /// Slip angle over which bulldozing builds up (rad).
  double bulldozing_angle = 0.017453292519943295;
  SlipSinkage slip_sinkage = SlipSinkage::kLinear;
  /// Soil that comes back behind the wheel, over sinkage: [0, 1).
  double rebound = 0.0;
};

/// Soil after Bekker, Janosi and Hanamoto, Mohr and Coulomb.
struct Soil {
  double cohesion = 0.0;
  /// rad.
  double friction_angle = 0.0;
  /// Exponent and moduli of pressure and sinkage (N/m^(n+1), N/m^(n+2)).
  double exponent = 1.0;
  double cohesive_modulus = 0.0;
  double frictional_modulus = 0.0;
  /// Shear displacements (m).
  double shear_modulus_x = 0.0;
  double shear_modulus_y = 0.0;
  /// kg/m^3.
  double density = 0.0;
  /// Unloading and reloading after Wong, k_0 + A_u z (Pa/m, Pa/m^2); zeros: ten times the secant.
  double unloading_modulus = 0.0;
  double unloading_growth = 0.0;
  /// Sinkage grows by this share per unit of slip; depth dug away per length of tread that slips.
  double slip_sinkage = 0.0;
  double dig_rate = 0.0;
  /// Wheels leave ruts, and meet those of wheels before.
  bool ruts = false;
  SoilModel model = {};
};

/// A ground by name: what a surface of that name (Surface::name) is like under a wheel.
struct GroundMaterial {
  std::string name;
  HardGround hard;
  bool has_soil = false;
  Soil soil;
  /// Who computes the contact of wheels on it; absent: as the wheel says.
  std::optional<WheelContact> contact;
  /// Where it is made of other grounds of the world.
  GroundMap map;
  /// Where the numbers come from, and how sure they are.
  std::string source_text;
  Source source;
};

/// A wheel's tyre. Zeros are filled in from radius, width and load (ground/tyre/tyre_defaults.h).
struct Tyre {
  /// At the nominal load: radial stiffness and damping (N/m, N s/m).
  double stiffness = 0.0;
  double damping = 0.0;
  /// Of the tread against the rim, standing (N/m).
  double shear_stiffness_x = 0.0;
  double shear_stiffness_y = 0.0;
  /// Tread lugs around the wheel, and the amplitudes of their first harmonics (m): of the radius,
  /// and of how far the tread is ahead of even rolling while a lug passes.
  int lugs = 0;
  std::array<double, 8> lug_amplitudes{};
  std::array<double, 8> lug_amplitudes_along{};
  /// How far the wheel rolls from angle 0 of its joint until a lug is lowest (rad). Absent:
  /// anywhere, but wheels of a model with the same text have their lugs at the same angles; empty:
  /// each its own.
  std::optional<double> lug_angle;
  std::string lug_phases;
  /// In soil: the pressure at which the wheel starts to flatten (Pa); grousers.
  double flattening_pressure = std::numeric_limits<double>::infinity();
  int grousers = 0;
  double grouser_height = 0.0;
  /// False: guessed from the size.
  bool calibrated = false;
};

/// A wheel of a World.
struct Wheel {
  /// World ids: the link that is round, and the joint about which it spins.
  int link = 0;
  int joint = 0;
  /// Index of the round collision in the link; -1: none.
  int collision = -1;
  /// Centre, and axle (to the left when the wheel rolls forward about it), in the link's frame.
  Vector3d p_LC = Vector3d::Zero();
  Vector3d axle_L = Vector3d::UnitY();
  double radius = 0.0;
  double width = 0.0;
  /// Load when its model stands on level ground (N).
  double nominal_load = 0.0;
  /// On surfaces that do not choose for themselves.
  WheelContact contact = WheelContact::kSoil;
  Tyre tyre;
  /// Found by its shape; no file says that it is one.
  bool proposed = false;
};

}  // namespace surefoot::world
