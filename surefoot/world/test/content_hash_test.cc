#include "surefoot/world/content_hash.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

/// A description that uses every type. Models are copied so that tests can edit them.
struct Scene {
  std::shared_ptr<TriMesh> mesh = std::make_shared<TriMesh>(MakeBoxMesh(Vector3d::Ones()));
  std::shared_ptr<HeightField> field = std::make_shared<HeightField>();
  std::shared_ptr<Model> cart = std::make_shared<Model>(test::MakeCart());
  WorldSpec spec;

  Scene() {
    field->rows = field->cols = 2;
    field->size_x = field->size_y = 1.0;
    field->heights = {0.0F, 1.0F, 2.0F, 3.0F};
    Link& chassis = cart->links[0];
    chassis.collisions[0].geometry =
        Mesh{mesh, "package://a/box.stl", Vector3d::Ones(), "", "", false};
    Visual visual;
    visual.geometry = Mesh{mesh, "file:///box.stl", Vector3d::Ones(), "", "", false};
    visual.material = Material{};
    visual.material->texture = "/home/a/wood.png";
    chassis.visuals.push_back(visual);
    Sensor sensor;
    sensor.name = "imu";
    sensor.element.name = "sensor";
    chassis.sensors.push_back(sensor);
    chassis.lights.push_back(Light{});
    chassis.plugins.push_back(Plugin{});
    cart->joints[1].mimic = Mimic{0, 1.0, 0.0};
    cart->frames.push_back(Frame{"tip", 3, RigidTransform()});
    cart->initial_commands.push_back(InitialCommand{0, 0, ControlMode::kVelocity, 1.0});
    cart->initial_positions.push_back(InitialPosition{0, 0, 0.5});
    auto ground = std::make_shared<Model>(test::MakeRow(1));
    ground->is_static = true;
    ground->links[0].collisions[0].geometry = HeightMap{field, "hills.png", ""};
    spec.models = {{"a", RigidTransform(), cart},
                   {"b", RigidTransform(), cart},
                   {"ground", RigidTransform(), ground}};
    spec.lights.push_back(Light{});
    spec.surface_pairs.push_back(SurfacePair{"x", "y", 1.0, 1.0, 0.0});
    spec.collision_filters.push_back(CollisionFilter{"a", "", "b", ""});
    spec.attachments.push_back(Attachment{"t", "a", "mast", "b", "mast", RigidTransform()});
    spec.spherical_coordinates = SphericalCoordinates{};
  }
};

using Edit = std::function<void(Scene*)>;

std::uint64_t HashAfter(const Edit& edit) {
  Scene scene;
  edit(&scene);
  return ContentHash(scene.spec);
}

TEST(ContentHash, SameContentSameHash) {
  const std::uint64_t plain = HashAfter([](Scene*) {});
  EXPECT_EQ(plain, ContentHash(Scene().spec));
  // Equal meshes and models in separate copies.
  EXPECT_EQ(plain, HashAfter([](Scene* s) {
              s->spec.models[1].model = std::make_shared<const Model>(*s->cart);
            }));
  EXPECT_EQ(plain, HashAfter([](Scene* s) {
              std::get<Mesh>(s->cart->links[0].visuals[0].geometry).mesh =
                  std::make_shared<const TriMesh>(*s->mesh);
            }));
}

TEST(ContentHash, IrrelevantChangesDoNotCount) {
  const std::uint64_t plain = HashAfter([](Scene*) {});
  const Edit edits[] = {
      [](Scene* s) { s->cart->source.line = 99; },
      [](Scene* s) { s->cart->links[0].source.file = "elsewhere.urdf"; },
      [](Scene* s) { std::get<Mesh>(s->cart->links[0].collisions[0].geometry).uri = "x.stl"; },
      [](Scene* s) { s->cart->links[0].visuals[0].material->texture = "/home/b/wood.png"; },
      [](Scene* s) { s->cart->links[0].inertia_computed = true; },
      [](Scene* s) { s->spec.physics.type = "bullet"; },
      [](Scene* s) { s->spec.physics.real_time_factor = 2.0; },
      [](Scene* s) {
        s->spec.kept.push_back(Element{"gui", "", {}, {}, {}});
      },
      [](Scene* s) {
        s->spec.physics.element.children.push_back(Element{"real_time_factor", "2", {}, {}, {}});
      },
  };
  int index = 0;
  for (const Edit& edit : edits) EXPECT_EQ(HashAfter(edit), plain) << "edit " << index++;
}

TEST(ContentHash, EveryRelevantChangeCounts) {
  const Edit edits[] = {
      [](Scene*) {},
      [](Scene* s) { s->spec.name = "w"; },
      [](Scene* s) { s->spec.gravity_W.z() = -9.81; },
      [](Scene* s) { s->spec.magnetic_field_W.x() = 0.0; },
      [](Scene* s) { s->spec.physics.step = 0.002; },
      [](Scene* s) {
        s->spec.physics.element.children.push_back(Element{"ode", "", {}, {}, {}});
      },
      [](Scene* s) { s->spec.spherical_coordinates.reset(); },
      [](Scene* s) { s->spec.spherical_coordinates->latitude_deg = 1.0; },
      [](Scene* s) { s->spec.models[0].name = "c"; },
      [](Scene* s) { s->spec.models[0].X_WM.p.x() = 1e-300; },
      [](Scene* s) { std::swap(s->spec.models[0], s->spec.models[1]); },
      [](Scene* s) { s->spec.models.pop_back(); },
      [](Scene* s) { s->spec.lights[0].type = "sun"; },
      [](Scene* s) { s->spec.plugins.push_back(Plugin{}); },
      [](Scene* s) { s->spec.surface_pairs[0].mu = 0.5; },
      [](Scene* s) { s->spec.collision_filters[0].link_a = "mast"; },
      [](Scene* s) { s->spec.attachments[0].X_AB.p.y() = 1.0; },
      [](Scene* s) {
        s->spec.kept.push_back(Element{"scene", "", {}, {}, {}});
      },
      [](Scene* s) {
        s->spec.extensions.push_back(Element{"surefoot:x", "", {}, {}, {}});
      },
      [](Scene* s) { s->cart->is_static = true; },
      [](Scene* s) { s->cart->self_collide = true; },
      [](Scene* s) { s->cart->links[1].name = "wheel"; },
      [](Scene* s) { s->cart->links[1].X_ML.p.x() = 1.5; },
      [](Scene* s) { s->cart->links[1].inertia.mass = 2.0; },
      [](Scene* s) { s->cart->links[1].inertia.p_BBcm.x() = 0.1; },
      [](Scene* s) { s->cart->links[1].inertia.I_BBcm_B(0, 1) = 0.01; },
      [](Scene* s) { s->cart->links[1].gravity = false; },
      [](Scene* s) { s->cart->links[1].kinematic = true; },
      [](Scene* s) { s->cart->links[1].collisions[0].name = "other"; },
      [](Scene* s) { s->cart->links[1].collisions[0].X_LG.p.x() = 0.1; },
      [](Scene* s) { s->cart->links[1].collisions[0].geometry = Sphere{0.5}; },
      [](Scene* s) {
        s->cart->links[1].collisions[0].geometry = Cylinder{1.0, 2.0};
      },
      [](Scene* s) {
        s->cart->links[1].collisions[0].geometry = Capsule{1.0, 2.0};
      },
      [](Scene* s) { s->cart->links[1].collisions[0].geometry = Ellipsoid{}; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.name = "rubber"; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.mu = 0.5; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.mu2 = 0.5; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.friction_direction.x() = 1.0; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.torsional_friction = 0.1; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.rolling_friction = 0.1; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.restitution = 0.1; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.restitution_threshold = 0.1; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.stiffness = 0.1; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.damping = 0.1; },
      [](Scene* s) { s->cart->links[1].collisions[0].surface.collide_mask = 1; },
      [](Scene* s) {
        s->cart->links[1].collisions[0].extensions.push_back(Element{"e", "", {}, {}, {}});
      },
      [](Scene* s) { s->cart->links[0].visuals[0].X_LG.p.x() = 0.2; },
      [](Scene* s) { s->cart->links[0].visuals[0].material->diffuse.x() = 0.1; },
      [](Scene* s) { s->cart->links[0].visuals[0].material->texture = "/home/a/oak.png"; },
      [](Scene* s) { s->cart->links[0].visuals[0].transparency = 0.3; },
      [](Scene* s) { s->cart->links[0].visuals[0].cast_shadows = false; },
      [](Scene* s) { s->cart->links[0].sensors[0].type = "imu"; },
      [](Scene* s) { s->cart->links[0].sensors[0].X_LS.p.z() = 0.3; },
      [](Scene* s) { s->cart->links[0].sensors[0].update_rate = 50.0; },
      [](Scene* s) { s->cart->links[0].sensors[0].topic = "t"; },
      [](Scene* s) { s->cart->links[0].sensors[0].element.text = "t"; },
      [](Scene* s) { s->cart->links[0].sensors[0].element.attributes.emplace_back("a", "b"); },
      [](Scene* s) { s->cart->links[0].lights[0].X_PL.p.x() = 4.0; },
      [](Scene* s) { s->cart->links[0].plugins[0].filename = "lib.so"; },
      [](Scene* s) { s->cart->joints[0].name = "axle"; },
      [](Scene* s) { s->cart->joints[0].type = JointType::kRevolute; },
      [](Scene* s) { s->cart->joints[0].parent = 3; },
      [](Scene* s) { s->cart->joints[0].child = 3; },
      [](Scene* s) { s->cart->joints[0].X_PJ.p.x() = 0.7; },
      [](Scene* s) { s->cart->joints[0].X_CJ.p.x() = 0.7; },
      [](Scene* s) { s->cart->joints[0].axes[0].axis_J = Vector3d::UnitY(); },
      [](Scene* s) { s->cart->joints[0].axes[0].lower = -1.0; },
      [](Scene* s) { s->cart->joints[0].axes[0].upper = 1.0; },
      [](Scene* s) { s->cart->joints[0].axes[0].effort = 1.0; },
      [](Scene* s) { s->cart->joints[0].axes[0].velocity = 1.0; },
      [](Scene* s) { s->cart->joints[0].axes[0].damping = 1.0; },
      [](Scene* s) { s->cart->joints[0].axes[0].friction = 1.0; },
      [](Scene* s) { s->cart->joints[0].axes[0].spring_stiffness = 1.0; },
      [](Scene* s) { s->cart->joints[0].axes[0].spring_reference = 1.0; },
      [](Scene* s) { s->cart->joints[0].axes[1].upper = 1.0; },
      [](Scene* s) { s->cart->joints[0].screw_pitch = 1.0; },
      [](Scene* s) { s->cart->joints[1].mimic->multiplier = -1.0; },
      [](Scene* s) { s->cart->joints[1].mimic.reset(); },
      [](Scene* s) { s->cart->joints[0].sensors.push_back(Sensor{}); },
      [](Scene* s) { s->cart->frames[0].X_LF.p.x() = 1.0; },
      [](Scene* s) { s->cart->initial_commands[0].target = 2.0; },
      [](Scene* s) { s->cart->initial_commands[0].mode = ControlMode::kEffort; },
      [](Scene* s) { s->cart->initial_positions[0].position = 0.6; },
      [](Scene* s) { s->mesh->vertices[0].x() += 1e-9; },
      [](Scene* s) { std::swap(s->mesh->triangles[0][0], s->mesh->triangles[0][1]); },
      [](Scene* s) { s->field->heights[2] = 2.5F; },
      [](Scene* s) { s->field->size_y = 2.0; },
  };
  std::set<std::uint64_t> hashes;
  std::size_t count = 0;
  for (const Edit& edit : edits) {
    hashes.insert(HashAfter(edit));
    ++count;
    ASSERT_EQ(hashes.size(), count) << "edit " << count - 1 << " changed nothing";
  }
}

TEST(ContentHash, ListBoundariesCount) {
  // The same element as a child and as a sibling of another one.
  Element inner{"b", "", {}, {}, {}};
  Element outer{"a", "", {}, {inner}, {}};
  WorldSpec nested, flat;
  nested.extensions = {outer};
  outer.children.clear();
  flat.extensions = {outer, inner};
  EXPECT_NE(ContentHash(nested), ContentHash(flat));
}

}  // namespace
}  // namespace surefoot::world
