#include "surefoot/formats/grounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

#include "surefoot/base/text.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/geometry/image/image_file.h"
#include "surefoot/world/ground_reader.h"

// Grounds of the data folders are read only if a surface of the world names them; a world that is
// written contains those it uses.

namespace surefoot::formats {
namespace {

using world::Element;
using world::GroundCells;
using world::GroundColour;
using world::GroundImage;

/// The index, plus one, of the colour that a pixel matches; 0 for none. Grey values are luma by
/// ITU-R BT.601 (0.299 R + 0.587 G + 0.114 B); colours are compared by Euclidean distance in RGB.
std::uint8_t LabelOf(const std::uint8_t* rgba, const GroundImage& image) {
  if (rgba[3] < 128) return 0;
  const int grey = (299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2] + 500) / 1000;
  double nearest = std::numeric_limits<double>::infinity();
  std::size_t label = 0;
  for (std::size_t i = 0; i < image.colours.size(); ++i) {
    const GroundColour& colour = image.colours[i];
    double distance = std::numeric_limits<double>::infinity();
    if (colour.is_grey) {
      if (grey >= colour.darkest && grey <= colour.brightest) distance = 0.0;
    } else {
      double sum = 0.0;
      for (std::size_t k = 0; k < 3; ++k) sum += std::pow(rgba[k] - colour.rgb[k], 2);
      distance = std::sqrt(sum);
    }
    if (distance > image.tolerance || !(distance < nearest)) continue;
    nearest = distance;
    label = i + 1;
  }
  return static_cast<std::uint8_t>(label);
}

/// Labels all pixels, from the bottom row up (+y). Images have few colours, so labels are cached
/// by colour.
GroundCells Label(const Image& pixels, const GroundImage& image, std::vector<std::size_t>* counts) {
  GroundCells cells;
  cells.columns = pixels.width;
  cells.rows = pixels.height;
  cells.labels.reserve(pixels.rgba.size() / 4);
  counts->assign(image.colours.size() + 1, 0);
  std::unordered_map<std::uint32_t, std::uint8_t> known;
  const auto columns = static_cast<std::size_t>(pixels.width);
  for (int row = pixels.height - 1; row >= 0; --row) {
    for (std::size_t col = 0; col < columns; ++col) {
      const std::uint8_t* rgba = &pixels.rgba[4 * (static_cast<std::size_t>(row) * columns + col)];
      const std::uint32_t key = static_cast<std::uint32_t>(rgba[0]) << 24 |
                                static_cast<std::uint32_t>(rgba[1]) << 16 |
                                static_cast<std::uint32_t>(rgba[2]) << 8 | rgba[3];
      const auto found = known.try_emplace(key, 0);
      if (found.second) found.first->second = LabelOf(rgba, image);
      cells.labels.push_back(found.first->second);
      ++(*counts)[cells.labels.back()];
    }
  }
  return cells;
}

std::string ColourText(const GroundColour& colour) {
  if (colour.is_grey) return StrFormat("%d %d", colour.darkest, colour.brightest);
  return StrFormat("#%02x%02x%02x", colour.rgb[0] & 255, colour.rgb[1] & 255, colour.rgb[2] & 255);
}

void Remark(const std::vector<std::size_t>& counts, const GroundImage& image, Problems* problems) {
  for (std::size_t i = 0; i < image.colours.size(); ++i) {
    if (counts[i + 1] > 0) continue;
    problems->Warning(image.colours[i].source, "no pixel of the image has this colour",
                      ColourText(image.colours[i]),
                      "check the colour, or increase the image's tolerance");
  }
  std::size_t all = 0;
  for (const std::size_t count : counts) all += count;
  if (counts[0] == 0) return;
  const std::string share =
      StrFormat("%.3g %%", 100.0 * static_cast<double>(counts[0]) / static_cast<double>(all));
  problems->Note(image.source,
                 "pixels that match none of the image's colours do not change the ground", share);
}

void Load(const UriResolver& resolver, GroundImage* image, Problems* problems) {
  const Result<std::string> path = resolver.Resolve(image->uri, image->source.file);
  if (!path.ok()) {
    problems->Error(image->source, "the image of the map " + path.error().message);
    return;
  }
  const Result<Image> pixels = LoadImage(*path);
  if (!pixels.ok()) {
    problems->Error(image->source, "the image of the map cannot be used: " + pixels.error().message,
                    image->uri, "name a PNG, JPEG, BMP or TGA file");
    return;
  }
  image->path = *path;
  std::vector<std::size_t> counts;
  image->cells = std::make_shared<const GroundCells>(Label(*pixels, *image, &counts));
  Remark(counts, *image, problems);
}

std::string PairText(const Eigen::Vector2d& pair) {
  return NumberText(pair.x()) + " " + NumberText(pair.y());
}

void Write(const world::GroundPolygon& polygon, AssetFiles*, Element* map) {
  std::string text;
  for (const Eigen::Vector2d& corner : polygon.corners) {
    text += (text.empty() ? "" : " ") + PairText(corner);
  }
  SetAttribute(&AddChild(map, "surefoot:polygon", text), "ground", polygon.ground);
}

void Write(const world::GroundCircle& circle, AssetFiles*, Element* map) {
  const std::string text = PairText(circle.centre) + " " + NumberText(circle.radius);
  SetAttribute(&AddChild(map, "surefoot:circle", text), "ground", circle.ground);
}

void Write(const GroundImage& image, AssetFiles* files, Element* map) {
  Element& element = AddChild(map, "surefoot:image");
  SetAttribute(&element, "uri", image.path.empty() ? image.uri : files->UriOf(image.path));
  SetAttribute(&element, "centre", PairText(image.centre));
  SetAttribute(&element, "size", PairText(image.size));
  SetAttribute(&element, "yaw", NumberText(image.yaw));
  SetAttribute(&element, "tolerance", NumberText(image.tolerance));
  for (const GroundColour& colour : image.colours) {
    Element& child = AddChild(&element, "surefoot:colour");
    SetAttribute(&child, colour.is_grey ? "grey" : "value", ColourText(colour));
    SetAttribute(&child, "ground", colour.ground);
  }
}

/// Reads the images of maps that have not been read yet. Reports problems, colours that no pixel
/// has, and the share of pixels without one of the colours.
void LoadGroundImages(const UriResolver& resolver, world::WorldSpec* spec, Problems* problems) {
  for (world::GroundMaterial& ground : spec->grounds) {
    for (world::GroundLayer& layer : ground.map.layers) {
      auto* image = std::get_if<GroundImage>(&layer);
      if (image != nullptr && image->cells == nullptr) Load(resolver, image, problems);
    }
  }
}

/// The map as an element of a ground.
Element GroundMapElement(const world::GroundMap& map, AssetFiles* files) {
  Element element = MakeElement("surefoot:map");
  SetAttribute(&element, "frame", map.in_shape ? "shape" : "world");
  for (const world::GroundLayer& layer : map.layers) {
    std::visit([&](const auto& shape) { Write(shape, files, &element); }, layer);
  }
  return element;
}

/// Names come from files, so a name must not lead out of the folder.
bool IsFileName(const std::string& name) {
  return !name.empty() && name.size() < 100 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

std::set<std::string> MissingNames(const world::WorldSpec& spec) {
  std::set<std::string> names;
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.model == nullptr) continue;
    for (const world::Link& link : instance.model->links) {
      for (const world::Collision& collision : link.collisions) {
        names.insert(collision.surface.name);
      }
    }
  }
  for (const world::GroundMaterial& ground : spec.grounds) {
    for (const world::NamedPart& part : PartsOf(ground.map)) names.insert(part.ground);
  }
  for (const world::GroundMaterial& ground : spec.grounds) names.erase(ground.name);
  return names;
}

std::optional<world::GroundMaterial> ReadFrom(const std::string& file, const std::string& name,
                                              Problems* problems) {
  const std::optional<Element> element = ReadElementFile(file, problems);
  if (!element) return std::nullopt;
  if (element->name != "ground" && element->name != "surefoot:ground") {
    return problems->Error(element->source, "the root element of a ground file must be <ground>",
                           element->name);
  }
  world::GroundMaterial ground = world::ReadGround(*element, problems);
  if (ground.name != name) {
    problems->Error(element->source, "the ground must have the name of its file", ground.name,
                    "write <ground name=\"" + name + "\">");
  }
  return ground;
}

void AddNumber(Element* parent, const char* name, double value) {
  AddChild(parent, name, NumberText(value));
}

void AddSoil(const world::Soil& soil, Element* out) {
  AddNumber(out, "surefoot:cohesion", soil.cohesion);
  AddNumber(out, "surefoot:friction_angle", soil.friction_angle);
  AddNumber(out, "surefoot:exponent", soil.exponent);
  AddNumber(out, "surefoot:cohesive_modulus", soil.cohesive_modulus);
  AddNumber(out, "surefoot:frictional_modulus", soil.frictional_modulus);
  AddNumber(out, "surefoot:shear_modulus_x", soil.shear_modulus_x);
  AddNumber(out, "surefoot:shear_modulus_y", soil.shear_modulus_y);
  AddNumber(out, "surefoot:density", soil.density);
  AddNumber(out, "surefoot:unloading_modulus", soil.unloading_modulus);
  AddNumber(out, "surefoot:unloading_growth", soil.unloading_growth);
  AddNumber(out, "surefoot:slip_sinkage", soil.slip_sinkage);
  AddNumber(out, "surefoot:dig_rate", soil.dig_rate);
  AddChild(out, "surefoot:ruts", soil.ruts ? "true" : "false");
  const world::SoilModel& model = soil.model;
  const auto add_kind = [&](const char* name, const char* const* names, auto kind) {
    AddChild(out, name, names[static_cast<std::size_t>(kind)]);
  };
  add_kind("surefoot:shear", world::kSoilShearNames, model.shear);
  add_kind("surefoot:flat_measure", world::kFlatMeasureNames, model.flat_measure);
  add_kind("surefoot:flat_shear", world::kFlatShearNames, model.flat_shear);
  add_kind("surefoot:bulldozing", world::kBulldozingNames, model.bulldozing);
  AddNumber(out, "surefoot:bulldozing_angle", model.bulldozing_angle);
  add_kind("surefoot:slip_sinkage_law", world::kSlipSinkageNames, model.slip_sinkage);
  AddNumber(out, "surefoot:rebound", model.rebound);
}

}  // namespace

std::optional<world::GroundMaterial> FindGround(const UriResolver& resolver,
                                                const std::string& path, const std::string& name,
                                                Problems* problems) {
  if (!IsFileName(name)) return std::nullopt;
  for (const char* folder : {"grounds/", "soils/"}) {
    const Result<std::string> file = resolver.Resolve(folder + name + ".xml", path);
    if (file.ok()) return ReadFrom(file.value(), name, problems);
  }
  return std::nullopt;
}

void AddGrounds(const UriResolver& resolver, const std::string& path, world::WorldSpec* spec,
                Problems* problems) {
  std::set<std::string> tried;
  for (bool more = true; more;) {
    more = false;
    // The map of a ground that was found may refer to further grounds.
    for (const std::string& name : MissingNames(*spec)) {
      if (!tried.insert(name).second) continue;
      auto ground = FindGround(resolver, path, name, problems);
      if (!ground) continue;
      spec->grounds.push_back(std::move(*ground));
      more = true;
    }
  }
  LoadGroundImages(resolver, spec, problems);
}

Element GroundElement(const world::GroundMaterial& ground, AssetFiles* files) {
  Element element = MakeElement("surefoot:ground");
  SetAttribute(&element, "name", ground.name);
  if (ground.contact) SetAttribute(&element, "contact", world::WheelContactName(*ground.contact));
  AddNumber(&element, "surefoot:mu", ground.hard.mu);
  AddNumber(&element, "surefoot:slip_stiffness", ground.hard.slip_stiffness);
  AddNumber(&element, "surefoot:rolling_resistance", ground.hard.rolling_resistance);
  AddNumber(&element, "surefoot:roughness", ground.hard.roughness);
  AddNumber(&element, "surefoot:waviness", ground.hard.waviness);
  AddNumber(&element, "surefoot:lug_share", ground.hard.lug_share);
  if (!ground.source_text.empty()) AddChild(&element, "surefoot:source", ground.source_text);
  if (!ground.map.empty()) element.children.push_back(GroundMapElement(ground.map, files));
  if (ground.has_soil) AddSoil(ground.soil, &AddChild(&element, "surefoot:soil"));
  return element;
}

}  // namespace surefoot::formats
