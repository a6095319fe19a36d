#include "surefoot/world/content_hash.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>

#include "surefoot/base/bytes.h"
#include "surefoot/base/hash.h"

namespace surefoot::world {
namespace {

/// Writes a description as bytes in a fixed order. Counts go before lists, so that no two
/// descriptions give the same bytes.
class Hasher {
 public:
  std::uint64_t HashSpec(const WorldSpec& spec);

 private:
  void Put(double value) { writer_.Put(value); }
  void Put(int value) { writer_.Put(static_cast<std::int32_t>(value)); }
  void Put(bool value) { writer_.Put(static_cast<std::uint8_t>(value)); }
  void Put(std::uint64_t value) { writer_.Put(value); }
  void Put(std::uint32_t value) { writer_.Put(value); }
  void Put(const std::string& text) { writer_.PutString(text); }
  void Put(const Eigen::Vector2d& v) { writer_.PutRaw(v.data(), sizeof(double) * 2); }
  void Put(const Vector3d& v) { writer_.PutRaw(v.data(), sizeof(double) * 3); }
  void Put(const Eigen::Vector4d& v) { writer_.PutRaw(v.data(), sizeof(double) * 4); }
  void Put(const RigidTransform& X) {
    writer_.PutRaw(X.q.coeffs().data(), sizeof(double) * 4);
    Put(X.p);
  }
  void Put(const Inertia& inertia);
  void Put(const Element& element);
  void Put(const Material& material);
  void Put(const Surface& surface);
  void Put(const Collision& collision);
  void Put(const Visual& visual);
  void Put(const Sensor& sensor);
  void Put(const Light& light);
  void Put(const Plugin& plugin);
  void Put(const Link& link);
  void Put(const JointAxis& axis);
  void Put(const Joint& joint);
  void Put(const Frame& frame);
  void Put(const InitialCommand& command);
  void Put(const InitialPosition& position);
  void Put(const Keyframe& keyframe);
  void Put(const SurfacePair& pair);
  void Put(const CollisionFilter& filter);
  void Put(const Attachment& attachment);
  void Put(const GroundMaterial& ground);
  void Put(const GroundMap& map);
  void Put(const Model& model);
  void Put(const Geometry& geometry);

  void PutShape(const Plane&) {}
  void PutShape(const Box& box) { Put(box.size); }
  void PutShape(const Sphere& sphere) { Put(sphere.radius); }
  void PutShape(const Ellipsoid& ellipsoid) { Put(ellipsoid.radii); }
  void PutShape(const Mesh& mesh) { Put(MeshHash(mesh.mesh.get())); }
  void PutShape(const HeightMap& map) { Put(FieldHash(map.field.get())); }
  template <typename RoundShape>
  void PutShape(const RoundShape& shape) {
    Put(shape.radius);
    Put(shape.length);
  }

  template <typename T>
  void PutAll(const std::vector<T>& items) {
    Put(static_cast<std::uint64_t>(items.size()));
    for (const T& item : items) Put(item);
  }

  /// The elements, without those of the given names.
  void PutAllBut(const std::vector<Element>& elements, std::initializer_list<const char*> names);

  std::uint64_t MeshHash(const TriMesh* mesh);
  std::uint64_t FieldHash(const HeightField* field);
  std::uint64_t ModelHash(const Model* model);

  Bytes bytes_;
  ByteWriter writer_{&bytes_};
  /// Shared parts: each is hashed once.
  std::unordered_map<const void*, std::uint64_t> known_;
};

template <typename T>
std::uint64_t HashVector(const std::vector<T>& items, std::uint64_t seed) {
  const std::uint64_t count = items.size();
  return HashBytes(items.data(), items.size() * sizeof(T), HashBytes(&count, sizeof count, seed));
}

/// The folder differs from one machine to the next.
std::string FileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::uint64_t Hasher::MeshHash(const TriMesh* mesh) {
  if (mesh == nullptr) return 0;
  const auto found = known_.find(mesh);
  if (found != known_.end()) return found->second;
  std::uint64_t hash = HashVector(mesh->vertices, 1);
  hash = HashVector(mesh->triangles, hash);
  hash = HashVector(mesh->normals, hash);
  hash = HashVector(mesh->texture_coordinates, hash);
  hash = HashVector(mesh->triangle_materials, hash);
  Bytes looks;
  ByteWriter writer(&looks);
  for (const MeshMaterial& material : mesh->materials) {
    for (const auto* colour : {&material.diffuse, &material.specular, &material.emissive}) {
      writer.PutRaw(colour->data(), sizeof(double) * 4);
    }
    writer.PutString(FileName(material.texture));
  }
  hash = HashVector(looks, hash);
  known_[mesh] = hash;
  return hash;
}

std::uint64_t Hasher::FieldHash(const HeightField* field) {
  if (field == nullptr) return 0;
  const auto found = known_.find(field);
  if (found != known_.end()) return found->second;
  Bytes head;
  ByteWriter writer(&head);
  writer.Put(field->rows);
  writer.Put(field->cols);
  writer.Put(field->size_x);
  writer.Put(field->size_y);
  const std::uint64_t hash = HashVector(field->heights, HashVector(head, 2));
  known_[field] = hash;
  return hash;
}

void Hasher::Put(const Geometry& geometry) {
  Put(static_cast<int>(geometry.index()));
  std::visit([this](const auto& shape) { PutShape(shape); }, geometry);
}

void Hasher::Put(const Inertia& inertia) {
  Put(inertia.mass);
  Put(inertia.p_BBcm);
  writer_.PutRaw(inertia.I_BBcm_B.data(), sizeof(double) * 9);
}

void Hasher::Put(const Element& element) {
  Put(element.name);
  Put(element.text);
  Put(static_cast<std::uint64_t>(element.attributes.size()));
  for (const auto& attribute : element.attributes) {
    Put(attribute.first);
    Put(attribute.second);
  }
  PutAll(element.children);
}

void Hasher::PutAllBut(const std::vector<Element>& elements,
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

void Hasher::Put(const Material& material) {
  Put(material.ambient);
  Put(material.diffuse);
  Put(material.specular);
  Put(material.emissive);
  Put(FileName(material.texture));
  Put(material.element);
}

void Hasher::Put(const Surface& surface) {
  Put(surface.name);
  Put(surface.mu);
  Put(surface.mu2);
  Put(surface.friction_direction);
  Put(surface.torsional_friction);
  Put(surface.rolling_friction);
  Put(surface.restitution);
  Put(surface.restitution_threshold);
  Put(surface.stiffness);
  Put(surface.damping);
  Put(surface.collide_mask);
}

void Hasher::Put(const Collision& collision) {
  Put(collision.name);
  Put(collision.X_LG);
  Put(collision.geometry);
  Put(collision.surface);
  PutAll(collision.extensions);
}

void Hasher::Put(const Visual& visual) {
  Put(visual.name);
  Put(visual.X_LG);
  Put(visual.geometry);
  if (const Plane* plane = std::get_if<Plane>(&visual.geometry)) Put(plane->size);
  Put(visual.material.has_value());
  if (visual.material) Put(*visual.material);
  Put(visual.transparency);
  Put(visual.cast_shadows);
  PutAll(visual.extensions);
}

void Hasher::Put(const Sensor& sensor) {
  Put(sensor.name);
  Put(sensor.type);
  Put(sensor.X_LS);
  Put(sensor.update_rate);
  Put(sensor.topic);
  Put(sensor.always_on);
  Put(sensor.element);
}

void Hasher::Put(const Light& light) {
  Put(light.name);
  Put(light.type);
  Put(light.X_PL);
  Put(light.element);
}

void Hasher::Put(const Plugin& plugin) {
  Put(plugin.name);
  Put(plugin.filename);
  Put(plugin.element);
}

void Hasher::Put(const Link& link) {
  Put(link.name);
  Put(link.X_ML);
  Put(link.inertia);
  Put(link.gravity);
  Put(link.kinematic);
  PutAll(link.collisions);
  PutAll(link.visuals);
  PutAll(link.sensors);
  PutAll(link.lights);
  PutAll(link.plugins);
  PutAll(link.extensions);
}

void Hasher::Put(const JointAxis& axis) {
  Put(axis.axis_J);
  Put(axis.lower);
  Put(axis.upper);
  Put(axis.effort);
  Put(axis.velocity);
  Put(axis.damping);
  Put(axis.friction);
  Put(axis.spring_stiffness);
  Put(axis.spring_reference);
  Put(axis.armature);
}

void Hasher::Put(const Joint& joint) {
  Put(joint.name);
  Put(static_cast<int>(joint.type));
  Put(joint.parent);
  Put(joint.child);
  Put(joint.X_PJ);
  Put(joint.X_CJ);
  Put(joint.axes[0]);
  Put(joint.axes[1]);
  Put(joint.screw_pitch);
  Put(joint.mimic.has_value());
  if (joint.mimic) {
    Put(joint.mimic->leader);
    Put(joint.mimic->multiplier);
    Put(joint.mimic->offset);
  }
  PutAll(joint.sensors);
  PutAll(joint.extensions);
}

void Hasher::Put(const Frame& frame) {
  Put(frame.name);
  Put(frame.link);
  Put(frame.X_LF);
}

void Hasher::Put(const InitialCommand& command) {
  Put(command.joint);
  Put(command.axis);
  Put(static_cast<int>(command.mode));
  Put(command.target);
}

void Hasher::Put(const InitialPosition& position) {
  Put(position.joint);
  Put(position.axis);
  Put(position.position);
}

void Hasher::Put(const Keyframe& keyframe) {
  Put(keyframe.name);
  Put(keyframe.X_MB.has_value());
  if (keyframe.X_MB) Put(*keyframe.X_MB);
  PutAll(keyframe.positions);
  PutAll(keyframe.commands);
}

void Hasher::Put(const SurfacePair& pair) {
  Put(pair.a);
  Put(pair.b);
  Put(pair.mu);
  Put(pair.mu2);
  Put(pair.restitution);
}

void Hasher::Put(const CollisionFilter& filter) {
  Put(filter.model_a);
  Put(filter.link_a);
  Put(filter.model_b);
  Put(filter.link_b);
}

void Hasher::Put(const Attachment& attachment) {
  Put(attachment.name);
  Put(attachment.model_a);
  Put(attachment.link_a);
  Put(attachment.model_b);
  Put(attachment.link_b);
  Put(attachment.X_AB);
}

void Hasher::Put(const GroundMaterial& ground) {
  Put(ground.name);
  Put(ground.contact.has_value());
  if (ground.contact) Put(static_cast<int>(*ground.contact));
  const HardGround& hard = ground.hard;
  for (const double value : {hard.mu, hard.slip_stiffness, hard.rolling_resistance, hard.roughness,
                             hard.waviness, hard.lug_share}) {
    Put(value);
  }
  if (!ground.map.empty()) Put(ground.map);
  Put(ground.has_soil);
  if (!ground.has_soil) return;
  const Soil& soil = ground.soil;
  for (const double value :
       {soil.cohesion, soil.friction_angle, soil.exponent, soil.cohesive_modulus,
        soil.frictional_modulus, soil.shear_modulus_x, soil.shear_modulus_y, soil.density,
        soil.unloading_modulus, soil.unloading_growth, soil.slip_sinkage, soil.dig_rate}) {
    Put(value);
  }
  Put(soil.ruts);
  const SoilModel& model = soil.model;
  for (const int kind : {static_cast<int>(model.shear), static_cast<int>(model.flat_measure),
                         static_cast<int>(model.flat_shear), static_cast<int>(model.bulldozing),
                         static_cast<int>(model.slip_sinkage)}) {
    Put(kind);
  }
  Put(model.bulldozing_angle);
  Put(model.rebound);
}

void Hasher::Put(const GroundMap& map) {
  Put(map.in_shape);
  for (const NamedPart& part : PartsOf(map)) Put(part.ground);
  for (const GroundLayer& layer : map.layers) {
    Put(static_cast<std::uint64_t>(layer.index()));
    if (const auto* polygon = std::get_if<GroundPolygon>(&layer)) {
      PutAll(polygon->corners);
    } else if (const auto* circle = std::get_if<GroundCircle>(&layer)) {
      Put(circle->centre);
      Put(circle->radius);
    } else {
      const auto& image = std::get<GroundImage>(layer);
      Put(image.centre);
      Put(image.size);
      Put(image.yaw);
      if (image.cells == nullptr) continue;
      Put(image.cells->columns);
      Put(HashVector(image.cells->labels, 1));
    }
  }
}

void Hasher::Put(const Model& model) {
  Put(model.is_static);
  Put(model.self_collide);
  PutAll(model.links);
  PutAll(model.joints);
  PutAll(model.frames);
  PutAll(model.initial_commands);
  PutAll(model.initial_positions);
  PutAll(model.keyframes);
  PutAll(model.plugins);
  PutAll(model.extensions);
}

std::uint64_t Hasher::ModelHash(const Model* model) {
  const auto found = known_.find(model);
  if (found != known_.end()) return found->second;
  const std::size_t start = bytes_.size();
  Put(*model);
  const std::uint64_t hash = HashBytes(bytes_.data() + start, bytes_.size() - start);
  bytes_.resize(start);
  known_[model] = hash;
  return hash;
}

std::uint64_t Hasher::HashSpec(const WorldSpec& spec) {
  Put(spec.name);
  Put(spec.gravity_W);
  Put(spec.magnetic_field_W);
  Put(spec.physics.step);
  PutAllBut(spec.physics.element.children,
            {"real_time_factor", "real_time_update_rate", "max_step_size"});
  Put(spec.spherical_coordinates.has_value());
  if (spec.spherical_coordinates) {
    Put(spec.spherical_coordinates->surface_model);
    Put(spec.spherical_coordinates->latitude_deg);
    Put(spec.spherical_coordinates->longitude_deg);
    Put(spec.spherical_coordinates->elevation);
    Put(spec.spherical_coordinates->heading_deg);
  }
  Put(static_cast<std::uint64_t>(spec.models.size()));
  for (const ModelInstance& instance : spec.models) {
    Put(instance.name);
    Put(instance.X_WM);
    Put(ModelHash(instance.model.get()));
  }
  PutAll(spec.lights);
  PutAll(spec.plugins);
  PutAll(spec.surface_pairs);
  PutAll(spec.collision_filters);
  PutAll(spec.attachments);
  PutAllBut(spec.kept, {"gui"});
  PutAll(spec.extensions);
  // Worlds without them keep the hashes they had.
  if (!spec.grounds.empty()) PutAll(spec.grounds);
  if (spec.wheel_contact) Put(static_cast<int>(*spec.wheel_contact));
  return HashBytes(bytes_.data(), bytes_.size());
}

}  // namespace

std::uint64_t ContentHash(const WorldSpec& spec) { return Hasher().HashSpec(spec); }

}  // namespace surefoot::world
