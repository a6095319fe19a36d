#pragma once

/// What a case changes in its world before the trial begins: gravity, slope, and any property that
/// can be changed while a world runs (sim/property.h), set or drawn by the trial's seed.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/session/session.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Gravity on the ground of a planet or moon (m/s2): "mars", "moon", ...
std::optional<double> GravityOn(const std::string& body);

/// "earth, moon, mars, ...".
std::string KnownBodies();

struct WorldChange {
  /// As in sim::PropertyChange.
  std::string entity;
  std::vector<std::string> parts;
  std::string property;
  /// What the number is called in the results.
  std::string name;
  /// Numbers, or the text of a choice.
  std::string value;
  /// How a number is drawn; `kNone`: it is `value`.
  enum class Spread { kNone, kNormal, kUniform } spread = Spread::kNone;
  /// Mean and standard deviation, or least and most.
  double a = 0.0;
  double b = 0.0;
  /// The number is a factor of what the world has.
  bool relative = false;
};

/// How the world is tilted and pulled.
struct Pull {
  /// m/s2; as the world has it when absent.
  std::optional<double> gravity;
  /// Degrees that the world's x axis points uphill: gravity is tilted, the world stays level.
  std::optional<double> slope;
};

/// The keys `set`, `gravity` and `slope`; they report what is wrong with them.
std::vector<WorldChange> ReadChanges(const world::ElementReader& reader);
Pull ReadPull(const world::ElementReader& reader, const Pull& fallback);

/// As ReadChanges reads it.
std::string ToJson(const std::vector<WorldChange>& changes);

/// Changes the session's world. Numbers that were drawn are added to `drawn` by their names.
Status ApplyChanges(const std::vector<WorldChange>& changes, std::uint64_t seed, Session* session,
                    std::vector<std::pair<std::string, double>>* drawn);
Status ApplyPull(const Pull& pull, Session* session);

}  // namespace surefoot::experiment
