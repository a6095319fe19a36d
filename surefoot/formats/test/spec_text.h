#pragma once

/// Converts a description to text, so that two of them can be compared field by field.

#include <algorithm>
#include <string>
#include <vector>

#include "surefoot/formats/markup.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Every field of a description on its own line with full precision, except the sources, the
/// URIs of its files and the names of shared models.
class SpecText {
 public:
  explicit SpecText(const world::WorldSpec& spec) { Add(spec); }

  const std::vector<std::string>& lines() const { return lines_; }

  /// Returns the first lines that differ; empty if the texts are equal.
  static std::string FirstDifference(const world::WorldSpec& a, const world::WorldSpec& b) {
    const SpecText text_a(a), text_b(b);
    const std::size_t count = std::max(text_a.lines_.size(), text_b.lines_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& line_a = i < text_a.lines_.size() ? text_a.lines_[i] : "(end)";
      const std::string& line_b = i < text_b.lines_.size() ? text_b.lines_[i] : "(end)";
      if (line_a != line_b) return line_a + "\n  became\n" + line_b;
    }
    return "";
  }

 private:
  /// Adds a prefix to the names of all fields during its lifetime.
  class Within {
   public:
    Within(SpecText* text, const std::string& part) : text_(*text), before_(text->path_) {
      text_.path_ += part + "/";
    }
    ~Within() { text_.path_ = before_; }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    SpecText& text_;
    std::string before_;
  };

  void Put(const std::string& name, const std::string& value) {
    lines_.push_back(path_ + name + " = " + value);
  }
  void Put(const std::string& name, const char* value) { Put(name, std::string(value)); }
  void Put(const std::string& name, double value) { Put(name, NumberText(value)); }
  void Put(const std::string& name, int value) { Put(name, std::to_string(value)); }
  void Put(const std::string& name, bool value) { Put(name, std::to_string(value)); }
  void Put(const std::string& name, const Vector3d& value) { Put(name, NumberText(value)); }
  void Put(const std::string& name, const Eigen::Vector4d& value) { Put(name, NumberText(value)); }
  void Put(const std::string& name, const RigidTransform& value) { Put(name, PoseText(value)); }
  void Put(const std::string& name, const world::Element& element) { Put(name, XmlText(element)); }

  template <typename T, typename Function>
  void ForEach(const char* kind, const std::vector<T>& items, Function function) {
    Put(std::string(kind) + " count", static_cast<int>(items.size()));
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Within within(this, kind + ("[" + std::to_string(i) + "]"));
      function(items[i]);
    }
  }

  void AddElements(const char* kind, const std::vector<world::Element>& elements) {
    ForEach(kind, elements, [&](const world::Element& element) { Put("markup", element); });
  }

  void AddPlugins(const std::vector<world::Plugin>& plugins) {
    ForEach("plugin", plugins, [&](const world::Plugin& plugin) {
      Put("name", plugin.name);
      Put("filename", plugin.filename);
      Put("element", plugin.element);
    });
  }

  void AddLights(const std::vector<world::Light>& lights) {
    ForEach("light", lights, [&](const world::Light& light) {
      Put("name", light.name);
      Put("type", light.type);
      Put("X_PL", light.X_PL);
      Put("element", light.element);
    });
  }

  void AddSensors(const std::vector<world::Sensor>& sensors) {
    ForEach("sensor", sensors, [&](const world::Sensor& sensor) {
      Put("name", sensor.name);
      Put("type", sensor.type);
      Put("X_LS", sensor.X_LS);
      Put("update_rate", sensor.update_rate);
      Put("topic", sensor.topic);
      Put("always_on", sensor.always_on);
      Put("visualize", sensor.visualize);
      Put("element", sensor.element);
    });
  }

  void AddMesh(const world::Mesh& shape) {
    Put("submesh", shape.submesh);
    Put("center", shape.center);
    const TriMesh& mesh = *shape.mesh;
    for (const Vector3d& v : mesh.vertices) Put("v", v);
    for (const Vector3d& v : mesh.normals) Put("vn", v);
    for (const Eigen::Vector2d& v : mesh.texture_coordinates) {
      Put("vt", NumberText(v.x()) + " " + NumberText(v.y()));
    }
    for (const auto& t : mesh.triangles) {
      Put("f", std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]));
    }
    for (const std::uint32_t m : mesh.triangle_materials) Put("m", static_cast<int>(m));
    for (const MeshMaterial& material : mesh.materials) {
      Put("diffuse", material.diffuse);
      Put("specular", material.specular);
      Put("emissive", material.emissive);
      Put("texture", material.texture.substr(material.texture.find_last_of('/') + 1));
    }
  }

  void AddGeometry(const world::Geometry& geometry) {
    Put("shape", world::GeometryName(geometry));
    if (const auto* plane = std::get_if<world::Plane>(&geometry)) {
      Put("size", Vector3d(plane->size.x(), plane->size.y(), 0.0));
    } else if (const auto* box = std::get_if<world::Box>(&geometry)) {
      Put("size", box->size);
    } else if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
      Put("radius", sphere->radius);
    } else if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
      Put("radius, length", Vector3d(cylinder->radius, cylinder->length, 0.0));
    } else if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
      Put("radius, length", Vector3d(capsule->radius, capsule->length, 0.0));
    } else if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
      Put("radii", ellipsoid->radii);
    } else if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
      AddMesh(*mesh);
    } else if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
      Put("rows", map->field->rows);
      Put("cols", map->field->cols);
      Put("size", Vector3d(map->field->size_x, map->field->size_y, 0.0));
      for (const float height : map->field->heights) Put("height", static_cast<double>(height));
    }
  }

  void Add(const world::Material& material) {
    const Within within(this, "material");
    Put("name", material.name);
    Put("ambient", material.ambient);
    Put("diffuse", material.diffuse);
    Put("specular", material.specular);
    Put("emissive", material.emissive);
    Put("texture", material.texture.substr(material.texture.find_last_of('/') + 1));
    Put("element", material.element);
  }

  void Add(const world::Surface& surface) {
    const Within within(this, "surface");
    Put("name", surface.name);
    Put("mu", surface.mu);
    Put("mu2", surface.mu2);
    Put("friction_direction", surface.friction_direction);
    Put("torsional_friction", surface.torsional_friction);
    Put("rolling_friction", surface.rolling_friction);
    Put("restitution", surface.restitution);
    Put("restitution_threshold", surface.restitution_threshold);
    Put("stiffness", surface.stiffness);
    Put("damping", surface.damping);
    Put("collide_mask", std::to_string(surface.collide_mask));
  }

  void Add(const world::Link& link) {
    Put("name", link.name);
    Put("X_ML", link.X_ML);
    Put("mass", link.inertia.mass);
    Put("p_BBcm", link.inertia.p_BBcm);
    for (int i = 0; i < 3; ++i) Put("I_BBcm_B", Vector3d(link.inertia.I_BBcm_B.row(i)));
    Put("inertia_computed", link.inertia_computed);
    Put("gravity", link.gravity);
    Put("kinematic", link.kinematic);
    ForEach("collision", link.collisions, [&](const world::Collision& collision) {
      Put("name", collision.name);
      Put("X_LG", collision.X_LG);
      AddGeometry(collision.geometry);
      Add(collision.surface);
      AddElements("extension", collision.extensions);
    });
    ForEach("visual", link.visuals, [&](const world::Visual& visual) {
      Put("name", visual.name);
      Put("X_LG", visual.X_LG);
      AddGeometry(visual.geometry);
      Put("has material", visual.material.has_value());
      if (visual.material) Add(*visual.material);
      Put("transparency", visual.transparency);
      Put("cast_shadows", visual.cast_shadows);
      AddElements("extension", visual.extensions);
    });
    AddSensors(link.sensors);
    AddLights(link.lights);
    AddPlugins(link.plugins);
    AddElements("extension", link.extensions);
  }

  void Add(const world::JointAxis& axis) {
    Put("axis_J", axis.axis_J);
    Put("lower", axis.lower);
    Put("upper", axis.upper);
    Put("effort", axis.effort);
    Put("velocity", axis.velocity);
    Put("damping", axis.damping);
    Put("friction", axis.friction);
    Put("spring_stiffness", axis.spring_stiffness);
    Put("spring_reference", axis.spring_reference);
    Put("armature", axis.armature);
  }

  void Add(const world::Joint& joint) {
    Put("name", joint.name);
    Put("type", world::JointTypeName(joint.type));
    Put("parent", joint.parent);
    Put("child", joint.child);
    Put("X_PJ", joint.X_PJ);
    Put("X_CJ", joint.X_CJ);
    for (int i = 0; i < 2; ++i) {
      const Within within(this, "axis[" + std::to_string(i) + "]");
      Add(joint.axes[i]);
    }
    Put("screw_pitch", joint.screw_pitch);
    Put("has mimic", joint.mimic.has_value());
    if (joint.mimic) {
      Put("mimic leader", joint.mimic->leader);
      Put("mimic multiplier", joint.mimic->multiplier);
      Put("mimic offset", joint.mimic->offset);
    }
    AddSensors(joint.sensors);
    AddElements("extension", joint.extensions);
  }

  void AddValues(const std::vector<world::InitialPosition>& positions,
                 const std::vector<world::InitialCommand>& commands) {
    ForEach("position", positions, [&](const world::InitialPosition& position) {
      Put("joint", position.joint);
      Put("axis", position.axis);
      Put("value", position.position);
    });
    ForEach("command", commands, [&](const world::InitialCommand& command) {
      Put("joint", command.joint);
      Put("axis", command.axis);
      Put("mode", static_cast<int>(command.mode));
      Put("target", command.target);
    });
  }

  void Add(const world::Model& model) {
    Put("static", model.is_static);
    Put("self_collide", model.self_collide);
    ForEach("link", model.links, [&](const world::Link& link) { Add(link); });
    ForEach("joint", model.joints, [&](const world::Joint& joint) { Add(joint); });
    ForEach("frame", model.frames, [&](const world::Frame& frame) {
      Put("name", frame.name);
      Put("link", frame.link);
      Put("X_LF", frame.X_LF);
    });
    AddValues(model.initial_positions, model.initial_commands);
    ForEach("keyframe", model.keyframes, [&](const world::Keyframe& keyframe) {
      Put("name", keyframe.name);
      Put("X_MB", keyframe.X_MB ? PoseText(*keyframe.X_MB) : "none");
      AddValues(keyframe.positions, keyframe.commands);
    });
    AddPlugins(model.plugins);
    AddElements("extension", model.extensions);
  }

  void Add(const world::WorldSpec& spec) {
    Put("name", spec.name);
    Put("gravity", spec.gravity_W);
    Put("magnetic_field", spec.magnetic_field_W);
    Put("physics name", spec.physics.name);
    Put("physics type", spec.physics.type);
    Put("physics step", spec.physics.step);
    Put("physics real_time_factor", spec.physics.real_time_factor);
    Put("physics element", spec.physics.element);
    Put("has place", spec.spherical_coordinates.has_value());
    if (spec.spherical_coordinates) {
      Put("surface_model", spec.spherical_coordinates->surface_model);
      Put("latitude", spec.spherical_coordinates->latitude_deg);
      Put("longitude", spec.spherical_coordinates->longitude_deg);
      Put("elevation", spec.spherical_coordinates->elevation);
      Put("heading", spec.spherical_coordinates->heading_deg);
    }
    ForEach("model", spec.models, [&](const world::ModelInstance& instance) {
      Put("name", instance.name);
      Put("X_WM", instance.X_WM);
      Add(*instance.model);
    });
    AddLights(spec.lights);
    AddPlugins(spec.plugins);
    AddRelations(spec);
    AddElements("kept", spec.kept);
    AddElements("extension", spec.extensions);
  }

  void AddRelations(const world::WorldSpec& spec) {
    ForEach("surface_pair", spec.surface_pairs, [&](const world::SurfacePair& pair) {
      Put("a", pair.a);
      Put("b", pair.b);
      Put("values", Vector3d(pair.mu, pair.mu2, pair.restitution));
    });
    ForEach("filter", spec.collision_filters, [&](const world::CollisionFilter& filter) {
      Put("a", filter.model_a + " :: " + filter.link_a);
      Put("b", filter.model_b + " :: " + filter.link_b);
    });
    ForEach("attachment", spec.attachments, [&](const world::Attachment& attachment) {
      Put("name", attachment.name);
      Put("a", attachment.model_a + " :: " + attachment.link_a);
      Put("b", attachment.model_b + " :: " + attachment.link_b);
      Put("X_AB", attachment.X_AB);
    });
    ForEach("ground", spec.grounds, [&](const world::GroundMaterial& ground) {
      Put("name", ground.name);
      Put("contact", ground.contact ? world::WheelContactName(*ground.contact) : "");
      Put("source", ground.source_text);
      const world::HardGround& hard = ground.hard;
      Put("hard", Vector3d(hard.mu, hard.slip_stiffness, hard.rolling_resistance));
      Put("rough", Vector3d(hard.roughness, hard.waviness, ground.has_soil ? 1.0 : 0.0));
      AddMap(ground.map);
      Put("lugs", Vector3d(hard.lug_share, 0.0, 0.0));
      if (!ground.has_soil) return;
      const world::Soil& soil = ground.soil;
      const world::SoilModel& model = soil.model;
      Put("kinds", Vector3d(static_cast<double>(model.shear), static_cast<double>(model.flat_shear),
                            static_cast<double>(model.flat_measure)));
      Put("bulldozing", Vector3d(static_cast<double>(model.bulldozing), model.bulldozing_angle, 0));
      Put("sinkage", Vector3d(static_cast<double>(model.slip_sinkage), model.rebound, 0));
      Put("strength", Vector3d(soil.cohesion, soil.friction_angle, soil.exponent));
      Put("moduli", Vector3d(soil.cohesive_modulus, soil.frictional_modulus, soil.density));
      Put("shear", Vector3d(soil.shear_modulus_x, soil.shear_modulus_y, soil.ruts ? 1.0 : 0.0));
      Put("unloading", Vector3d(soil.unloading_modulus, soil.unloading_growth, 0.0));
      Put("slip", Vector3d(soil.slip_sinkage, soil.dig_rate, 0.0));
    });
    Put("contact", spec.wheel_contact ? world::WheelContactName(*spec.wheel_contact) : "");
  }

  void AddMap(const world::GroundMap& map) {
    Put("in_shape", map.in_shape);
    for (const world::NamedPart& part : PartsOf(map)) Put("part", part.ground);
    for (const world::GroundLayer& layer : map.layers) {
      if (const auto* polygon = std::get_if<world::GroundPolygon>(&layer)) {
        for (const auto& corner : polygon->corners) Put("corner", Flat(corner));
      } else if (const auto* circle = std::get_if<world::GroundCircle>(&layer)) {
        Put("circle", Vector3d(circle->centre.x(), circle->centre.y(), circle->radius));
      } else {
        const auto& image = std::get<world::GroundImage>(layer);
        Put("centre", Flat(image.centre));
        Put("size", Vector3d(image.size.x(), image.size.y(), image.tolerance));
        Put("yaw", image.yaw);
        if (image.cells == nullptr) continue;
        for (const std::uint8_t label : image.cells->labels) Put("cell", static_cast<int>(label));
      }
    }
  }
  static Vector3d Flat(const Eigen::Vector2d& v) { return Vector3d(v.x(), v.y(), 0.0); }

  std::string path_;
  std::vector<std::string> lines_;
};

}  // namespace surefoot::formats
