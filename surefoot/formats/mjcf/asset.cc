/// Reads <hfield>, <material> and <texture>, and resolves the files of assets.

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "surefoot/base/file_bytes.h"
#include "surefoot/formats/mjcf/assets.h"
#include "surefoot/formats/parse.h"
#include "surefoot/geometry/image/image_file.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/geometry/terrain/height_map_file.h"

namespace surefoot::formats::mjcf {
namespace {

namespace fs = std::filesystem;

/// Limits on height fields: a damaged header must not reserve gigabytes. 50 million samples are 200
/// MB.
constexpr int kMaxSide = 100'000;
constexpr std::size_t kMaxSamples = 50'000'000;

/// Files written on Windows have backslashes in their paths.
std::string Portable(std::string text) {
  std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

/// MuJoCo's binary format: two int32, the rows and columns, then float32 heights row by row. The
/// first row has the smallest y.
Result<HeightField> LoadBinaryField(const std::string& path) {
  const Result<std::string> bytes = ReadRegularFile(path, 8 + 4 * kMaxSamples);
  if (!bytes.ok()) return bytes.error();
  HeightField field;
  if (bytes->size() < 8) return Error{path + ": too short for a height field"};
  std::memcpy(&field.rows, bytes->data(), 4);
  std::memcpy(&field.cols, bytes->data() + 4, 4);
  const bool in_range =
      field.rows >= 2 && field.cols >= 2 && field.rows <= kMaxSide && field.cols <= kMaxSide;
  const std::size_t count =
      in_range ? static_cast<std::size_t>(field.rows) * static_cast<std::size_t>(field.cols) : 0;
  if (!in_range || bytes->size() != 8 + 4 * count) {
    return Error{path + ": the file size does not match the number of rows and columns"};
  }
  field.heights.resize(count);
  std::memcpy(field.heights.data(), bytes->data() + 8, 4 * count);
  return field;
}

/// Scales the data as MuJoCo does: the lowest sample to 0, the highest to `height` (m). Flat data
/// gives a flat field.
void Normalise(double height, HeightField* field) {
  const float min = field->MinHeight();
  const float span = field->MaxHeight() - min;
  const auto top = static_cast<float>(height);
  for (float& h : field->heights) h = span > 1e-6F ? (h - min) / span * top : 0.0F;
}

/// The attribute `elevation`. Its first row has the largest y, opposite to the binary format, so
/// that the text looks like the terrain seen from above.
std::optional<HeightField> ReadInlineField(const Attributes& attributes) {
  HeightField field;
  field.rows = attributes.Integer("nrow", 0, 0, kMaxSide);
  field.cols = attributes.Integer("ncol", 0, 0, kMaxSide);
  const auto count = static_cast<std::size_t>(field.rows) * static_cast<std::size_t>(field.cols);
  if (field.rows < 2 || field.cols < 2 || count > kMaxSamples) {
    return attributes.reader()->Error(attributes.source(),
                                      "a height field needs at least 2 rows and 2 columns",
                                      attributes.Text("nrow") + " x " + attributes.Text("ncol"),
                                      "name a file, or write nrow, ncol and elevation");
  }
  field.heights.assign(count, 0.0F);
  const std::vector<double> numbers = attributes.Numbers("elevation", count, count);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t cols = static_cast<std::size_t>(field.cols);
    const std::size_t row = static_cast<std::size_t>(field.rows) - 1 - i / cols;
    field.heights[row * cols + i % cols] = static_cast<float>(numbers[i]);
  }
  return field;
}

/// The mean colour of an image. Cube textures are mapped around a body, which is not drawn; their
/// mean colour stands for them.
Vector3d MeanColor(const std::string& path) {
  const Result<Image> image = LoadImage(path);
  if (!image.ok()) return Vector3d::Ones();
  Vector3d sum = Vector3d::Zero();
  const std::size_t pixels = image->rgba.size() / 4;
  for (std::size_t i = 0; i < pixels; ++i) {
    sum += Vector3d(image->rgba[4 * i], image->rgba[4 * i + 1], image->rgba[4 * i + 2]);
  }
  return pixels == 0 ? Vector3d::Ones() : Vector3d(sum / (255.0 * static_cast<double>(pixels)));
}

}  // namespace

AssetFile::AssetFile(const Document& document, const std::string& folder, const std::string& file,
                     const Node& node)
    : main_(document.path), from_(*node.file), folder_(Portable(folder)), file_(Portable(file)) {
  if (document.compiler.strippath) file_ = fs::path(file_).filename().string();
}

/// Tries the folder of <compiler> and then the bare name, each beside both files, and then the
/// search path. Only files in the resolver's scope count: the name may come from a client.
std::optional<std::string> AssetFile::path(const ReadContext& context) const {
  const UriResolver& resolver = *context.resolver;
  for (const std::string& name : {NameInFolder(), file_}) {
    for (const std::string& base : {main_, from_}) {
      const fs::path candidate = fs::path(base).parent_path() / name;
      std::error_code error;
      const fs::path absolute = fs::absolute(candidate, error).lexically_normal();
      if (error || !fs::exists(absolute, error)) continue;
      if (resolver.scope().Contains(absolute.string())) return absolute.string();
    }
  }
  const Result<std::string> found = resolver.Resolve(file_, main_);
  return found.ok() ? std::optional<std::string>(*found) : std::nullopt;
}

std::string AssetFile::NameInFolder() const { return (fs::path(folder_) / file_).string(); }

std::string AssetFile::uri(const ReadContext& context) const {
  return path(context).value_or(NameInFolder());
}

std::shared_ptr<const surefoot::HeightField> Assets::LoadField(const Document& document,
                                                               const Node& node) {
  const Attributes attributes(node, reader_);
  const std::vector<double> size = attributes.Numbers("size", 4, 4);
  const Source source = SourceOf(node);
  if (size.empty() || !(*std::min_element(size.begin(), size.end()) > 0.0)) {
    reader_->Error(source, "a height field needs four positive sizes", attributes.Text("size"),
                   "write size=\"radius_x radius_y height depth\"");
    return nullptr;
  }
  surefoot::HeightField field;
  const std::string file = attributes.Text("file");
  if (file.empty()) {
    auto read = ReadInlineField(attributes);
    if (!read) return nullptr;
    field = std::move(*read);
  } else {
    const auto path =
        AssetFile(document, document.compiler.meshdir, file, node).path(reader_->context());
    if (!path) {
      reader_->Error(
          source, "the height field was not found", file,
          "it is searched beside the main file, beside this file and on the search path");
      return nullptr;
    }
    const bool png = LowerEnding(file) == "png" || attributes.Text("content_type") == "image/png";
    Result<surefoot::HeightField> read =
        png ? LoadHeightMap(*path, Vector3d::Ones()) : LoadBinaryField(*path);
    if (!read.ok()) {
      reader_->Error(source, "the height field cannot be read: " + read.error().message, file,
                     "name a greyscale PNG or a binary height field of MuJoCo");
      return nullptr;
    }
    field = std::move(*read);
  }
  field.size_x = 2.0 * size[0];
  field.size_y = 2.0 * size[1];
  Normalise(size[2], &field);
  return std::make_shared<const surefoot::HeightField>(std::move(field));
}

/// The field is read at its first use and shared by all geoms that use it.
std::optional<world::HeightMap> Assets::HeightMap(const Document& document, const std::string& name,
                                                  const Source& user) {
  const Node* node = Lookup(document.hfields, "hfield", name, user, reader_);
  if (node == nullptr) return std::nullopt;
  const bool is_new = fields_.count(node) == 0;
  world::HeightMap& map = fields_[node];
  if (is_new) {
    map.field = LoadField(document, *node);
    map.uri = Attributes(*node, reader_).Text("file");
  }
  return map.field != nullptr ? std::optional<world::HeightMap>(map) : std::nullopt;
}

/// A 2D texture is drawn. A builtin pattern becomes the mean of its two colours, and a cube texture
/// the mean colour of its image.
void Assets::ApplyTexture(const Document& document, const Attributes& attributes, Look* look) {
  std::string name = attributes.Text("texture");
  for (const Node& layer : attributes.node().children) {
    const Attributes values(layer, reader_);
    if (layer.name == "layer" && values.Text("role") == "rgb") name = values.Text("texture");
  }
  if (name.empty()) return;
  const auto found = document.textures.find(name);
  if (found == document.textures.end()) {
    reader_->WarnOnce("no texture " + name, attributes.source(), "no texture has this name", name);
    return;
  }
  const Node* node = found->second;
  const Attributes texture(*node, reader_);
  const std::string builtin = texture.Text("builtin", "none");
  if (builtin != "none") {
    const Vector3d a = texture.Vector("rgb1", Vector3d::Constant(0.8));
    const Vector3d b = texture.Vector("rgb2", Vector3d::Constant(0.5));
    look->tint = builtin == "flat" ? a : Vector3d(0.5 * (a + b));
    return;
  }
  const std::string file = texture.Text("file");
  if (file.empty()) return;
  const auto path =
      AssetFile(document, document.compiler.texturedir, file, *node).path(reader_->context());
  std::error_code error;
  if (path && fs::is_regular_file(*path, error)) {
    if (texture.Text("type", "cube") == "2d") {
      look->material.texture = *path;
    } else {
      look->tint = MeanColor(*path);
    }
  } else {
    reader_->WarnOnce("texture " + file, SourceOf(*node), "not drawn: the texture was not found",
                      file);
  }
}

Assets::Look Assets::ReadLook(const Document& document, const Node& node, const std::string& name) {
  const Attributes attributes(node, document.ClassOf(node, "class", document.main_class(), reader_),
                              reader_);
  Look look;
  world::Material& material = look.material;
  material.name = name;
  material.diffuse = Eigen::Vector4d::Ones();
  const std::vector<double> rgba = attributes.Numbers("rgba", 4, 4);
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    material.diffuse[static_cast<Eigen::Index>(i)] = std::clamp(rgba[i], 0.0, 1.0);
  }
  ApplyTexture(document, attributes, &look);
  const double specular = std::clamp(attributes.Number("specular", 0.5), 0.0, 1.0);
  const double emission = std::clamp(attributes.Number("emission", 0.0), 0.0, 1.0);
  material.specular.head<3>().setConstant(specular);
  material.emissive.head<3>() = emission * material.diffuse.head<3>().cwiseProduct(look.tint);
  material.element = Keep(node);
  return look;
}

/// MuJoCo multiplies the colour of the material with that of its texture.
std::optional<world::Material> Assets::Material(const Document& document, const std::string& name,
                                                const std::optional<Eigen::Vector4d>& rgba,
                                                const Source& user) {
  const auto found = document.materials.find(name);
  if (found == document.materials.end()) {
    std::vector<std::string> names;
    for (const auto& entry : document.materials) names.push_back(entry.first);
    return reader_->WarnOnce("material " + name, user, "no material has this name", name,
                             ShortAdvice(name, names));
  }
  auto known = looks_.find(found->second);
  if (known == looks_.end()) {
    known = looks_.emplace(found->second, ReadLook(document, *found->second, name)).first;
  }
  world::Material material = known->second.material;
  if (rgba) material.diffuse = *rgba;
  material.diffuse.head<3>() = material.diffuse.head<3>().cwiseProduct(known->second.tint);
  material.ambient = material.diffuse;
  return material;
}

}  // namespace surefoot::formats::mjcf
