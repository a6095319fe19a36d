#include <algorithm>
#include <cmath>
#include <string>

#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/geometry/mesh_files/ply_header.h"

namespace surefoot {
namespace ply {
namespace {

constexpr std::size_t kMaxCorners = 100'000;

/// Where a property of a vertex goes; the names are those that programs write.
enum class Role { kNone, kX, kY, kZ, kNx, kNy, kNz, kU, kV, kRed, kGreen, kBlue, kAlpha };

Role RoleOf(const std::string& name) {
  const struct {
    const char* name;
    Role role;
  } table[] = {{"x", Role::kX},
               {"y", Role::kY},
               {"z", Role::kZ},
               {"nx", Role::kNx},
               {"ny", Role::kNy},
               {"nz", Role::kNz},
               {"normal_x", Role::kNx},
               {"normal_y", Role::kNy},
               {"normal_z", Role::kNz},
               {"u", Role::kU},
               {"v", Role::kV},
               {"s", Role::kU},
               {"t", Role::kV},
               {"texture_u", Role::kU},
               {"texture_v", Role::kV},
               {"red", Role::kRed},
               {"green", Role::kGreen},
               {"blue", Role::kBlue},
               {"alpha", Role::kAlpha},
               {"diffuse_red", Role::kRed},
               {"diffuse_green", Role::kGreen},
               {"diffuse_blue", Role::kBlue}};
  for (const auto& row : table) {
    if (name == row.name) return row.role;
  }
  return Role::kNone;
}

/// Whole numbers as they are, fractions from 0 to 1.
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
  Reader(const std::string& path, const std::string& bytes, const Header& header,
         MeshBuilder* builder)
      : path_(path), header_(header), numbers_(bytes, header), builder_(*builder) {}

  Status Read() {
    builder_.BeginPart({}, Eigen::Affine3d::Identity());
    if (!header_.texture.empty()) {
      MeshMaterial material;
      material.diffuse = Eigen::Vector4d::Ones();
      material.texture = ResolveTexture(path_, header_.texture);
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
  Error CutOff(const Element& element, std::uint64_t row) const {
    return Error{element.name + " " + std::to_string(row + 1) + " of " +
                 std::to_string(element.count) +
                 " is cut off or no number; copy or export the file again"};
  }

  Status ReadVertices(const Element& element) {
    std::vector<Role> roles;
    for (const Property& property : element.properties) {
      roles.push_back(property.is_list ? Role::kNone : RoleOf(property.name));
      if (roles.back() == Role::kU) builder_.StartTextureCoordinates();
      if (roles.back() == Role::kRed) builder_.StartColors();
    }
    // A wrong count is noticed before memory is taken for it.
    if (element.count > numbers_.left()) return CutOff(element, numbers_.left());
    vertices_.reserve(element.count);
    for (std::uint64_t row = 0; row < element.count; ++row) {
      MeshCorner corner;
      for (std::size_t i = 0; i < roles.size(); ++i) {
        const Property& property = element.properties[i];
        double value = 0.0;
        if (property.is_list ? !ReadList(property) : !numbers_.Next(property.type, &value)) {
          return CutOff(element, row);
        }
        Store(roles[i], property.type, value, &corner);
      }
      corner.normal = builder_.MovedNormal(corner.normal);
      if (!corner.texture_coordinate.allFinite()) corner.texture_coordinate.setZero();
      if (!corner.position.allFinite()) {
        return Error{"vertex " + std::to_string(row + 1) +
                     " has a coordinate that is not a finite number; repair the mesh"};
      }
      vertices_.push_back(corner);
    }
    return {};
  }

  /// A list into list_.
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
    if (element.count > numbers_.left()) return CutOff(element, numbers_.left());
    builder_.ExpectTriangles(element.count);
    for (std::uint64_t row = 0; row < element.count; ++row) {
      indices_.clear();
      wedge_.clear();
      for (const Property& property : element.properties) {
        double ignored = 0.0;
        if (property.is_list ? !ReadList(property) : !numbers_.Next(property.type, &ignored)) {
          return CutOff(element, row);
        }
        if (!property.is_list) continue;
        if (property.name == "vertex_indices" || property.name == "vertex_index") {
          indices_ = list_;
        } else if (property.name == "texcoord") {
          wedge_ = list_;
        }
      }
      const Status status = element.name == "face" ? AddFace(row) : AddStrips(row);
      if (!status) return status;
    }
    return {};
  }

  Status Skip(const Element& element) {
    if (!element.properties.empty() && element.count > numbers_.left()) {
      return CutOff(element, numbers_.left());
    }
    for (std::uint64_t row = 0; row < element.count && !element.properties.empty(); ++row) {
      for (const Property& property : element.properties) {
        double ignored = 0.0;
        if (property.is_list ? !ReadList(property) : !numbers_.Next(property.type, &ignored)) {
          return CutOff(element, row);
        }
      }
    }
    return {};
  }

  bool IsVertex(double index) const {
    return index >= 0.0 && index < static_cast<double>(vertices_.size());
  }

  Error NoVertex(std::uint64_t row, double index) const {
    return Error{"face " + std::to_string(row + 1) + " names vertex " + std::to_string(index) +
                 " (from 0), there are " + std::to_string(vertices_.size()) +
                 "; export the mesh again"};
  }

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

  const std::string& path_;
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

Status ReadPly(const std::string& path, const std::string& bytes, MeshBuilder* builder) {
  const Result<ply::Header> header = ply::ReadHeader(bytes);
  if (!header) return header.error();
  return ply::Reader(path, bytes, *header, builder).Read();
}

}  // namespace surefoot
