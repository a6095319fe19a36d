#pragma once

/// The <geometry> elements of COLLADA files; included by collada_*.cc only.

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "surefoot/geometry/mesh_files/collada_xml.h"

namespace surefoot::collada {

/// Values of a <source>, up to three components each.
using Values = std::vector<Vector3d>;

constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

/// Where the values of a triangle's corner are.
struct CornerIndices {
  std::uint32_t position = 0;
  std::uint32_t normal = kNoIndex;
  std::uint32_t texture_coordinate = kNoIndex;
};

/// Triangles with one material; the pointers lead into the Geometry's sources.
struct Primitive {
  std::string material_symbol;
  const Values* positions = nullptr;
  const Values* normals = nullptr;
  const Values* texture_coordinates = nullptr;
  /// Three per triangle.
  std::vector<CornerIndices> corners;
};

struct Geometry {
  std::string id;
  std::string name;
  std::map<const XMLElement*, Values> sources;
  std::vector<Primitive> primitives;
};

/// Reads triangles, polygons, strips and fans; lines and curves are left out. Every index is
/// checked against its source.
Status ReadGeometry(const XMLElement& element, const Ids& ids, Geometry* geometry);

}  // namespace surefoot::collada
