#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// A smooth hull through rings that stand across an axis: bodies, heads and limbs of robots.
/// Lengths in m.
struct LoftSpec {
  /// x (0), y (1) or z (2). The others follow it in turn: u and v are y and z, z and x, or x and y.
  int axis = 0;
  struct Ring {
    /// Along the axis, rising from ring to ring.
    double place = 0.0;
    /// Extents along u and v; 0 at an end: it ends in a point or an edge.
    double width = 0.0;
    double height = 0.0;
    /// Of the ring's middle.
    double u = 0.0;
    double v = 0.0;
  };
  std::vector<Ring> rings;
  /// Exponent of the superellipse: 2 an ellipse, more a rounded box, less towards a rhombus.
  double round = 2.0;
  /// Corners of each ring, and pieces between two rings.
  int segments = 24;
  int steps = 4;
};

/// Closed, facing outwards. Between rings it follows a Catmull-Rom curve through them.
Result<TriMesh> MakeLoft(const LoftSpec& spec);

/// True for "surefoot:loft" with options.
bool IsLoftUri(const std::string& uri);

/// Parses "surefoot:loft?axis=x&round=2.5&ring=0,0.1,0.1&ring=0.2,0.05,0.04,0,0.01".
Result<LoftSpec> ParseLoftUri(const std::string& uri);

}  // namespace surefoot
