#include "surefoot/world/content_hash.h"

#include <algorithm>
#include <initializer_list>
#include <type_traits>
#include <unordered_map>

#include "surefoot/base/bytes.h"
#include "surefoot/base/hash.h"

// A hash of everything in a description that can change a run; sources and file folders are left
// out.

namespace surefoot::world {
namespace {

template <typename T>
std::uint64_t HashVector(const std::vector<T>& items, std::uint64_t seed) {
  const std::uint64_t count = items.size();
  return HashBytes(items.data(), items.size() * sizeof(T), HashBytes(&count, sizeof count, seed));
}

/// Only the name: folders differ between machines.
std::string FileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::uint64_t MeshHash(const TriMesh& mesh) {
  std::uint64_t hash = HashVector(mesh.vertices, 1);
  hash = HashVector(mesh.triangles, hash);
  hash = HashVector(mesh.normals, hash);
  hash = HashVector(mesh.texture_coordinates, hash);
  hash = HashVector(mesh.triangle_materials, hash);
  Bytes looks;
  ByteWriter writer(&looks);
  for (const MeshMaterial& material : mesh.materials) {
    for (const auto* colour : {&material.diffuse, &material.specular, &material.emissive}) {
      writer.PutRaw(colour->data(), sizeof(double) * 4);
    }
    writer.PutString(FileName(material.texture));
  }
  return HashVector(looks, hash);
}

std::uint64_t FieldHash(const HeightField& field) {
  Bytes head;
  ByteWriter writer(&head);
  writer.Put(field.rows);
  writer.Put(field.cols);
  writer.Put(field.size_x);
  writer.Put(field.size_y);
  return HashVector(field.heights, HashVector(head, 2));
}

/// Serialises a description in a fixed order. Lists are preceded by their length, so different
/// descriptions give different bytes.
class Hasher {
 public:
  std::uint64_t HashSpec(const WorldSpec& spec);

 private:
  template <typename... Fields>
  void PutEach(const Fields&... fields) {
    (Put(fields), ...);
  }

  template <typename T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void Put(T value) { writer_.Put(value); }
  void Put(const std::string& text) { writer_.PutString(text); }
  template <typename Matrix>
  void Put(const Eigen::PlainObjectBase<Matrix>& m) {
    writer_.PutRaw(m.data(), sizeof(double) * static_cast<std::size_t>(m.size()));
  }
  void Put(const RigidTransform& X) { PutEach(X.q.coeffs(), X.p); }
  template <typename T>
  void Put(const std::optional<T>& value) {
    Put(value.has_value());
    if (value) Put(*value);
  }
  template <typename T>
  void Put(const std::vector<T>& items) {
    Put(items.size());
    for (const T& item : items) Put(item);
  }

  void Put(const Plane&) {}
  void Put(const Box& box) { Put(box.size); }
  void Put(const Sphere& sphere) { Put(sphere.radius); }
  void Put(const Cylinder& cylinder) { PutEach(cylinder.radius, cylinder.length); }
  void Put(const Capsule& capsule) { PutEach(capsule.radius, capsule.length); }
  void Put(const Ellipsoid& ellipsoid) { Put(ellipsoid.radii); }
  void Put(const Mesh& mesh) { Put(HashOnce(mesh.mesh.get(), MeshHash)); }
  void Put(const HeightMap& map) { Put(HashOnce(map.field.get(), FieldHash)); }
  void Put(const Geometry& geometry) {
    Put(static_cast<int>(geometry.index()));
    std::visit([this](const auto& shape) { Put(shape); }, geometry);
  }

  void Put(const Inertia& i) { PutEach(i.mass, i.p_BBcm, i.I_BBcm_B); }
  void Put(const std::pair<std::string, std::string>& a) { PutEach(a.first, a.second); }
  void Put(const Element& e) { PutEach(e.name, e.text, e.attributes, e.children); }
  void Put(const Material& m) {
    PutEach(m.ambient, m.diffuse, m.specular, m.emissive, FileName(m.texture), m.element);
  }
  void Put(const Surface& s) {
    PutEach(s.name, s.mu, s.mu2, s.friction_direction, s.torsional_friction, s.rolling_friction,
            s.restitution, s.restitution_threshold, s.stiffness, s.damping, s.collide_mask);
  }
  void Put(const Collision& c) { PutEach(c.name, c.X_LG, c.geometry, c.surface, c.extensions); }
  void Put(const Visual& v) {
    PutEach(v.name, v.X_LG, v.geometry);
    if (const Plane* plane = std::get_if<Plane>(&v.geometry)) Put(plane->size);
    PutEach(v.material, v.transparency, v.cast_shadows, v.extensions);
  }
  void Put(const Sensor& s) {
    PutEach(s.name, s.type, s.X_LS, s.update_rate, s.topic, s.always_on, s.element);
  }
  void Put(const Light& light) { PutEach(light.name, light.type, light.X_PL, light.element); }
  void Put(const Plugin& plugin) { PutEach(plugin.name, plugin.filename, plugin.element); }
  void Put(const Link& link) {
    PutEach(link.name, link.X_ML, link.inertia, link.gravity, link.kinematic, link.collisions,
            link.visuals, link.sensors, link.lights, link.plugins, link.extensions);
  }
  void Put(const JointAxis& axis) {
    PutEach(axis.axis_J, axis.lower, axis.upper, axis.effort, axis.velocity, axis.damping,
            axis.friction, axis.spring_stiffness, axis.spring_reference, axis.armature);
  }
  void Put(const Mimic& mimic) { PutEach(mimic.leader, mimic.multiplier, mimic.offset); }
  void Put(const Joint& joint) {
    PutEach(joint.name, joint.type, joint.parent, joint.child, joint.X_PJ, joint.X_CJ,
            joint.axes[0], joint.axes[1], joint.screw_pitch, joint.mimic, joint.sensors,
            joint.extensions);
  }
  void Put(const Frame& frame) { PutEach(frame.name, frame.link, frame.X_LF); }
  void Put(const InitialCommand& c) { PutEach(c.joint, c.axis, c.mode, c.target); }
  void Put(const InitialPosition& p) { PutEach(p.joint, p.axis, p.position); }
  void Put(const Keyframe& k) { PutEach(k.name, k.X_MB, k.positions, k.commands); }
  void Put(const Model& m) {
    PutEach(m.is_static, m.self_collide, m.links, m.joints, m.frames, m.initial_commands,
            m.initial_positions, m.keyframes, m.plugins, m.extensions);
  }
  void Put(const ModelInstance& instance) {
    PutEach(instance.name, instance.X_WM);
    Put(HashOnce(instance.model.get(), [this](const Model& model) { return ModelHash(model); }));
  }

  void Put(const SurfacePair& p) { PutEach(p.a, p.b, p.mu, p.mu2, p.restitution); }
  void Put(const CollisionFilter& f) { PutEach(f.model_a, f.link_a, f.model_b, f.link_b); }
  void Put(const Attachment& a) {
    PutEach(a.name, a.model_a, a.link_a, a.model_b, a.link_b, a.X_AB);
  }
  void Put(const SphericalCoordinates& s) {
    PutEach(s.surface_model, s.latitude_deg, s.longitude_deg, s.elevation, s.heading_deg);
  }
  void Put(const HardGround& hard) {
    PutEach(hard.mu, hard.slip_stiffness, hard.rolling_resistance, hard.roughness, hard.waviness,
            hard.lug_share);
  }
  void Put(const Soil& soil) {
    PutEach(soil.cohesion, soil.friction_angle, soil.exponent, soil.cohesive_modulus,
            soil.frictional_modulus, soil.shear_modulus_x, soil.shear_modulus_y, soil.density,
            soil.unloading_modulus, soil.unloading_growth, soil.slip_sinkage, soil.dig_rate,
            soil.ruts);
    const SoilModel& model = soil.model;
    PutEach(model.shear, model.flat_measure, model.flat_shear, model.bulldozing, model.slip_sinkage,
            model.bulldozing_angle, model.rebound);
  }
  void Put(const GroundPolygon& polygon) { Put(polygon.corners); }
  void Put(const GroundCircle& circle) { PutEach(circle.centre, circle.radius); }
  void Put(const GroundImage& image) {
    PutEach(image.centre, image.size, image.yaw);
    if (image.cells == nullptr) return;
    PutEach(image.cells->columns, HashVector(image.cells->labels, 1));
  }
  void Put(const GroundMap& map) {
    Put(map.in_shape);
    for (const NamedPart& part : PartsOf(map)) Put(part.ground);
    for (const GroundLayer& layer : map.layers) {
      Put(layer.index());
      std::visit([this](const auto& shape) { Put(shape); }, layer);
    }
  }
  void Put(const GroundMaterial& ground) {
    PutEach(ground.name, ground.contact, ground.hard);
    if (!ground.map.empty()) Put(ground.map);
    Put(ground.has_soil);
    if (ground.has_soil) Put(ground.soil);
  }

  /// The elements except those with the given names.
  void PutAllExcept(const std::vector<Element>& elements, std::initializer_list<const char*> names);
  std::uint64_t ModelHash(const Model& model);

  /// 0 for nullptr.
  template <typename Part, typename Hash>
  std::uint64_t HashOnce(const Part* part, const Hash& hash) {
    if (part == nullptr) return 0;
    const auto found = known_.find(part);
    if (found != known_.end()) return found->second;
    const std::uint64_t value = hash(*part);
    known_[part] = value;
    return value;
  }

  Bytes bytes_;
  ByteWriter writer_{&bytes_};
  /// Shared parts: each is hashed once.
  std::unordered_map<const void*, std::uint64_t> known_;
};

void Hasher::PutAllExcept(const std::vector<Element>& elements,
                          std::initializer_list<const char*> names) {
  std::uint64_t count = 0;
  for (const Element& element : elements) {
    const bool skip = std::any_of(names.begin(), names.end(),
                                  [&](const char* name) { return element.name == name; });
    if (skip) continue;
    Put(element);
    ++count;
  }
  Put(count);
}

std::uint64_t Hasher::ModelHash(const Model& model) {
  const std::size_t start = bytes_.size();
  Put(model);
  const std::uint64_t hash = HashBytes(bytes_.data() + start, bytes_.size() - start);
  bytes_.resize(start);
  return hash;
}

std::uint64_t Hasher::HashSpec(const WorldSpec& spec) {
  PutEach(spec.name, spec.gravity_W, spec.magnetic_field_W, spec.physics.step);
  PutAllExcept(spec.physics.element.children,
               {"real_time_factor", "real_time_update_rate", "max_step_size"});
  PutEach(spec.spherical_coordinates, spec.models, spec.lights, spec.plugins, spec.surface_pairs,
          spec.collision_filters, spec.attachments);
  PutAllExcept(spec.kept, {"gui"});
  Put(spec.extensions);
  // Omitted if empty, so that worlds without them keep the hashes of earlier versions.
  if (!spec.grounds.empty()) Put(spec.grounds);
  if (spec.wheel_contact) Put(*spec.wheel_contact);
  return HashBytes(bytes_.data(), bytes_.size());
}

}  // namespace

std::uint64_t ContentHash(const WorldSpec& spec) { return Hasher().HashSpec(spec); }

}  // namespace surefoot::world
