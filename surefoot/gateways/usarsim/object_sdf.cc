#include "surefoot/gateways/usarsim/object_sdf.h"

#include "surefoot/gateways/usarsim/text.h"

namespace surefoot::gateways::usarsim {
namespace {

std::string Number(double value) { return FormatNumber(value, 9); }

std::string Tag(const std::string& name, const std::string& inside) {
  return "<" + name + ">" + inside + "</" + name + ">";
}

std::string Geometry(const std::string& shape, const Vector3d& size) {
  if (shape == "sphere") return Tag("sphere", Tag("radius", Number(size.x() / 2.0)));
  if (shape == "cylinder") {
    return Tag("cylinder", Tag("radius", Number(size.x() / 2.0)) + Tag("length", Number(size.z())));
  }
  return Tag("box",
             Tag("size", Number(size.x()) + " " + Number(size.y()) + " " + Number(size.z())));
}

/// Of a solid body with even density.
Vector3d Moments(const std::string& shape, const Vector3d& size, double mass) {
  const Vector3d squares = size.cwiseProduct(size);
  if (shape == "sphere") return Vector3d::Constant(0.1 * mass * squares.x());
  if (shape == "cylinder") {
    const double across = mass * (squares.x() / 16.0 + squares.z() / 12.0);
    return Vector3d(across, across, mass * squares.x() / 8.0);
  }
  return mass / 12.0 *
         Vector3d(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y());
}

}  // namespace

std::string ObjectSdf(const ObjectSpec& object, const std::string& name, const Vector3d& scale,
                      bool fixed) {
  const Vector3d size = object.size.cwiseProduct(scale);
  const double mass = object.mass * scale.prod();
  const Vector3d moments = Moments(object.shape, size, mass);
  const std::string geometry = Tag("geometry", Geometry(object.shape, size));
  const std::string inertia = Tag("ixx", Number(moments.x())) + Tag("iyy", Number(moments.y())) +
                              Tag("izz", Number(moments.z())) +
                              "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>";
  return "<sdf version=\"1.9\"><model name=\"" + name + "\">" +
         Tag("static", fixed ? "true" : "false") + "<link name=\"link\">" +
         Tag("inertial", Tag("mass", Number(mass)) + Tag("inertia", inertia)) +
         "<collision name=\"shape\">" + geometry + "</collision><visual name=\"shape\">" +
         geometry + "</visual></link></model></sdf>";
}

}  // namespace surefoot::gateways::usarsim
