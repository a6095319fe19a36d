#include "surefoot/world/geometry.h"

namespace surefoot::world {
namespace {

struct Name {
  const char* operator()(const Plane&) const { return "plane"; }
  const char* operator()(const Box&) const { return "box"; }
  const char* operator()(const Sphere&) const { return "sphere"; }
  const char* operator()(const Cylinder&) const { return "cylinder"; }
  const char* operator()(const Capsule&) const { return "capsule"; }
  const char* operator()(const Ellipsoid&) const { return "ellipsoid"; }
  const char* operator()(const Mesh&) const { return "mesh"; }
  const char* operator()(const HeightMap&) const { return "heightmap"; }
};

}  // namespace

const char* GeometryName(const Geometry& geometry) { return std::visit(Name{}, geometry); }

bool IsStaticOnly(const Geometry& geometry) {
  return std::holds_alternative<Plane>(geometry) || std::holds_alternative<HeightMap>(geometry);
}

}  // namespace surefoot::world
