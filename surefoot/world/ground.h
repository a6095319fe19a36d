#pragma once

/// Parameters of wheels and of the ground under them: plain data for the models in
/// surefoot/ground.

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/ground_map.h"

namespace surefoot::world {

/// What computes the contact of a wheel with static shapes: the engine, the tyre model on hard
/// ground, or the wheel model for soft soil (the tyre model where the ground has no soil).
enum class WheelContact { kEngine, kTyre, kSoil };
inline constexpr const char* kWheelContactNames[] = {"engine", "tyre", "soil"};

/// "engine", "tyre", "soil".
const char* WheelContactName(WheelContact contact);
/// std::nullopt for other names.
std::optional<WheelContact> ParseWheelContact(const std::string& name);

/// Ground that does not deform. A slip_stiffness of 0 means 8 mu.
struct HardGround {
  double mu = 0.8;
  /// Slip stiffness divided by the load (1).
  double slip_stiffness = 0.0;
  /// Rolling resistance force divided by the load (1).
  double rolling_resistance = 0.015;
  /// Unevenness below the resolution of the shape: power spectral density of the height at 0.1
  /// cycles/m (m^3, ISO 8608), and the exponent of its decrease (waviness). 0: smooth.
  double roughness = 0.0;
  double waviness = 2.0;
  /// Fraction of a tyre's lug profile that acts on the wheel: 1 on hard ground, less where lugs
  /// penetrate.
  double lug_share = 1.0;
};

/// Shear stress along and across: computed independently (Ishigami), or from one displacement
/// vector, which satisfies the Mohr-Coulomb limit in the plane.
enum class SoilShear { kIndependent, kVector };
inline constexpr const char* kSoilShearNames[] = {"independent", "vector"};
/// Length of the flattened contact zone for shear: the arc it replaces, or its chord.
enum class FlatMeasure { kArc, kChord };
inline constexpr const char* kFlatMeasureNames[] = {"arc", "chord"};
/// Shear displacement in the flattened zone: as on the circle, or as under a straight belt.
enum class FlatShear { kCircle, kFlat };
inline constexpr const char* kFlatShearNames[] = {"circle", "belt"};
/// Force of the soil beside the wheel: on its front half (Hegedus), none, or as a wall along the
/// whole flank with friction; the tread then carries less as soil accumulates there.
enum class Bulldozing { kHegedus, kNone, kWall };
inline constexpr const char* kBulldozingNames[] = {"hegedus", "none", "wall"};
/// Increase of sinkage with slip: the factor 1 + g S, with the soil's coefficient g and S the slip
/// velocity (longitudinal and lateral) over the larger of tread and wheel velocity; or Lyasko's (1
/// + s) / (1 - s/2) for driven wheels.
enum class SlipSinkage { kLinear, kLyasko };
inline constexpr const char* kSlipSinkageNames[] = {"linear", "lyasko"};

/// Variants of the wheel-soil model.
struct SoilModel {
  SoilShear shear = SoilShear::kIndependent;
  FlatMeasure flat_measure = FlatMeasure::kArc;
  FlatShear flat_shear = FlatShear::kCircle;
  Bulldozing bulldozing = Bulldozing::kHegedus;
  /// Slip angle over which the bulldozing force builds up (rad).
  double bulldozing_angle = 0.017453292519943295;
  SlipSinkage slip_sinkage = SlipSinkage::kLinear;
  /// Elastic recovery of the soil behind the wheel divided by the sinkage: [0, 1).
  double rebound = 0.0;
};

/// Soil parameters: pressure-sinkage relation of Bekker, shear stress of Janosi and Hanamoto,
/// strength of Mohr and Coulomb.
struct Soil {
  double cohesion = 0.0;
  /// Internal friction angle (rad).
  double friction_angle = 0.0;
  /// Bekker's sinkage exponent n and moduli k_c (N/m^(n+1)) and k_phi (N/m^(n+2)).
  double exponent = 1.0;
  double cohesive_modulus = 0.0;
  double frictional_modulus = 0.0;
  /// Shear deformation moduli K of Janosi and Hanamoto (m).
  double shear_modulus_x = 0.0;
  double shear_modulus_y = 0.0;
  /// Bulk density (kg/m^3).
  double density = 0.0;
  /// Unloading and reloading stiffness after Wong, k_0 + A_u z (Pa/m, Pa/m^2); zeros: ten times
  /// the secant.
  double unloading_modulus = 0.0;
  double unloading_growth = 0.0;
  /// Coefficient g of the slip sinkage; depth excavated per length of slipping tread (1).
  double slip_sinkage = 0.0;
  double dig_rate = 0.0;
  /// True if wheels leave ruts, which later wheels meet.
  bool ruts = false;
  SoilModel model = {};
};

/// A ground with a name: how surfaces of that name (Surface::name) behave under a wheel.
struct GroundMaterial {
  std::string name;
  HardGround hard;
  bool has_soil = false;
  Soil soil;
  /// What computes the contact of wheels on it; absent: the wheel decides.
  std::optional<WheelContact> contact;
  /// Where other grounds of the world replace it.
  GroundMap map;
  /// Origin and reliability of the numbers.
  std::string source_text;
  Source source;
};

/// A wheel's tyre. Zeros are replaced by estimates from radius, width and load
/// (ground/tyre/tyre_defaults.h).
struct Tyre {
  /// Radial stiffness (N/m) and damping (N s/m) at the nominal load.
  double stiffness = 0.0;
  double damping = 0.0;
  /// Stiffness of the tread relative to the rim at standstill (N/m).
  double shear_stiffness_x = 0.0;
  double shear_stiffness_y = 0.0;
  /// Number of tread lugs, and the amplitudes of the first harmonics (m) of the radius and of the
  /// tread's lead over uniform rolling while a lug passes.
  int lugs = 0;
  std::array<double, 8> lug_amplitudes{};
  std::array<double, 8> lug_amplitudes_along{};
  /// Rotation from joint angle 0 until a lug is lowest (rad). Absent: random, but wheels of a
  /// model with the same `lug_phases` have equal angles; with an empty text each wheel has its
  /// own.
  std::optional<double> lug_angle;
  std::string lug_phases;
  /// In soil: the pressure at which the wheel begins to flatten (Pa), and grousers (height in m).
  double flattening_pressure = std::numeric_limits<double>::infinity();
  int grousers = 0;
  double grouser_height = 0.0;
  /// False for estimates from the size.
  bool calibrated = false;
};

/// A wheel in a World.
struct Wheel {
  /// World ids of the round link and of the joint about which it rolls.
  int link = 0;
  int joint = 0;
  /// Index of the round collision in the link; -1 when there is none.
  int collision = -1;
  /// Centre, and unit vector of the axle in the link's frame. The axle points to the left: a
  /// positive rotation rolls forward.
  Vector3d p_LC = Vector3d::Zero();
  Vector3d axle_L = Vector3d::UnitY();
  double radius = 0.0;
  double width = 0.0;
  /// Load (N) when the model stands on level ground.
  double nominal_load = 0.0;
  /// Used on surfaces without their own choice.
  WheelContact contact = WheelContact::kSoil;
  Tyre tyre;
  /// True for a wheel that was recognised by its shape and is not declared in the file.
  bool proposed = false;
};

}  // namespace surefoot::world
