#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/geometry/mesh_files/obj_words.h"

// Wavefront OBJ: the parts of the format that exporters use, in one pass over the text.

namespace surefoot {
namespace obj {
namespace {

constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

/// Indices of a corner's values, from 0.
struct Corner {
  std::uint32_t position = kNoIndex;
  std::uint32_t texture_coordinate = kNoIndex;
  std::uint32_t normal = kNoIndex;
};

/// Reads an OBJ file from top to bottom; faces refer to values above them.
class Reader {
 public:
  Reader(const MeshOrigin& origin, MeshBuilder* builder) : origin_(origin), builder_(*builder) {}

  Status Read(const std::string& text) {
    builder_.BeginPart({}, Eigen::Affine3d::Identity());
    Lines lines(text);
    for (std::string_view line; lines.Next(&line);) {
      const Status status = ReadLine(line);
      if (!status) return status.error().Within("line " + std::to_string(lines.number()));
    }
    return {};
  }

 private:
  Status ReadLine(std::string_view line) {
    const std::string_view word = TakeWord(&line);
    if (word == "v") return ReadPosition(line);
    if (word == "vt") texture_coordinates_.push_back(Numbers(line).head<2>());
    if (word == "vn") normals_.push_back(Numbers(line));
    if (word == "f") return ReadFace(line);
    if (word == "o" || word == "g") BeginPart(word == "o", line);
    if (word == "usemtl") material_ = MaterialOf(std::string(Trimmed(line)));
    if (word == "mtllib") ReadMaterials(line);
    return {};  // Lines, points, smoothing groups, curves.
  }

  /// Positions must be valid; everything else about a vertex may be missing.
  Status ReadPosition(std::string_view rest) {
    Vector3d position;
    for (int i = 0; i < 3; ++i) {
      const std::string_view word = TakeWord(&rest);
      if (!ParseNumber(word, &position[i]) || !std::isfinite(position[i])) {
        return Error{"v: \"" + std::string(word.substr(0, 40)) +
                     "\" is not a finite number; three are needed"};
      }
    }
    positions_.push_back(position);
    return {};
  }

  /// Up to three numbers; missing or invalid ones are 0.
  static Vector3d Numbers(std::string_view rest) {
    Vector3d values = Vector3d::Zero();
    for (int i = 0; i < 3; ++i) {
      double value = 0.0;
      if (ParseNumber(TakeWord(&rest), &value) && std::isfinite(value)) values[i] = value;
    }
    return values;
  }

  Status ReadFace(std::string_view rest) {
    polygon_.clear();
    for (std::string_view word = TakeWord(&rest); !word.empty(); word = TakeWord(&rest)) {
      Corner corner;
      const Status status = ReadCorner(word, &corner);
      if (!status) return status;
      MeshCorner values;
      values.position = positions_[corner.position];
      if (corner.normal != kNoIndex) values.normal = builder_.MovedNormal(normals_[corner.normal]);
      if (corner.texture_coordinate != kNoIndex) {
        values.texture_coordinate = texture_coordinates_[corner.texture_coordinate];
        builder_.StartTextureCoordinates();
      }
      polygon_.push_back(values);
    }
    if (!builder_.AddPolygon(polygon_, material_)) return Error{"more than 10 million triangles"};
    return {};
  }

  /// One of "position", "position/texture", "position//normal", "position/texture/normal".
  Status ReadCorner(std::string_view word, Corner* corner) const {
    const std::string_view whole = word;
    const struct {
      const char* name;
      std::size_t count;
      std::uint32_t* index;
    } fields[] = {{"vertex", positions_.size(), &corner->position},
                  {"texture coordinate", texture_coordinates_.size(), &corner->texture_coordinate},
                  {"normal", normals_.size(), &corner->normal}};
    for (const auto& field : fields) {
      const std::size_t slash = word.find('/');
      const std::string_view digits = word.substr(0, slash);
      if (!digits.empty() || field.index == &corner->position) {
        long long index = 0;
        if (!FromChars(digits, &index)) {
          return Error{"f: \"" + std::string(whole.substr(0, 40)) + "\" is not of the form 1/1/1"};
        }
        const auto count = static_cast<long long>(field.count);
        const long long at =
            index < 0 ? count + index : index - 1;  // Negative: relative to the last.
        if (at < 0 || at >= count) {
          return Error{"f: " + std::string(field.name) + " " + std::to_string(index) +
                       " does not exist: there are " + std::to_string(count) +
                       " above this line; export the mesh again"};
        }
        *field.index = static_cast<std::uint32_t>(at);
      }
      if (slash == std::string_view::npos) return {};
      word.remove_prefix(slash + 1);
    }
    return Error{"f: \"" + std::string(whole.substr(0, 40)) + "\" is not of the form 1/1/1"};
  }

  /// An object ends the previous group; a line may list several groups.
  void BeginPart(bool is_object, std::string_view names) {
    if (is_object) {
      object_ = std::string(Trimmed(names));
      groups_.clear();
    } else {
      groups_ = {std::string(Trimmed(names))};
      for (std::string_view name = TakeWord(&names); !name.empty(); name = TakeWord(&names)) {
        groups_.emplace_back(name);
      }
    }
    std::vector<std::string> all = groups_;
    all.push_back(object_);
    builder_.BeginPart(all, Eigen::Affine3d::Identity());
  }

  /// Either one name with spaces, or several names.
  void ReadMaterials(std::string_view names) {
    ReadMaterialFile(origin_, std::string(Trimmed(names)), &materials_);
    if (Trimmed(names).find_first_of(" \t") == std::string_view::npos) return;
    for (std::string_view name = TakeWord(&names); !name.empty(); name = TakeWord(&names)) {
      ReadMaterialFile(origin_, std::string(name), &materials_);
    }
  }

  std::uint32_t MaterialOf(const std::string& name) {
    // Faces above the first usemtl have index 0, the default material.
    if (indices_.empty()) {
      builder_.AddMaterial(MeshMaterial());
      indices_.emplace(std::string(), 0);
    }
    const auto known = indices_.find(name);
    if (known != indices_.end()) return known->second;
    const auto found = materials_.find(name);
    MeshMaterial material;
    if (found != materials_.end()) material = found->second;
    material.name = name;
    const std::uint32_t index = builder_.AddMaterial(std::move(material));
    indices_.emplace(name, index);
    return index;
  }

  const MeshOrigin& origin_;
  MeshBuilder& builder_;
  std::vector<Vector3d> positions_;
  std::vector<Eigen::Vector2d> texture_coordinates_;
  std::vector<Vector3d> normals_;
  std::string object_;
  std::vector<std::string> groups_;
  std::uint32_t material_ = 0;
  std::map<std::string, MeshMaterial> materials_;
  std::map<std::string, std::uint32_t> indices_;
  std::vector<MeshCorner> polygon_;
};

}  // namespace
}  // namespace obj

Status ReadObj(const MeshOrigin& origin, const std::string& text, MeshBuilder* builder) {
  return obj::Reader(origin, builder).Read(text);
}

}  // namespace surefoot
