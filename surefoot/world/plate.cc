#include "surefoot/world/plate.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "surefoot/base/index.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/ground_reader.h"

// The flat bottom of a link that presses into soil, from its shapes and its element.

namespace surefoot::world {
namespace {

constexpr const char* kElement = "surefoot:plate";
constexpr double kPi = 3.14159265358979323846;

/// The plate's frame in the shape's frame G: its z axis is the axis of G nearest to the model's
/// vertical with all joints at zero, pointing up, and its origin is on the lower face.
RigidTransform Bottom(const Matrix3d& R_MG, const Vector3d& half, bool only_z) {
  int axis = 2;
  for (int i = 0; i < 3 && !only_z; ++i) {
    if (std::abs(R_MG(2, i)) > std::abs(R_MG(2, axis)) + 1e-9) axis = i;
  }
  const double sign = R_MG(2, axis) < 0.0 ? -1.0 : 1.0;
  Matrix3d R_GP = Matrix3d::Identity();
  R_GP.col(2) = sign * Vector3d::Unit(axis);
  R_GP.col(0) = Vector3d::Unit((axis + 1) % 3);
  R_GP.col(1) = R_GP.col(2).cross(R_GP.col(0));
  return RigidTransform(Quaterniond(R_GP), -half[axis] * R_GP.col(2));
}

/// Size and pose from the first cylinder or box of the link.
void TakeShape(const Link& link, Plate* plate) {
  for (std::size_t i = 0; i < link.collisions.size(); ++i) {
    const Collision& collision = link.collisions[i];
    const auto* cylinder = std::get_if<Cylinder>(&collision.geometry);
    const auto* box = std::get_if<Box>(&collision.geometry);
    if (cylinder == nullptr && box == nullptr) continue;
    const RigidTransform X_MG = link.X_ML * collision.X_LG;
    Vector3d half = Vector3d::Zero();
    if (cylinder != nullptr) {
      half.z() = 0.5 * cylinder->length;
      plate->radius = cylinder->radius;
    } else {
      half = 0.5 * box->size;
    }
    const RigidTransform X_GP = Bottom(X_MG.R(), half, cylinder != nullptr);
    if (box != nullptr) {
      plate->length = 2.0 * (X_GP.R().col(0).cwiseAbs()).dot(half);
      plate->width = 2.0 * (X_GP.R().col(1).cwiseAbs()).dot(half);
    }
    plate->X_LP = collision.X_LG * X_GP;
    plate->collision = static_cast<int>(i);
    return;
  }
}

/// Sizes in the element override those of the shape.
void TakeSizes(const ElementReader& reader, Plate* plate) {
  if (reader.Has("radius")) {
    plate->radius = reader.Number("radius", 0.0, 1e-3, 100.0);
    plate->length = plate->width = 0.0;
  }
  if (reader.Has("length") || reader.Has("width")) {
    if (reader.Has("radius")) {
      reader.Error("radius", "cannot be combined with `length` and `width`", reader.Text("radius"),
                   "a plate is round or rectangular");
    }
    plate->radius = 0.0;
    plate->length = reader.Number("length", plate->length, 1e-3, 100.0);
    plate->width = reader.Number("width", plate->width, 1e-3, 100.0);
  }
  plate->inner_radius = reader.Number("inner_radius", 0.0, 0.0, 100.0);
  if (plate->inner_radius > 0.0 && !(plate->inner_radius < plate->radius)) {
    reader.Error("inner_radius", "must be below the radius", reader.Text("inner_radius"),
                 "write a ring as radius=\"0.05\" inner_radius=\"0.03\"");
  }
  plate->grip = reader.Number("grip", 1.0, 0.0, 1.0);
  if (plate->is_round() || (plate->length > 0.0 && plate->width > 0.0)) return;
  reader.Error("radius", "the plate's size is unknown: the link has no cylinder and no box", "",
               "write <surefoot:plate radius=\"0.05\"/>, or length and width");
}

}  // namespace

double Plate::area() const {
  if (!is_round()) return length * width;
  return kPi * (radius * radius - inner_radius * inner_radius);
}

double Plate::size() const { return is_round() ? radius - inner_radius : std::min(length, width); }

const Element* FindPlateElement(const World& world, int link_id) {
  const int model = world.model_of_link(link_id);
  const Tree& tree = world.tree(model);
  const int first = world.layout(model).links.first;
  for (const int link : tree.bodies[At(tree.body_of_link[At(link_id - first)])].links) {
    const Element* element = FindElement(world.model(model).links[At(link)].extensions, kElement);
    if (element != nullptr) return element;
  }
  return nullptr;
}

std::vector<Plate> FindPlates(const World& world, Problems* problems) {
  std::vector<Plate> plates;
  for (int link = 0; link < world.link_count(); ++link) {
    const Element* element = FindElement(world.link(link).extensions, kElement);
    if (element == nullptr || world.IsStatic(link)) continue;
    const int before = problems->error_count();
    const ElementReader reader(*element, problems);
    RefuseUnknown(*element, {"radius", "inner_radius", "length", "width", "grip", "contact"},
                  problems);
    Plate plate;
    plate.link = link;
    TakeShape(world.link(link), &plate);
    TakeSizes(reader, &plate);
    plate.contact = ReadContact(*element, problems).value_or(WheelContact::kSoil);
    if (problems->error_count() == before) plates.push_back(plate);
  }
  return plates;
}

}  // namespace surefoot::world
