/// What can be computed only after all bodies have been read: unique names, inertias, references.

#include "surefoot/formats/mjcf/scene.h"

#include <algorithm>
#include <set>

#include "surefoot/formats/parse.h"
#include "surefoot/math/decompose.h"

namespace surefoot::formats::mjcf {
namespace {

/// Applies boundmass, boundinertia and balanceinertia of <compiler>. Principal moments must satisfy
/// the triangle inequality A + B >= C; balanceinertia replaces moments that do not by their mean.
void BoundInertia(const Compiler& compiler, const MjBody& body, Reader* reader, Inertia* inertia) {
  if (inertia->mass < compiler.boundmass) inertia->mass = compiler.boundmass;
  if (inertia->mass <= 0.0 && compiler.boundinertia <= 0.0) return;
  const PrincipalAxes principal = PrincipalAxesOf(inertia->I_BBcm_B);
  Vector3d moments = principal.values;
  const Vector3d before = moments;
  if (compiler.boundinertia > 0.0) moments = moments.cwiseMax(compiler.boundinertia);
  // The eigenvalues are sorted in ascending order.
  const bool unbalanced = moments[0] + moments[1] < moments[2];
  if (compiler.balanceinertia && unbalanced) moments.setConstant(moments.mean());
  if (compiler.balanceinertia && unbalanced) {
    reader->NoteOnce("balance", body.source, "balanceinertia makes the moments of inertia equal",
                     body.name);
  }
  if (moments == before) return;
  const Matrix3d R = principal.axes;
  inertia->I_BBcm_B = R * moments.asDiagonal() * R.transpose();
  inertia->I_BBcm_B = 0.5 * (inertia->I_BBcm_B + inertia->I_BBcm_B.transpose().eval());
}

Inertia SumOfGeoms(const MjBody& body) {
  Inertia sum;
  for (const MjGeom& geom : body.geoms) {
    if (geom.inertia.mass > 0.0) sum = Combine(sum, geom.inertia);
  }
  return sum;
}

/// A mass without moments gets those of its geoms, scaled to the mass; without geoms those of a
/// solid sphere of radius 1 cm, 2/5 m r^2.
void FillMoments(const Inertia& geoms, Inertia* inertia) {
  if (!(inertia->mass > 0.0) || !inertia->I_BBcm_B.isZero(0.0)) return;
  constexpr double kBall = 0.4 * 0.01 * 0.01;
  inertia->I_BBcm_B = geoms.mass > 0.0 ? Matrix3d(geoms.I_BBcm_B * (inertia->mass / geoms.mass))
                                       : Matrix3d(Matrix3d::Identity() * (kBall * inertia->mass));
}

/// settotalmass scales all masses and moments of inertia by the same factor.
void SetTotalMass(double total, Scene* scene) {
  double sum = 0.0;
  for (const MjBody& body : scene->bodies) sum += body.inertia.mass;
  if (!(sum > 0.0) || !(total > 0.0)) return;
  for (MjBody& body : scene->bodies) {
    body.inertia.mass *= total / sum;
    body.inertia.I_BBcm_B *= total / sum;
  }
}

/// Reports a reference to an unknown name: an error, or a warning when the name may belong to an
/// element that was ignored.
void ReportMissing(const char* kind, const std::string& name, const Node& node,
                   const char* attribute, const std::vector<std::string>& known, Reader* reader) {
  if (reader->has_gaps) {
    reader->WarnOnce(std::string("gap ") + kind, SourceOf(node, attribute),
                     std::string("no ") + kind +
                         " has this name: it may belong to an element that was ignored, so this "
                         "element is ignored too",
                     name);
    return;
  }
  reader->Error(SourceOf(node, attribute), std::string("no ") + kind + " has this name", name,
                ShortAdvice(name, known));
}

}  // namespace

std::string Unique(const std::string& base, std::set<std::string>* used) {
  std::string name = base;
  for (int i = 2; !used->insert(name).second; ++i) name = base + "_" + std::to_string(i);
  return name;
}

/// Generated names contain the index or the parent's name, so they are the same in every load.
void AssignMissingNames(Scene* scene) {
  std::set<std::string> bodies, joints, lights, cameras;
  for (const auto& entry : scene->body_ids) bodies.insert(entry.first);
  for (const auto& entry : scene->joints) joints.insert(entry.first);
  for (const auto& entry : scene->cameras) cameras.insert(entry.first);
  for (std::size_t i = 1; i < scene->bodies.size(); ++i) {
    MjBody& body = scene->bodies[i];
    if (body.name.empty()) body.name = Unique("body_" + std::to_string(i), &bodies);
    for (MjJoint& joint : body.joints) {
      if (joint.name.empty())
        joint.name = Unique(
            body.name + "_" + kMjJointTypeNames[static_cast<std::size_t>(joint.type)], &joints);
    }
  }
  for (MjBody& body : scene->bodies) {
    std::set<std::string> geoms;
    for (const MjGeom& geom : body.geoms) geoms.insert(geom.name);
    for (std::size_t i = 0; i < body.geoms.size(); ++i) {
      MjGeom& geom = body.geoms[i];
      if (geom.name.empty()) geom.name = Unique("geom_" + std::to_string(i), &geoms);
    }
    for (world::Light& light : body.lights) {
      light.name = Unique(light.name.empty() ? body.name + "_light" : light.name, &lights);
    }
    for (world::Sensor& camera : body.cameras) {
      if (camera.name.empty()) camera.name = Unique(body.name + "_camera", &cameras);
    }
  }
}

/// inertiafromgeom: "true" always computes the inertia from geoms, "auto" only for bodies without
/// <inertial>. The world body has none.
void ComputeInertias(const Compiler& compiler, Reader* reader, Scene* scene) {
  for (std::size_t i = 1; i < scene->bodies.size(); ++i) {
    MjBody& body = scene->bodies[i];
    const bool from_geoms = compiler.inertiafromgeom == "true" ||
                            (compiler.inertiafromgeom == "auto" && !body.inertial);
    body.inertia_computed = from_geoms;
    body.inertia = from_geoms ? SumOfGeoms(body) : body.inertial.value_or(Inertia());
    if (!from_geoms) FillMoments(SumOfGeoms(body), &body.inertia);
    BoundInertia(compiler, body, reader, &body.inertia);
  }
  if (compiler.settotalmass > 0.0) SetTotalMass(compiler.settotalmass, scene);
}

template <typename T>
std::optional<T> FindNamed(const std::map<std::string, T>& table, const char* kind,
                           const ScenePart& part, const Node& node, const char* attribute,
                           Reader* reader) {
  const std::string name = Attributes(node, reader).Text(attribute);
  const bool is_world = std::is_same_v<T, int> && name == "world";
  const auto found = table.find(is_world ? name : part.prefix + name);
  if (found != table.end()) return found->second;
  // Only a part of an attached document may be in the scene.
  if (!part.prefix.empty()) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& entry : table) known.push_back(entry.first);
  ReportMissing(kind, name, node, attribute, known, reader);
  return std::nullopt;
}

std::optional<int> FindBody(const Scene& scene, const ScenePart& part, const Node& node,
                            const char* attribute, Reader* reader) {
  return FindNamed(scene.body_ids, "body", part, node, attribute, reader);
}

std::optional<PartRef> FindPart(const std::map<std::string, PartRef>& table, const char* kind,
                                const ScenePart& part, const Node& node, const char* attribute,
                                Reader* reader) {
  return FindNamed(table, kind, part, node, attribute, reader);
}

}  // namespace surefoot::formats::mjcf
