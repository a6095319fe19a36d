#include "surefoot/evaluation/run/world_change.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "surefoot/base/random.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/formats/fields.h"
#include "surefoot/session/input_message.h"
#include "surefoot/session/load.h"
#include "surefoot/sim/property.h"
#include "surefoot/world/parse.h"

// Changes use the property interface that clients use at run time, with the same checks of names
// and ranges. Random values have their own stream per change, so that adding one change does not
// alter the numbers of the others.

namespace surefoot::experiment {
namespace {

using Json = nlohmann::ordered_json;
using world::Element;
using world::ElementReader;

constexpr double kMaxGravity = 1000.0;
constexpr double kSteepest = 89.0;
constexpr double kDegree = 3.14159265358979323846 / 180.0;
const std::vector<double> kTwoZeros = {0.0, 0.0};

/// Reads how the number is given: `value`, `normal` or `uniform`, exactly one of them.
void ReadSpread(const ElementReader& reader, WorldChange* change) {
  using Spread = WorldChange::Spread;
  const int given = static_cast<int>(reader.Has("value")) + static_cast<int>(reader.Has("normal")) +
                    static_cast<int>(reader.Has("uniform"));
  if (given != 1) {
    reader.Error("value", "an entry of 'set' has one of 'value', 'normal' and 'uniform'", "",
                 "`value: 3`, `normal: [MEAN, DEVIATION]`, `uniform: [MIN, MAX]`");
    return;
  }
  change->value = reader.Text("value");
  if (reader.Has("value")) return;
  change->spread = reader.Has("normal") ? Spread::kNormal : Spread::kUniform;
  const char* key = reader.Has("normal") ? "normal" : "uniform";
  const std::vector<double> numbers = reader.Numbers(key, 2, kTwoZeros);
  change->a = numbers[0];
  change->b = numbers[1];
  if (change->spread == Spread::kNormal && change->b < 0.0) {
    reader.Error(key, "the standard deviation is negative", reader.Text(key));
  }
  if (change->spread == Spread::kUniform && change->b < change->a) {
    reader.Error(key, "the minimum is larger than the maximum", reader.Text(key));
  }
}

/// Reads one entry of `set`.
WorldChange ReadChange(const ElementReader& reader) {
  WorldChange change;
  change.entity = reader.Text("entity");
  change.parts = Texts(reader, "part");
  if (change.parts.empty()) change.parts = {""};
  change.property = RequiredText(reader, "property", "property: soil.cohesion");
  change.name = reader.Text("name", change.property);
  change.relative = reader.Flag("relative", false);
  ReadSpread(reader, &change);
  RefuseUnknown(reader);
  return change;
}

/// The world's present values of the property.
Result<std::vector<double>> PresentValues(const WorldChange& change, const Session& session) {
  const std::vector<sim::Property> properties =
      SUREFOOT_TRY(sim::PropertiesOf(session.world(), session.simulation().machine().sensor_kinds(),
                                     change.entity, change.parts.front()));
  std::vector<std::string> names;
  for (const sim::Property& property : properties) {
    if (property.name == change.property) return property.value;
    names.push_back(property.name);
  }
  return Error{"no property '" + change.property + "'; " +
               world::NameAdvice(change.property, names)};
}

/// The random stream of a change: by the trial's seed and the change's name, not by the engine.
double Draw(const WorldChange& change, std::uint64_t seed) {
  RandomStream random(seed, "set " + change.name);
  if (change.spread == WorldChange::Spread::kUniform) return random.Uniform(change.a, change.b);
  return change.a + change.b * random.Normal();
}

/// Parses a text such as "1 2 3"; empty when it contains anything but numbers.
std::vector<double> NumbersIn(const std::string& text) {
  std::istringstream in(text);
  std::vector<double> numbers;
  for (std::string word; in >> word;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(word.c_str(), &end));
    if (*end != '\0') return {};
  }
  return numbers;
}

/// Applies one change: computes or draws the number, and sets the property.
Status ApplyOne(const WorldChange& change, std::uint64_t seed, Session* session,
                std::vector<std::pair<std::string, double>>* drawn) {
  const std::vector<double> present = SUREFOOT_TRY(PresentValues(change, *session));
  sim::PropertyChange input;
  input.entity = change.entity;
  input.parts = change.parts;
  input.property = change.property;
  const bool is_drawn = change.spread != WorldChange::Spread::kNone;
  const std::vector<double> numbers =
      is_drawn ? std::vector<double>{Draw(change, seed)} : NumbersIn(change.value);
  if (present.empty()) {
    input.text = change.value;
  } else if (change.relative && numbers.size() == 1) {
    for (const double value : present) input.values.push_back(value * numbers[0]);
  } else {
    input.values = numbers;
  }
  const auto load = [session](const std::string&, const std::string& text) {
    return LoadTextForSpawn(session->parts(), text, nullptr);
  };
  input.grounds = SUREFOOT_TRY(GroundsNamed(input.property, input.text, load));
  if (is_drawn && input.values.size() == 1) drawn->emplace_back(change.name, input.values[0]);
  return session->simulation().Apply(input);
}

/// Key of a distribution in files.
const char* SpreadKey(WorldChange::Spread spread) {
  return spread == WorldChange::Spread::kNormal ? "normal" : "uniform";
}

}  // namespace

std::vector<WorldChange> ReadChanges(const ElementReader& reader) {
  std::vector<WorldChange> changes;
  const Element* list = reader.element().Child("set");
  if (list == nullptr) return changes;
  for (const Element& entry : list->children) {
    if (entry.name != "item") {
      reader.Error("set", "is a list of mappings", entry.name,
                   "- {entity: ground, property: mu, value: 0.4}");
      return changes;
    }
    changes.push_back(ReadChange(ElementReader(entry, reader.problems())));
  }
  return changes;
}

Pull ReadPull(const ElementReader& reader, const Pull& fallback) {
  Pull pull = fallback;
  if (reader.Has("slope")) pull.slope = reader.Number("slope", 0.0, -kSteepest, kSteepest);
  if (!reader.Has("gravity")) return pull;
  const std::string text = reader.Text("gravity");
  pull.gravity = GravityOn(text);
  const std::vector<double> numbers = NumbersIn(text);
  if (numbers.size() == 1) pull.gravity = numbers[0];
  if (!pull.gravity || !(*pull.gravity >= 0.0 && *pull.gravity <= kMaxGravity)) {
    reader.Error("gravity", "is neither a body nor a number of m/s2 from 0 to 1000", text,
                 "bodies: " + KnownBodies());
    pull.gravity.reset();
  }
  return pull;
}

std::string ToJson(const std::vector<WorldChange>& changes) {
  Json list = Json::array();
  for (const WorldChange& change : changes) {
    Json json = {{"entity", change.entity},
                 {"part", change.parts},
                 SUREFOOT_FIELDS(change, property, name, relative)};
    if (change.spread == WorldChange::Spread::kNone) {
      json["value"] = change.value;
    } else {
      json[SpreadKey(change.spread)] = {change.a, change.b};
    }
    list.push_back(std::move(json));
  }
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Status ApplyChanges(const std::vector<WorldChange>& changes, std::uint64_t seed, Session* session,
                    std::vector<std::pair<std::string, double>>* drawn) {
  for (const WorldChange& change : changes) {
    SUREFOOT_TRY(Within("set " + change.name, ApplyOne(change, seed, session, drawn)));
  }
  return Status();
}

Status ApplyPull(const Pull& pull, Session* session) {
  if (!pull.gravity && !pull.slope) return Status();
  const double size = pull.gravity.value_or(session->world().spec().gravity_W.norm());
  const double slope = pull.slope.value_or(0.0) * kDegree;
  return session->SetGravity(-size * Vector3d(std::sin(slope), 0.0, std::cos(slope)));
}

namespace {

/// A planet or moon.
struct Body {
  const char* name;
  double gravity;
};

/// Mean gravity at the surface, m/s2, from NASA's planetary fact sheets; Mars and Earth have the
/// values of Surefoot's worlds.
constexpr Body kBodies[] = {{"earth", 9.81}, {"moon", 1.62},  {"mars", 3.71},    {"mercury", 3.70},
                            {"venus", 8.87}, {"ceres", 0.28}, {"europa", 1.315}, {"titan", 1.352}};

}  // namespace

std::optional<double> GravityOn(const std::string& body) {
  for (const Body& known : kBodies) {
    if (body == known.name) return known.gravity;
  }
  return std::nullopt;
}

std::string KnownBodies() { return Joined(kBodies, &Body::name); }

}  // namespace surefoot::experiment
