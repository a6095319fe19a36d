#include "surefoot/formats/ground_maps.h"

#include <cmath>
#include <limits>
#include <unordered_map>

#include "surefoot/base/text.h"
#include "surefoot/formats/markup.h"
#include "surefoot/geometry/image/image_file.h"

namespace surefoot::formats {
namespace {

using world::Element;
using world::GroundCells;
using world::GroundColour;
using world::GroundImage;

/// The colour that stands for a pixel: 1 + its index; 0 when there is none.
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

std::string HexText(const std::array<int, 3>& rgb) {
  return StrFormat("#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
}

std::string ColourText(const GroundColour& colour) {
  if (!colour.is_grey) return HexText(colour.rgb);
  return std::to_string(colour.darkest) + " " + std::to_string(colour.brightest);
}

void Remark(const std::vector<std::size_t>& counts, const GroundImage& image, Problems* problems) {
  for (std::size_t i = 0; i < image.colours.size(); ++i) {
    if (counts[i + 1] > 0) continue;
    problems->Warning(image.colours[i].source, "no pixel of the image has this colour",
                      ColourText(image.colours[i]), "check it, or raise the image's tolerance");
  }
  std::size_t all = 0;
  for (const std::size_t count : counts) all += count;
  if (counts[0] == 0) return;
  const std::string share =
      StrFormat("%.3g %%", 100.0 * static_cast<double>(counts[0]) / static_cast<double>(all));
  problems->Note(image.source, "pixels of the image that have none of its colours stay as they are",
                 share);
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

}  // namespace

void LoadGroundImages(const UriResolver& resolver, world::WorldSpec* spec, Problems* problems) {
  for (world::GroundMaterial& ground : spec->grounds) {
    for (world::GroundLayer& layer : ground.map.layers) {
      auto* image = std::get_if<GroundImage>(&layer);
      if (image != nullptr && image->cells == nullptr) Load(resolver, image, problems);
    }
  }
}

Element GroundMapElement(const world::GroundMap& map, AssetFiles* files) {
  Element element = MakeElement("surefoot:map");
  SetAttribute(&element, "frame", map.in_shape ? "shape" : "world");
  for (const world::GroundLayer& layer : map.layers) {
    std::visit([&](const auto& shape) { Write(shape, files, &element); }, layer);
  }
  return element;
}

}  // namespace surefoot::formats
