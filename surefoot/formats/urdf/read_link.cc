/// <link> and <inertial>.

#include <tinyxml2.h>

#include <cstring>

#include "surefoot/formats/urdf/parts.h"

namespace surefoot::formats::urdf {
namespace {

/// The matrix in the inertial frame; nothing after reporting.
std::optional<Matrix3d> ReadMatrix(const XmlElement& element, UrdfFile* file) {
  file->WarnUnknown(element, {}, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
  const auto ixx = file->RequiredNumber(element, "ixx");
  const auto iyy = file->RequiredNumber(element, "iyy");
  const auto izz = file->RequiredNumber(element, "izz");
  const double ixy = file->NumberOr(element, "ixy", 0.0);
  const double ixz = file->NumberOr(element, "ixz", 0.0);
  const double iyz = file->NumberOr(element, "iyz", 0.0);
  if (!ixx || !iyy || !izz) return std::nullopt;
  Matrix3d I;
  I << *ixx, ixy, ixz, ixy, *iyy, iyz, ixz, iyz, *izz;
  return I;
}

void ReadInertial(const XmlElement& element, world::Link* link, UrdfFile* file) {
  file->WarnUnknown(element, {"origin", "mass", "inertia"}, {});
  const RigidTransform X_LI = file->OriginOf(element);
  const XmlElement* mass_element = file->RequiredChild(element, "mass");
  const XmlElement* matrix_element = file->Child(element, "inertia");
  std::optional<double> mass;
  std::optional<Matrix3d> I_Icm_I;
  if (mass_element != nullptr) {
    file->WarnUnknown(*mass_element, {}, {"value"});
    mass = file->RequiredNumber(*mass_element, "value");
  }
  if (matrix_element != nullptr) {
    I_Icm_I = ReadMatrix(*matrix_element, file);
  } else {
    // A zero is replaced by the shapes' inertia where the link can turn.
    I_Icm_I = Matrix3d::Zero();
  }
  if (!mass || !I_Icm_I) return;
  if (*mass == 0.0) {
    if (I_Icm_I->isZero(0.0)) return;
    file->WarnRepeated("inertia without mass", file->SourceOf(*matrix_element),
                       "an inertia without mass is ignored", "", "give a mass above zero in kg");
    return;
  }
  Inertia inertia_I;
  inertia_I.mass = *mass;
  inertia_I.I_BBcm_B = *I_Icm_I;
  link->inertia = ExpressedIn(X_LI, inertia_I);
  // Exact symmetry, which the rotation has rounded away.
  const Matrix3d I = link->inertia.I_BBcm_B;
  link->inertia.I_BBcm_B = 0.5 * (I + I.transpose());
}

}  // namespace

world::Link ReadLink(const XmlElement& element, const Materials& materials, UrdfFile* file) {
  file->WarnUnknown(element,
                    {"inertial", "visual", "collision", "contact", "self_collision_checking"},
                    {"name", "type"});
  world::Link link;
  link.name = file->Required(element, "name").value_or("");
  link.source = file->SourceOf(element);
  if (const XmlElement* inertial = file->Child(element, "inertial")) {
    ReadInertial(*inertial, &link, file);
  }
  UsedNames visual_names, collision_names;
  for (const XmlElement* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (std::strcmp(child->Name(), "visual") == 0) {
      ReadVisual(*child, materials, &link, &visual_names, file);
    }
    if (std::strcmp(child->Name(), "collision") == 0) {
      ReadCollision(*child, &link, &collision_names, file);
    }
  }
  link.extensions = file->KeepPrefixed(element);
  if (const XmlElement* contact = file->Child(element, "contact")) {
    ReadContact(*contact, &link, file);
  }
  for (const world::Element& extension : link.extensions) {
    ApplySurfaceToLink(extension, &link, file);
  }
  return link;
}

}  // namespace surefoot::formats::urdf
