#include <algorithm>
#include <limits>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/arena/ground_heights.h"
#include "surefoot/formats/sdf/arena/rocks.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::formats {
namespace {

using world::ElementReader;

/// Warns of all unknown names, not only of misspelt ones: a misspelt keep_out would leave rocks
/// where none may be.
void WarnUnknown(const world::Element& element, Problems* problems) {
  const std::vector<std::string> known = {"name",    "seed",     "count",    "static",  "area",
                                          "size",    "law",      "exponent", "corners", "sunk",
                                          "spacing", "density",  "mu",       "surface", "color",
                                          "ground",  "keep_out", "keep_path"};
  const auto look = [&](const std::string& name, const Source& source) {
    const std::string plain = name.rfind("surefoot:", 0) == 0 ? name.substr(9) : name;
    if (std::find(known.begin(), known.end(), plain) != known.end()) return;
    problems->Warning(source, "<surefoot:rocks> does not accept this", name,
                      NameAdvice(plain, known));
  };
  for (const auto& attribute : element.attributes) look(attribute.first, element.source);
  for (const world::Element& child : element.children) look(child.name, child.source);
}

/// <keep_out>x y distance</keep_out> is a disc, <keep_path distance="d">x y x y ...</keep_path> a
/// strip. Both are in the world's frame (m).
void ReadKeepOut(const ElementReader& reader, RocksSpec* rocks) {
  for (const ElementReader& child : reader.Children("keep_out")) {
    const auto numbers = ParseVector(child.OwnText(), 3, child.element().source, reader.problems());
    if (!numbers) continue;
    rocks->keep_out.push_back({{Eigen::Vector2d((*numbers)[0], (*numbers)[1])}, (*numbers)[2]});
  }
  for (const ElementReader& child : reader.Children("keep_path")) {
    const std::size_t count = SplitWords(child.OwnText()).size();
    if (count < 4 || count % 2 != 0) {
      reader.problems()->Error(child.element().source, "a path needs at least two points",
                               child.OwnText(), "write x y x y ...");
      continue;
    }
    const auto numbers = ParseVector(child.OwnText(), static_cast<int>(count),
                                     child.element().source, reader.problems());
    KeepOut path;
    path.distance = child.Number("distance", 2.0, 0.0, 1e4);
    for (std::size_t i = 0; numbers && i < count; i += 2) {
      path.points.emplace_back((*numbers)[i], (*numbers)[i + 1]);
    }
    if (numbers) rocks->keep_out.push_back(path);
  }
}

/// The default area is that of the height maps; planes are infinite.
void ReadArea(const ElementReader& reader, const GroundHeights& ground, RocksSpec* rocks) {
  if (!reader.Has("area")) {
    rocks->area = ground.area();
    if (rocks->area.isEmpty() && !ground.empty()) {
      reader.Error("area", "the ground is infinite, so the area must be given", "",
                   "write area=\"x y x y\", two opposite corners in m");
    }
    return;
  }
  const std::vector<double> n = reader.Numbers("area", 4, {0, 0, 1, 1});
  rocks->area.extend(Eigen::Vector2d(n[0], n[1]));
  rocks->area.extend(Eigen::Vector2d(n[2], n[3]));
  if (!(rocks->area.sizes().minCoeff() > 0.0)) {
    reader.Error("area", "the area is empty", reader.Text("area"),
                 "write x y x y: two opposite corners in m");
  }
}

/// Defaults: lengths of 0.2 to 1 m with the exponent 2. After an error any valid size will do,
/// since nothing is built.
void ReadSizes(const ElementReader& reader, RocksSpec* rocks) {
  const std::vector<double> size = reader.Numbers("size", 2, {0.2, 1.0});
  rocks->min_size = size[0];
  rocks->max_size = size[1];
  if (!(size[0] >= 0.01 && size[1] >= size[0] && size[1] <= 50.0)) {
    reader.Error("size", "rock sizes must be between 0.01 and 50 m, the smaller one first",
                 reader.Text("size"), "write for example 0.2 1.5");
    rocks->min_size = rocks->max_size = 1.0;
  }
  rocks->power_law = reader.Choice("law", {"power", "uniform"}, "power") == "power";
  rocks->exponent = reader.Number("exponent", 2.0, 0.1, 10.0);
  rocks->corners = static_cast<int>(reader.Integer("corners", 28, 8, 128));
}

/// How the rocks lie and what they are made of; 2700 kg/m3 is typical of solid rock.
void ReadLying(const ElementReader& reader, RocksSpec* rocks) {
  rocks->is_static = reader.Flag("static", true);
  rocks->sunk = reader.Number("sunk", rocks->is_static ? 0.5 : 0.0, 0.0, 0.95);
  if (!rocks->is_static && rocks->sunk > 0.0) {
    reader.Error("sunk", "only static rocks can be sunk into the ground", reader.Text("sunk"),
                 "remove it, or write static=\"true\"");
  }
  rocks->spacing = reader.Number("spacing", 0.2, 0.0, 1e4);
  rocks->density = reader.Number("density", 2700.0, 1.0, 1e5);
  rocks->mu = reader.Number("mu", 0.8, 0.0, 100.0);
  rocks->surface = reader.Text("surface");
  const std::vector<double> c = reader.Numbers("color", 3, {0.42, 0.29, 0.22});
  rocks->color = Vector3d(c[0], c[1], c[2]).cwiseMax(0.0).cwiseMin(1.0);
}

/// The names of the rocks, NAME_0, NAME_1 and so on, must not be in use.
void CheckNames(const ElementReader& reader, const world::WorldSpec& spec, const RocksSpec& rocks) {
  for (const world::ModelInstance& instance : spec.models) {
    const std::string& name = instance.name;
    const std::string start = rocks.name + "_";
    if (name.rfind(start, 0) != 0 || name.size() == start.size()) continue;
    if (name.find_first_not_of("0123456789", start.size()) != std::string::npos) continue;
    reader.Error("name", "a model already has this name", name,
                 "choose another name for the rocks, such as name=\"stone\"");
    return;
  }
}

}  // namespace

/// Reads all attributes before it gives up, so that all errors are reported at once.
std::optional<RocksSpec> ReadRocks(const world::Element& element, const world::WorldSpec& spec,
                                   Problems* problems) {
  const int errors_before = problems->error_count();
  const ElementReader reader(element, problems);
  WarnUnknown(element, problems);
  RocksSpec rocks;
  rocks.name = reader.Text("name", "rock");
  if (rocks.name.empty() || rocks.name.find("::") != std::string::npos) {
    reader.Error("name", "not a valid model name", rocks.name, "write name=\"rock\"");
  }
  rocks.seed = static_cast<std::uint64_t>(
      reader.Integer("seed", 1, 0, std::numeric_limits<long long>::max()));
  if (!reader.Has("count")) {
    reader.Error("count", "the number of rocks is missing", "", "write count=\"25\"");
  }
  rocks.count = static_cast<int>(reader.Integer("count", 1, 0, 10000));
  rocks.ground = reader.Text("ground");
  const GroundHeights ground(spec, rocks.ground);
  if (ground.empty()) {
    reader.Error("ground", "no ground to place rocks on", rocks.ground,
                 "a static model needs a level height map or a plane");
  }
  ReadArea(reader, ground, &rocks);
  ReadSizes(reader, &rocks);
  ReadLying(reader, &rocks);
  ReadKeepOut(reader, &rocks);
  CheckNames(reader, spec, rocks);
  if (problems->error_count() > errors_before) return std::nullopt;
  return rocks;
}

}  // namespace surefoot::formats
