#pragma once

/// The XML of COLLADA files and their <geometry> elements; included by collada_*.cc only.

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/mesh_files/mesh_origin.h"

namespace tinyxml2 {
class XMLElement;
}  // namespace tinyxml2

namespace surefoot::collada {

using tinyxml2::XMLElement;

/// An error such as "line 12: <p>: message".
Error At(const XMLElement& element, const std::string& message);

/// The value of an attribute; "" if absent.
std::string_view Attribute(const XMLElement& element, const char* name);

bool Is(const XMLElement& element, std::string_view name);

/// The element's text without surrounding white space.
std::string_view Text(const XMLElement& element);

/// All numbers in an element's text. The error quotes the first word that is not a number.
Result<std::vector<double>> Doubles(const XMLElement& element);
Result<std::vector<std::int32_t>> Integers(const XMLElement& element);

/// The descendant at this path of names (the first of each), or nullptr.
const XMLElement* Descend(const XMLElement* element, std::initializer_list<const char*> path);

/// Elements by their id attribute.
class Ids {
 public:
  explicit Ids(const XMLElement& root);
  /// The element that a reference such as "#id" refers to; nullptr if it does not exist.
  const XMLElement* Find(std::string_view reference) const;

 private:
  std::unordered_map<std::string_view, const XMLElement*> elements_;
};

/// Converts a <material>.
MeshMaterial ReadMaterial(const XMLElement& material, const Ids& ids, const MeshOrigin& origin);

/// Values of a <source>, with up to three components each.
using Values = std::vector<Vector3d>;

constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

/// Indices of the values of a triangle's corner.
struct CornerIndices {
  std::uint32_t position = 0;
  std::uint32_t normal = kNoIndex;
  std::uint32_t texture_coordinate = kNoIndex;
};

/// Triangles with one material; the pointers refer to the Geometry's sources.
struct Primitive {
  std::string material_symbol;
  const Values* positions = nullptr;
  const Values* normals = nullptr;
  const Values* texture_coordinates = nullptr;
  /// Three for each triangle.
  std::vector<CornerIndices> corners;
};

struct Geometry {
  std::string id;
  std::string name;
  std::map<const XMLElement*, Values> sources;
  std::vector<Primitive> primitives;
};

/// Reads triangles, polygons, strips and fans; ignores lines and curves. Validates every index.
Status ReadGeometry(const XMLElement& element, const Ids& ids, Geometry* geometry);

}  // namespace surefoot::collada
