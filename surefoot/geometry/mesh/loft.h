#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// A smooth hull through cross sections (rings) along an axis: bodies, heads and limbs of robots.
/// Lengths in m.
///
///   LoftSpec spec;
///   spec.rings = {{0.0, 0.1, 0.1}, {0.2, 0.05, 0.04}};
///   Result<TriMesh> mesh = MakeLoft(spec);
struct LoftSpec {
  /// x (0), y (1) or z (2). u and v are the next axes in cyclic order: y and z, z and x, or x and
  /// y.
  int axis = 0;
  struct Ring {
    /// Position along the axis, increasing from ring to ring.
    double place = 0.0;
    /// Extents along u and v; 0 is allowed at an end, which becomes a point or an edge.
    double width = 0.0;
    double height = 0.0;
    /// Centre of the ring.
    double u = 0.0;
    double v = 0.0;
  };
  std::vector<Ring> rings;
  /// Exponent of the superellipse: 2 is an ellipse, more a rounded box, less tends to a rhombus.
  double round = 2.0;
  /// Vertices of each ring, and pieces between two rings.
  int segments = 24;
  int steps = 4;
};

/// Closed and facing outwards. The cross section follows a Catmull-Rom spline through the rings.
Result<TriMesh> MakeLoft(const LoftSpec& spec);

/// True for "surefoot:loft" with options.
bool IsLoftUri(const std::string& uri);

/// Parses "surefoot:loft?axis=x&round=2.5&ring=0,0.1,0.1&ring=0.2,0.05,0.04,0,0.01".
Result<LoftSpec> ParseLoftUri(const std::string& uri);

}  // namespace surefoot
