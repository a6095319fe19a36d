#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/geometry/mesh_files/obj_words.h"

// Stanford PLY, text and binary, with the properties in any order and of any type, as its header
// declares them.

namespace surefoot {
namespace ply {
namespace {

/// Types of numbers, in the order of kTypes.
enum class Type { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };

/// A property line of the header: a number, or a list with its count in front.
struct Property {
  std::string name;
  bool is_list = false;
  Type count_type = Type::kUint8;
  Type type = Type::kFloat;
};

/// An element line of the header, e.g. "element vertex 8", with its properties.
struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding { kText, kLittleEndian, kBigEndian };

struct Header {
  Encoding encoding = Encoding::kText;
  std::vector<Element> elements;
  /// From "comment TextureFile NAME"; empty if absent.
  std::string texture;
  /// Offset of the data.
  std::size_t size = 0;
  int lines = 0;
};

using obj::TakeWord;
using obj::Trimmed;

// Binary data are copied, so other byte orders would need conversion.
static_assert(std::endian::native == std::endian::little);

template <typename T>
double As(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

/// Indexed by Type: the two names in use, size in bytes, and decoder.
constexpr struct {
  std::string_view name;
  std::string_view other_name;
  std::size_t size;
  double (*decode)(const char* bytes);
} kTypes[] = {{"char", "int8", 1, As<std::int8_t>},    {"uchar", "uint8", 1, As<std::uint8_t>},
              {"short", "int16", 2, As<std::int16_t>}, {"ushort", "uint16", 2, As<std::uint16_t>},
              {"int", "int32", 4, As<std::int32_t>},   {"uint", "uint32", 4, As<std::uint32_t>},
              {"float", "float32", 4, As<float>},      {"double", "float64", 8, As<double>}};

std::optional<Type> TypeOf(std::string_view word) {
  for (std::size_t i = 0; i < std::size(kTypes); ++i) {
    if (word == kTypes[i].name || word == kTypes[i].other_name) return static_cast<Type>(i);
  }
  return std::nullopt;
}

/// The line is shortened in the message, because a damaged file may have no line breaks.
Error Unknown(std::string_view line) {
  return Error{"the header line \"" + std::string(line.substr(0, 60)) +
               "\" is not understood; export the mesh again"};
}

Status ReadProperty(std::string_view line, std::string_view rest, Header* header) {
  if (header->elements.empty()) return Unknown(line);
  Property property;
  std::string_view word = TakeWord(&rest);
  property.is_list = word == "list";
  if (property.is_list) {
    const std::optional<Type> count_type = TypeOf(TakeWord(&rest));
    if (!count_type) return Unknown(line);
    property.count_type = *count_type;
    word = TakeWord(&rest);
  }
  const std::optional<Type> type = TypeOf(word);
  if (!type) return Unknown(line);
  property.type = *type;
  property.name = std::string(TakeWord(&rest));
  std::vector<Property>& properties = header->elements.back().properties;
  // The limits of this reader's headers are far above real files and bound its memory.
  if (property.name.empty() || properties.size() >= 256) return Unknown(line);
  properties.push_back(std::move(property));
  return {};
}

Status ReadElement(std::string_view line, std::string_view rest, Header* header) {
  Element element;
  element.name = std::string(TakeWord(&rest));
  if (!FromChars(TakeWord(&rest), &element.count)) return Unknown(line);
  if (header->elements.size() >= 64) return Unknown(line);
  header->elements.push_back(std::move(element));
  return {};
}

Status ReadFormat(std::string_view line, std::string_view rest, Header* header) {
  constexpr std::string_view kNames[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  const auto* found = std::find(std::begin(kNames), std::end(kNames), TakeWord(&rest));
  if (found == std::end(kNames)) return Unknown(line);
  header->encoding = static_cast<Encoding>(found - std::begin(kNames));
  return {};
}

Status ReadLine(std::string_view line, Header* header) {
  std::string_view rest = line;
  const std::string_view word = TakeWord(&rest);
  if (word == "format") return ReadFormat(line, rest, header);
  if (word == "element") return ReadElement(line, rest, header);
  if (word == "property") return ReadProperty(line, rest, header);
  if (word == "comment" && TakeWord(&rest) == "TextureFile") header->texture = Trimmed(rest);
  return {};
}

/// The header is text in all encodings; it ends with "end_header". The number of lines is limited,
/// so that other files are rejected quickly.
Result<Header> ReadHeader(std::string_view bytes) {
  Header header;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos || header.lines > 1000) {
      return Error{"the header of the PLY has no end (\"end_header\"); export the mesh again"};
    }
    const std::string_view line = Trimmed(bytes.substr(at, end - at));
    at = end + 1;
    ++header.lines;
    if (header.lines == 1) {
      if (line != "ply") return Error{"the PLY does not start with \"ply\"; is it another file?"};
      continue;
    }
    if (line == "end_header") break;
    const Status status = ReadLine(line, &header);
    if (!status) return status.error();
  }
  header.size = at;
  return header;
}

/// Reads one number after another from the data.
class Numbers {
 public:
  Numbers(std::string_view bytes, const Header& header);

  /// Returns false at the end of the data, or if a text is not a number.
  bool Next(Type type, double* value);
  /// Number of bytes left; every number takes at least one, so it bounds all counts.
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  bool NextText(double* value);

  std::string_view bytes_;
  std::size_t at_;
  Encoding encoding_;
};

Numbers::Numbers(std::string_view bytes, const Header& header)
    : bytes_(bytes), at_(header.size), encoding_(header.encoding) {}

bool Numbers::Next(Type type, double* value) {
  if (encoding_ == Encoding::kText) return NextText(value);
  const auto& [name, other_name, size, decode] = kTypes[static_cast<std::size_t>(type)];
  if (left() < size) return false;
  if (encoding_ == Encoding::kLittleEndian) {
    *value = decode(bytes_.data() + at_);
  } else {
    std::array<char, 8> turned;
    for (std::size_t i = 0; i < size; ++i) turned[i] = bytes_[at_ + size - 1 - i];
    *value = decode(turned.data());
  }
  at_ += size;
  return true;
}

bool Numbers::NextText(double* value) {
  std::string_view rest = bytes_.substr(at_);
  const std::string_view word = TakeWord(&rest);
  at_ = bytes_.size() - rest.size();
  return !word.empty() && ParseNumber(word, value);
}

// A face with more corners is damage or an attack.
constexpr std::size_t kMaxCorners = 100'000;

/// Meaning of a vertex property; RoleOf lists the names that programs write.
enum class Role { kNone, kX, kY, kZ, kNx, kNy, kNz, kU, kV, kRed, kGreen, kBlue, kAlpha };

Role RoleOf(const std::string& name) {
  constexpr std::string_view kNames[][3] = {{"x"},
                                            {"y"},
                                            {"z"},
                                            {"nx", "normal_x"},
                                            {"ny", "normal_y"},
                                            {"nz", "normal_z"},
                                            {"u", "s", "texture_u"},
                                            {"v", "t", "texture_v"},
                                            {"red", "diffuse_red"},
                                            {"green", "diffuse_green"},
                                            {"blue", "diffuse_blue"},
                                            {"alpha"}};
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (std::find(std::begin(kNames[i]), std::end(kNames[i]), name) != std::end(kNames[i])) {
      return static_cast<Role>(i + 1);
    }
  }
  return Role::kNone;
}

/// Integers unchanged, floating-point values from 0 to 1.
std::uint8_t ColourByte(Type type, double value) {
  const bool fraction = type == Type::kFloat || type == Type::kDouble;
  const bool wide = type == Type::kUint16;
  const double scaled = fraction ? 255.0 * value : wide ? value / 257.0 : value;
  return std::isfinite(scaled) ? static_cast<std::uint8_t>(std::clamp(scaled, 0.0, 255.0) + 0.5)
                               : 0;
}

void Store(Role role, Type type, double value, MeshCorner* corner) {
  const int at = static_cast<int>(role);
  if (role >= Role::kX && role <= Role::kZ) {
    corner->position[at - static_cast<int>(Role::kX)] = value;
  } else if (role >= Role::kNx && role <= Role::kNz) {
    corner->normal[at - static_cast<int>(Role::kNx)] = value;
  } else if (role == Role::kU || role == Role::kV) {
    corner->texture_coordinate[at - static_cast<int>(Role::kU)] = value;
  } else if (role >= Role::kRed) {
    corner->color[static_cast<std::size_t>(at - static_cast<int>(Role::kRed))] =
        ColourByte(type, value);
  }
}

/// Reads the elements in the order of the file.
class Reader {
 public:
  Reader(const MeshOrigin& origin, const std::string& bytes, const Header& header,
         MeshBuilder* builder)
      : origin_(origin), header_(header), numbers_(bytes, header), builder_(*builder) {}

  Status Read() {
    builder_.BeginPart({}, Eigen::Affine3d::Identity());
    if (!header_.texture.empty()) {
      MeshMaterial material;
      material.diffuse = Eigen::Vector4d::Ones();
      material.texture = ResolveTexture(origin_, header_.texture);
      builder_.AddMaterial(std::move(material));
    }
    for (const Element& element : header_.elements) {
      Status status;
      if (element.name == "vertex") {
        status = ReadVertices(element);
      } else if (element.name == "face" || element.name == "tristrips") {
        status = ReadFaces(element);
      } else {
        status = Skip(element);
      }
      if (!status) return status;
    }
    return {};
  }

 private:
  /// Rows are numbered from 1 in messages, as users count them.
  Error TruncatedError(const Element& element, std::uint64_t row) const {
    return Error{element.name + " " + std::to_string(row + 1) + " of " +
                 std::to_string(element.count) +
                 " is truncated or not a number; copy or export the file again"};
  }

  Status ReadVertices(const Element& element) {
    std::vector<Role> roles;
    for (const Property& property : element.properties) {
      roles.push_back(property.is_list ? Role::kNone : RoleOf(property.name));
      if (roles.back() == Role::kU) builder_.StartTextureCoordinates();
      if (roles.back() == Role::kRed) builder_.StartColors();
    }
    // A wrong count is detected before memory is allocated for it.
    if (element.count > numbers_.left()) return TruncatedError(element, numbers_.left());
    vertices_.reserve(element.count);
    MeshCorner corner;
    const auto take = [&](std::size_t i, double value) {
      Store(roles[i], element.properties[i].type, value, &corner);
    };
    return ForEachRow(element, take, [&](std::uint64_t row) -> Status {
      corner.normal = builder_.MovedNormal(corner.normal);
      if (!corner.texture_coordinate.allFinite()) corner.texture_coordinate.setZero();
      if (!corner.position.allFinite()) {
        return Error{"vertex " + std::to_string(row + 1) +
                     " has a coordinate that is not a finite number; repair the mesh"};
      }
      vertices_.push_back(corner);
      corner = MeshCorner();
      return {};
    });
  }

  /// Reads the rows of an element. `take` receives the index of each property and its value (0 for
  /// a list, whose values are in list_); `done` is called at the end of each row.
  template <typename Take, typename Done>
  Status ForEachRow(const Element& element, Take take, Done done) {
    if (element.count > numbers_.left()) return TruncatedError(element, numbers_.left());
    for (std::uint64_t row = 0; row < element.count; ++row) {
      for (std::size_t i = 0; i < element.properties.size(); ++i) {
        const Property& property = element.properties[i];
        double value = 0.0;
        if (property.is_list ? !ReadList(property) : !numbers_.Next(property.type, &value)) {
          return TruncatedError(element, row);
        }
        take(i, value);
      }
      const Status status = done(row);
      if (!status) return status;
    }
    return {};
  }

  /// Reads a list into list_.
  bool ReadList(const Property& property) {
    double count = 0.0;
    if (!numbers_.Next(property.count_type, &count)) return false;
    if (!(count >= 0.0) || count > static_cast<double>(numbers_.left())) return false;
    list_.resize(static_cast<std::size_t>(count));
    for (double& value : list_) {
      if (!numbers_.Next(property.type, &value)) return false;
    }
    return true;
  }

  Status ReadFaces(const Element& element) {
    if (element.count > numbers_.left()) return TruncatedError(element, numbers_.left());
    builder_.ExpectTriangles(element.count);
    const auto take = [&](std::size_t i, double) {
      const Property& property = element.properties[i];
      if (!property.is_list) return;
      if (property.name == "vertex_indices" || property.name == "vertex_index") {
        indices_ = list_;
      } else if (property.name == "texcoord") {
        wedge_ = list_;
      }
    };
    return ForEachRow(element, take, [&](std::uint64_t row) {
      const Status status = element.name == "face" ? AddFace(row) : AddStrips(row);
      indices_.clear();
      wedge_.clear();
      return status;
    });
  }

  /// Reads and ignores an element, e.g. edges.
  Status Skip(const Element& element) {
    if (element.properties.empty()) return {};
    return ForEachRow(
        element, [](std::size_t, double) {}, [](std::uint64_t) { return Status(); });
  }

  bool IsVertex(double index) const {
    return index >= 0.0 && index < static_cast<double>(vertices_.size());
  }

  Error NoVertex(std::uint64_t row, double index) const {
    return Error{"face " + std::to_string(row + 1) + " refers to vertex " + std::to_string(index) +
                 " (from 0), there are " + std::to_string(vertices_.size()) +
                 "; export the mesh again"};
  }

  /// Texture coordinates of a face's corners ("wedges") override those of its vertices.
  Status AddFace(std::uint64_t row) {
    if (indices_.size() > kMaxCorners) return Error{"a face has more than 100000 corners"};
    const bool has_wedge = !wedge_.empty() && wedge_.size() == 2 * indices_.size();
    if (has_wedge) builder_.StartTextureCoordinates();
    polygon_.clear();
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      if (!IsVertex(indices_[i])) return NoVertex(row, indices_[i]);
      polygon_.push_back(vertices_[static_cast<std::size_t>(indices_[i])]);
      if (has_wedge && std::isfinite(wedge_[2 * i] + wedge_[2 * i + 1])) {
        polygon_.back().texture_coordinate = Eigen::Vector2d(wedge_[2 * i], wedge_[2 * i + 1]);
      }
    }
    if (polygon_.size() < 3) return {};
    if (!builder_.AddPolygon(polygon_, 0)) return Error{"more than 10 million triangles"};
    return {};
  }

  /// Strips of triangles that share sides; -1 starts a new one.
  Status AddStrips(std::uint64_t row) {
    std::size_t start = 0;
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      if (indices_[i] < 0.0) {
        start = i + 1;
        continue;
      }
      if (!IsVertex(indices_[i])) return NoVertex(row, indices_[i]);
      if (i < start + 2) continue;
      const bool turned = (i - start) % 2 == 1;
      const auto at = [&](std::size_t k) {
        return vertices_[static_cast<std::size_t>(indices_[k])];
      };
      const std::array<MeshCorner, 3> corners = {at(turned ? i - 1 : i - 2),
                                                 at(turned ? i - 2 : i - 1), at(i)};
      if (!builder_.AddTriangle(corners, 0)) return Error{"more than 10 million triangles"};
    }
    return {};
  }

  const MeshOrigin& origin_;
  const Header& header_;
  Numbers numbers_;
  MeshBuilder& builder_;
  std::vector<MeshCorner> vertices_;
  std::vector<double> list_;
  std::vector<double> indices_;
  std::vector<double> wedge_;
  std::vector<MeshCorner> polygon_;
};

}  // namespace
}  // namespace ply

Status ReadPly(const MeshOrigin& origin, const std::string& bytes, MeshBuilder* builder) {
  const Result<ply::Header> header = ply::ReadHeader(bytes);
  if (!header) return header.error();
  return ply::Reader(origin, bytes, *header, builder).Read();
}

}  // namespace surefoot
