#pragma once

/// Changes of the world before a trial starts: gravity, slope, and any property that can be changed
/// at run time (sim/property.h), set to a value or drawn by the trial's seed.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/session/session.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Surface gravity of a planet or moon, m/s2: "mars", "moon", ...
std::optional<double> GravityOn(const std::string& body);

/// "earth, moon, mars, ...".
std::string KnownBodies();

struct WorldChange {
  /// As in sim::PropertyChange.
  std::string entity;
  std::vector<std::string> parts;
  std::string property;
  /// Name of the number in the results.
  std::string name;
  /// A number, several numbers, or an enumeration value.
  std::string value;
  /// Distribution of a random number; `kNone`: use `value`.
  enum class Spread { kNone, kNormal, kUniform } spread = Spread::kNone;
  /// Mean and standard deviation, or minimum and maximum.
  double a = 0.0;
  double b = 0.0;
  /// The number is a factor of the world's value.
  bool relative = false;
};

/// Magnitude and direction of gravity.
struct Pull {
  /// m/s2; absent: the world's.
  std::optional<double> gravity;
  /// Inclination in degrees by which the world's x axis points uphill. Gravity is tilted and the
  /// world stays level, so that any world can be used as a slope.
  std::optional<double> slope;
};

/// Read the keys `set`, `gravity` and `slope`; errors are reported by the reader.
std::vector<WorldChange> ReadChanges(const world::ElementReader& reader);
Pull ReadPull(const world::ElementReader& reader, const Pull& fallback);

/// JSON that ReadChanges accepts.
std::string ToJson(const std::vector<WorldChange>& changes);

/// Applies changes to the session's world. Random numbers are appended to `drawn` with their names.
Status ApplyChanges(const std::vector<WorldChange>& changes, std::uint64_t seed, Session* session,
                    std::vector<std::pair<std::string, double>>* drawn);
Status ApplyPull(const Pull& pull, Session* session);

}  // namespace surefoot::experiment
