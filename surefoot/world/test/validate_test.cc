#include "surefoot/world/validate/validate.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using test::Connect;
using test::MakeRow;

std::string Text(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems.all()) text += ToString(problem) + "\n";
  return text;
}

/// Two carts, one fixed to the other, and a ground.
WorldSpec GoodSpec() {
  const auto cart = std::make_shared<const Model>(test::MakeCart());
  auto ground = std::make_shared<Model>(MakeRow(1));
  ground->is_static = true;
  ground->links[0].collisions[0].geometry = Plane{};
  WorldSpec spec;
  spec.models = {{"a", RigidTransform(), cart},
                 {"b", RigidTransform(), cart},
                 {"ground", RigidTransform(), ground}};
  spec.attachments.push_back(Attachment{"t", "a", "mast", "b", "mast", RigidTransform()});
  spec.collision_filters.push_back(CollisionFilter{"a", "", "b", "mast"});
  spec.surface_pairs.push_back(SurfacePair{"x", "y", 1.0, 1.0, 0.0});
  spec.spherical_coordinates = SphericalCoordinates{};
  return spec;
}

/// A chain with all joint types and without errors.
Model GoodModel() {
  Model model = MakeRow(9);
  const JointType types[] = {JointType::kFixed,     JointType::kRevolute, JointType::kContinuous,
                             JointType::kPrismatic, JointType::kScrew,    JointType::kUniversal,
                             JointType::kBall,      JointType::kPlanar};
  for (int i = 0; i < 8; ++i) Connect(&model, types[i], i, i + 1);
  model.joints[1].axes[0].lower = -1.0;
  model.joints[1].axes[0].upper = 1.0;
  model.joints[1].axes[0].velocity = 2.0;
  model.joints[2].mimic = Mimic{1, 2.0, 0.0};
  model.initial_commands.push_back(InitialCommand{1, 0, ControlMode::kPosition, 0.5});
  model.initial_positions.push_back(InitialPosition{7, 2, 3.0});
  model.frames.push_back(Frame{"f", 2, RigidTransform()});
  Visual visual;
  visual.source = Source{"robot.urdf", 9, "visual"};
  visual.material = Material{};
  model.links[0].visuals.push_back(visual);
  Sensor sensor;
  sensor.name = "imu";
  sensor.source = Source{"robot.urdf", 10, "sensor"};
  model.links[0].sensors.push_back(sensor);
  return model;
}

TEST(Validate, GoodDescriptionsHaveNoProblems) {
  Problems problems;
  Validate(GoodSpec(), &problems);
  Validate(GoodModel(), &problems);
  EXPECT_TRUE(problems.all().empty()) << Text(problems);
}

struct ModelRule {
  const char* message;
  Severity severity;
  int line;
  std::function<void(Model*)> break_it;
};

/// Expects the rule's message with its line and severity, and no other errors.
void ExpectFinding(const ModelRule& rule) {
  Model model = GoodModel();
  rule.break_it(&model);
  Problems problems;
  Validate(model, &problems);
  bool found = false;
  for (const Problem& problem : problems.all()) {
    if (problem.message.find(rule.message) == std::string::npos) continue;
    found = true;
    EXPECT_EQ(problem.severity, rule.severity) << rule.message;
    EXPECT_EQ(problem.source.line, rule.line) << rule.message;
  }
  EXPECT_TRUE(found) << "expected: " << rule.message << "\nfound:\n" << Text(problems);
  EXPECT_EQ(problems.ok(), rule.severity != Severity::kError) << Text(problems);
}

constexpr Severity kError = Severity::kError;
constexpr Severity kWarning = Severity::kWarning;

TEST(Validate, NamesAndReferences) {
  const ModelRule rules[] = {
      {"a link of model \"row\" has no name", kError, 7, [](Model* m) { m->links[1].name = ""; }},
      {"more than one link", kError, 7, [](Model* m) { m->links[1].name = "l0"; }},
      {"more than one joint", kError, 20, [](Model* m) { m->joints[1].name = "j0"; }},
      {"a joint of model", kError, 20, [](Model* m) { m->joints[1].name = ""; }},
      {"more than one collision", kError, 8,
       [](Model* m) { m->links[0].collisions.push_back(m->links[0].collisions[0]); }},
      {"more than one sensor", kError, 10,
       [](Model* m) { m->links[0].sensors.push_back(m->links[0].sensors[0]); }},
      {"more than one frame", kError, 2, [](Model* m) { m->frames.push_back(m->frames[0]); }},
      {"frame \"f\" is on a link that does not exist", kError, 2,
       [](Model* m) { m->frames[0].link = 9; }},
      {"has no links", kError, 2, [](Model* m) { m->links.clear(); }},
      {"parent link that does not exist", kError, 20, [](Model* m) { m->joints[1].parent = 9; }},
      {"child link that does not exist", kError, 20, [](Model* m) { m->joints[1].child = -1; }},
      {"connects a link to itself", kError, 20, [](Model* m) { m->joints[1].child = 1; }},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, NumbersOfLinks) {
  const ModelRule rules[] = {
      {"the pose of link \"l3\" is not finite", kError, 7,
       [](Model* m) { m->links[3].X_ML.p.y() = kNan; }},
      {"not a unit quaternion", kError, 7, [](Model* m) { m->links[3].X_ML.q.w() = 2.0; }},
      {"the pose of link \"l3\" is farther than 1e9 m away", kError, 7,
       [](Model* m) { m->links[3].X_ML.p.y() = -2e9; }},
      {"the mass or inertia of link \"l3\" is out of range", kError, 7,
       [](Model* m) { m->links[3].inertia.mass = 1e308; }},
      {"the mass or inertia of link \"l3\" is out of range", kError, 7,
       [](Model* m) { m->links[3].inertia.I_BBcm_B(0, 0) = 1e100; }},
      {"the mass of link \"l3\" is negative", kError, 7,
       [](Model* m) { m->links[3].inertia.mass = -1.0; }},
      {"the mass of link \"l3\" is not a finite number", kError, 7,
       [](Model* m) { m->links[3].inertia.mass = kInfinity; }},
      {"has an inertia but no mass", kError, 7, [](Model* m) { m->links[3].inertia.mass = 0.0; }},
      {"centre of mass", kError, 7, [](Model* m) { m->links[3].inertia.p_BBcm.x() = kNan; }},
      {"the inertia of link \"l3\" is not finite", kError, 7,
       [](Model* m) { m->links[3].inertia.I_BBcm_B(1, 1) = kNan; }},
      {"not symmetric", kError, 7, [](Model* m) { m->links[3].inertia.I_BBcm_B(0, 1) = 0.01; }},
      {"has a negative principal moment", kError, 7,
       [](Model* m) { m->links[3].inertia.I_BBcm_B(0, 0) = -0.1; }},
      // Link 0 is fixed to link 1, which has the same mass.
      {"has a negative principal moment", kWarning, 7,
       [](Model* m) { m->links[0].inertia.I_BBcm_B(0, 0) = -1e-6; }},
      {"is not physically possible", kWarning, 7,
       [](Model* m) { m->links[3].inertia.I_BBcm_B(0, 0) = 1.0; }},
      {"the collision's pose", kError, 8,
       [](Model* m) { m->links[3].collisions[0].X_LG.p.x() = kNan; }},
      {"the visual's pose", kError, 9,
       [](Model* m) { m->links[0].visuals[0].X_LG.p.x() = kInfinity; }},
      {"transparency", kError, 9, [](Model* m) { m->links[0].visuals[0].transparency = 1.5; }},
      {"a colour is not finite", kError, 9,
       [](Model* m) { m->links[0].visuals[0].material->diffuse.x() = kNan; }},
      {"the sensor's pose", kError, 10, [](Model* m) { m->links[0].sensors[0].X_LS.p.x() = kNan; }},
      {"update rate", kError, 10, [](Model* m) { m->links[0].sensors[0].update_rate = -1.0; }},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

std::function<void(Model*)> WithShape(const Geometry& geometry) {
  return [geometry](Model* m) { m->links[3].collisions[0].geometry = geometry; };
}

Mesh MeshOf(TriMesh mesh) {
  return Mesh{
      std::make_shared<const TriMesh>(std::move(mesh)), "m.stl", Vector3d::Ones(), "", "", false};
}

TEST(Validate, Shapes) {
  TriMesh bad_vertex = MakeBoxMesh(Vector3d::Ones());
  bad_vertex.vertices[1].x() = kNan;
  TriMesh bad_index = MakeBoxMesh(Vector3d::Ones());
  bad_index.triangles[1][2] = static_cast<std::uint32_t>(bad_index.vertices.size());
  Mesh large = MeshOf(MakeBoxMesh(Vector3d::Ones()));
  large.scale.z() = 1e10;
  const ModelRule rules[] = {
      {"the box's size", kError, 8, WithShape(Box{Vector3d(1.0, 0.0, 1.0)})},
      {"the sphere's radius", kError, 8, WithShape(Sphere{-1.0})},
      {"the cylinder's radius", kError, 8, WithShape(Cylinder{0.0, 1.0})},
      {"the cylinder's length", kError, 8, WithShape(Cylinder{1.0, kNan})},
      {"the capsule's radius", kError, 8, WithShape(Capsule{kInfinity, 1.0})},
      {"the capsule's length", kError, 8, WithShape(Capsule{1.0, -1.0})},
      {"the ellipsoid's radius", kError, 8, WithShape(Ellipsoid{Vector3d(1.0, 1.0, 0.0)})},
      {"the box's size is above 1e8 m", kError, 8, WithShape(Box{Vector3d(1.0, 1e25, 1.0)})},
      {"the capsule's length is above 1e8 m", kError, 8, WithShape(Capsule{1.0, 1e9})},
      {"a vertex of the mesh is farther than 1e9 m away", kError, 8, WithShape(large)},
      {"the mesh was not loaded", kError, 8, WithShape(Mesh{})},
      {"no triangles", kError, 8, WithShape(MeshOf(TriMesh{}))},
      {"vertex that is not finite", kError, 8, WithShape(MeshOf(bad_vertex))},
      {"vertex that does not exist", kError, 8, WithShape(MeshOf(bad_index))},
      {"the height map was not loaded", kError, 8, WithShape(HeightMap{})},
      {"can collide only on a static body", kError, 8, WithShape(Plane{})},
      {"the plane's size", kError, 8, WithShape(Plane{Eigen::Vector2d(0.0, 1.0)})},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, HeightMaps) {
  HeightField field;
  field.rows = field.cols = 2;
  field.size_x = field.size_y = 1.0;
  field.heights = {0.0F, 0.0F, 0.0F, 0.0F};
  const auto shape = [](const HeightField& f) {
    return WithShape(HeightMap{std::make_shared<const HeightField>(f), "h.png", ""});
  };
  HeightField few = field, flat = field, nan = field;
  few.heights.pop_back();
  flat.size_x = 0.0;
  nan.heights[3] = std::numeric_limits<float>::quiet_NaN();
  const ModelRule rules[] = {
      {"can collide only on a static body", kError, 8, shape(field)},
      {"rows times columns", kError, 8, shape(few)},
      {"size along x", kError, 8, shape(flat)},
      {"a height of the height map", kError, 8, shape(nan)},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, Surfaces) {
  const auto with = [](double Surface::*member, double value) {
    return [member, value](Model* m) { m->links[3].collisions[0].surface.*member = value; };
  };
  const ModelRule rules[] = {
      {"friction mu must", kError, 8, with(&Surface::mu, -0.1)},
      {"friction mu2 must", kError, 8, with(&Surface::mu2, kNan)},
      {"torsional friction", kError, 8, with(&Surface::torsional_friction, -1.0)},
      {"rolling friction", kError, 8, with(&Surface::rolling_friction, -1.0)},
      {"restitution must be from 0 to 1", kError, 8, with(&Surface::restitution, 1.1)},
      {"restitution must not be negative", kError, 8, with(&Surface::restitution, -0.1)},
      {"restitution threshold", kError, 8, with(&Surface::restitution_threshold, -0.1)},
      {"contact stiffness", kError, 8, with(&Surface::stiffness, -1.0)},
      {"contact damping", kError, 8, with(&Surface::damping, kInfinity)},
      {"friction direction", kError, 8,
       [](Model* m) { m->links[3].collisions[0].surface.friction_direction.x() = kNan; }},
      {"collides with nothing", Severity::kNote, 8,
       [](Model* m) { m->links[3].collisions[0].surface.collide_mask = 0; }},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, Joints) {
  const auto axis = [](double JointAxis::*member, double value) {
    return [member, value](Model* m) { m->joints[1].axes[0].*member = value; };
  };
  const auto direction = [](int joint, int index, const Vector3d& v) {
    return [=](Model* m) { m->joints[static_cast<std::size_t>(joint)].axes[index].axis_J = v; };
  };
  const ModelRule rules[] = {
      {"the axis of joint \"j1\" is zero", kError, 20, direction(1, 0, Vector3d::Zero())},
      {"not a unit vector", kError, 20, direction(1, 0, Vector3d(0.0, 0.0, 2.0))},
      {"the axis of joint \"j1\" is not finite", kError, 20, direction(1, 0, Vector3d(kNan, 0, 0))},
      {"universal joint \"j5\" are parallel", kError, 20, direction(5, 1, Vector3d::UnitZ())},
      {"universal joint \"j5\" are not perpendicular", kWarning, 20,
       direction(5, 1, Vector3d(0.6, 0.0, 0.8))},
      {"planar joint \"j7\" are not perpendicular", kError, 20,
       direction(7, 1, Vector3d(0.6, 0.0, 0.8))},
      {"the lower limit of joint \"j1\"", kError, 20, axis(&JointAxis::lower, 2.0)},
      {"the lower limit of joint \"j1\"", kError, 20, axis(&JointAxis::upper, kNan)},
      {"the effort limit", kError, 20, axis(&JointAxis::effort, -1.0)},
      {"the velocity limit", kError, 20, axis(&JointAxis::velocity, -1.0)},
      {"the damping", kError, 20, axis(&JointAxis::damping, -1.0)},
      {"the friction", kError, 20, axis(&JointAxis::friction, kInfinity)},
      {"the spring stiffness", kError, 20, axis(&JointAxis::spring_stiffness, -1.0)},
      {"the spring reference", kError, 20, axis(&JointAxis::spring_reference, kNan)},
      {"leave no position", kError, 20,
       [](Model* m) { m->joints[1].axes[0].lower = m->joints[1].axes[0].upper = kInfinity; }},
      {"the pose in the parent", kError, 20, [](Model* m) { m->joints[1].X_PJ.p.x() = kNan; }},
      {"the pose in the child", kError, 20, [](Model* m) { m->joints[1].X_CJ.q.x() = 1.0; }},
      {"has no pitch", kError, 20, [](Model* m) { m->joints[4].screw_pitch = 0.0; }},
      {"the pitch of joint", kError, 20, [](Model* m) { m->joints[4].screw_pitch = kNan; }},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, Mimics) {
  const ModelRule rules[] = {
      {"mimics a joint that does not exist", kError, 20,
       [](Model* m) { m->joints[2].mimic->leader = 8; }},
      {"mimics itself", kError, 20, [](Model* m) { m->joints[2].mimic->leader = 2; }},
      {"not have exactly one axis", kError, 20, [](Model* m) { m->joints[2].mimic->leader = 6; }},
      {"in a cycle", kError, 20,
       [](Model* m) {
         m->joints[1].mimic = Mimic{2, 1.0, 0.0};
       }},
      {"cannot mimic", kError, 20,
       [](Model* m) {
         m->joints[6].mimic = Mimic{1, 1.0, 0.0};
       }},
      {"the mimic multiplier", kError, 20, [](Model* m) { m->joints[2].mimic->multiplier = kNan; }},
      {"the mimic offset", kError, 20, [](Model* m) { m->joints[2].mimic->offset = kInfinity; }},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, MimicCycleIsReportedOnce) {
  Model model = GoodModel();
  model.joints[1].mimic = Mimic{2, 1.0, 0.0};
  model.joints[3].mimic = Mimic{1, 1.0, 0.0};  // leads into the cycle, but is not part of it
  Problems problems;
  Validate(model, &problems);
  EXPECT_EQ(problems.error_count(), 1) << Text(problems);
}

TEST(Validate, InitialValues) {
  const auto command = [](int joint, int axis, ControlMode mode, double value) {
    return [=](Model* m) { m->initial_commands[0] = InitialCommand{joint, axis, mode, value}; };
  };
  const auto position = [](int joint, int axis, double value) {
    return [=](Model* m) { m->initial_positions[0] = InitialPosition{joint, axis, value}; };
  };
  const ModelRule rules[] = {
      {"an initial command is for a joint that does not exist", kError, 2,
       command(8, 0, ControlMode::kVelocity, 1.0)},
      {"an initial command is for an axis", kError, 20, command(1, 1, ControlMode::kVelocity, 1.0)},
      {"an initial command is for an axis", kError, 20, command(0, 0, ControlMode::kVelocity, 1.0)},
      {"the initial command of joint \"j1\" is not a finite", kError, 20,
       command(1, 0, ControlMode::kVelocity, kNan)},
      {"ball joint cannot be commanded by position", kError, 20,
       command(6, 0, ControlMode::kPosition, 1.0)},
      {"outside its limits -1 to 1", kWarning, 20, command(1, 0, ControlMode::kPosition, 1.5)},
      {"above its limit 2", kWarning, 20, command(1, 0, ControlMode::kVelocity, -2.5)},
      {"an initial position is for a joint that does not exist", kError, 2, position(-1, 0, 1.0)},
      {"an initial position is for an axis", kError, 20, position(1, -1, 1.0)},
      {"the initial position of joint \"j1\" is not a finite", kError, 20, position(1, 0, kNan)},
      {"ball joint cannot start from single coordinates", kError, 20, position(6, 0, 1.0)},
      {"outside its limits -1 to 1", kWarning, 20, position(1, 0, -1.5)},
      {"\"j1\" cannot be at zero; it starts at its nearest limit", Severity::kNote, 20,
       [](Model* m) { m->joints[1].axes[0].lower = 0.25; }},
      {"commands to the joints of a static model have no effect", kWarning, 2,
       [](Model* m) { m->is_static = true; }},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, Keyframes) {
  const auto errors = [](const std::function<void(Keyframe*)>& spoil) {
    Model model = GoodModel();
    model.keyframes = {Keyframe{"home", RigidTransform(), {InitialPosition{1, 0, 0.5}}, {}},
                       Keyframe{"rest", std::nullopt, {}, {}}};
    spoil(&model.keyframes[1]);
    Problems problems;
    Validate(model, &problems);
    return problems.error_count();
  };
  EXPECT_EQ(errors([](Keyframe*) {}), 0);
  EXPECT_EQ(errors([](Keyframe* k) { k->name = "home"; }), 1);
  EXPECT_EQ(errors([](Keyframe* k) { k->positions = {InitialPosition{99, 0, 0.0}}; }), 1);
  EXPECT_EQ(errors([](Keyframe* k) { k->commands = {{1, 1, ControlMode::kEffort, 0.0}}; }), 1);
  EXPECT_EQ(errors([](Keyframe* k) { k->X_MB = RigidTransform(Vector3d(kNan, 0, 0)); }), 1);
}

TEST(Validate, Bodies) {
  const ModelRule rules[] = {
      {"no mass; it is treated as a sphere with a radius of 1 cm (l8)", kWarning, 7,
       [](Model* m) { m->links[8].inertia = Inertia{}; }},
      {"differ in mass by more than a factor of a million", kWarning, 7,
       [](Model* m) {
         m->links[3].inertia.mass *= 2e6;
         m->links[3].inertia.I_BBcm_B *= 2e6;
       }},
      {"do not agree with joint \"j3\"", kError, 20,
       [](Model* m) { m->joints[3].X_PJ.p.z() = 1e-3; }},
      {"do not agree with joint \"j0\"", kError, 20,
       [](Model* m) { m->joints[0].X_CJ.q = QuaternionFromRpy(0.0, 0.0, 1e-3); }},
      {"closes a loop that is open", kWarning, 20,
       [](Model* m) {
         Connect(m, JointType::kRevolute, 0, 5);
         m->joints.back().X_PJ.p.z() = 0.1;
       }},
      {"floating joint \"j8\" leads to a link that is the child of another joint", kError, 20,
       [](Model* m) { Connect(m, JointType::kFloating, kWorldLink, 5); }},
      {"revolute joint \"j8\" cannot move", kWarning, 20,
       [](Model* m) { Connect(m, JointType::kRevolute, 0, 1); }},
  };
  for (const ModelRule& rule : rules) ExpectFinding(rule);
}

TEST(Validate, MasslessLinksAreFineWhenLumpedOrStatic) {
  Model model = GoodModel();
  model.links[1].inertia = Inertia{};  // fixed to l0
  Problems problems;
  Validate(model, &problems);
  for (Link& link : model.links) link.inertia = Inertia{};
  model.is_static = true;
  model.initial_commands.clear();
  Validate(model, &problems);
  EXPECT_TRUE(problems.all().empty()) << Text(problems);
}

TEST(Validate, PointMassIsFineWhenLumped) {
  Model model = GoodModel();
  model.links[1].inertia.I_BBcm_B.setZero();  // fixed to l0
  Problems problems;
  Validate(model, &problems);
  EXPECT_TRUE(problems.all().empty()) << Text(problems);
}

TEST(Validate, MasslessBodyNamesItsLinks) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kFixed, 0, 1);
  Connect(&model, JointType::kRevolute, 0, 2);
  model.links[0].inertia = model.links[1].inertia = Inertia{};
  Problems problems;
  Validate(model, &problems);
  ASSERT_EQ(problems.all().size(), 1u) << Text(problems);
  EXPECT_EQ(problems.all()[0].severity, Severity::kNote);
  EXPECT_NE(problems.all()[0].message.find("(l0, l1)"), std::string::npos);
  EXPECT_EQ(problems.all()[0].value, "0.01 kg");
}

TEST(Validate, ALinkBetweenTwoJointsNeedsNoMass) {
  Model model = MakeRow(3);
  Connect(&model, JointType::kRevolute, 0, 1);
  Connect(&model, JointType::kPrismatic, 1, 2);
  model.links[1].inertia = Inertia{};
  Problems problems;
  Validate(model, &problems);
  EXPECT_TRUE(problems.all().empty()) << Text(problems);
}

struct WorldRule {
  const char* message;
  Severity severity;
  std::function<void(WorldSpec*)> break_it;
};

TEST(Validate, Worlds) {
  const WorldRule rules[] = {
      {"gravity is not finite", kError, [](WorldSpec* s) { s->gravity_W.z() = kNan; }},
      {"the magnetic field", kError, [](WorldSpec* s) { s->magnetic_field_W.x() = kNan; }},
      {"the step size must", kError, [](WorldSpec* s) { s->physics.step = 0.0; }},
      {"the step size must", kError, [](WorldSpec* s) { s->physics.step = -1.0; }},
      {"the step size is very large", kWarning, [](WorldSpec* s) { s->physics.step = 1.0; }},
      {"real-time factor", kError, [](WorldSpec* s) { s->physics.real_time_factor = -1.0; }},
      {"latitude", kError, [](WorldSpec* s) { s->spherical_coordinates->latitude_deg = 91.0; }},
      {"longitude", kError, [](WorldSpec* s) { s->spherical_coordinates->longitude_deg = kNan; }},
      {"elevation", kError, [](WorldSpec* s) { s->spherical_coordinates->elevation = kNan; }},
      {"heading", kError, [](WorldSpec* s) { s->spherical_coordinates->heading_deg = kNan; }},
      {"more than one model", kError, [](WorldSpec* s) { s->models[2].name = "a"; }},
      {"a model of the world has no name", kError, [](WorldSpec* s) { s->models[2].name = ""; }},
      {"the model was not loaded", kError, [](WorldSpec* s) { s->models[2].model = nullptr; }},
      {"the pose of model \"a\"", kError, [](WorldSpec* s) { s->models[0].X_WM.p.x() = kNan; }},
      {"no model has this name", kError, [](WorldSpec* s) { s->attachments[0].model_b = "c"; }},
      {"model \"b\" has no link of this name", kError,
       [](WorldSpec* s) { s->attachments[0].link_b = "c"; }},
      {"model \"b\" has no link of this name", kError,
       [](WorldSpec* s) { s->attachments[0].link_b = ""; }},
      {"attached to itself", kError, [](WorldSpec* s) { s->attachments[0].model_b = "a"; }},
      {"the attachment's pose", kError, [](WorldSpec* s) { s->attachments[0].X_AB.q.w() = 0.0; }},
      {"more than one attachment", kError,
       [](WorldSpec* s) { s->attachments.push_back(s->attachments[0]); }},
      {"no model has this name", kError,
       [](WorldSpec* s) { s->collision_filters[0].model_a = "c"; }},
      {"model \"b\" has no link of this name", kError,
       [](WorldSpec* s) { s->collision_filters[0].link_b = "c"; }},
      {"a surface pair needs two names", kError, [](WorldSpec* s) { s->surface_pairs[0].a = ""; }},
      {"more than one surface pair", kError,
       [](WorldSpec* s) {
         s->surface_pairs.push_back(SurfacePair{"y", "x", 1.0, 1.0, 0.0});
       }},
      {"the pair's friction mu must", kError, [](WorldSpec* s) { s->surface_pairs[0].mu = -1.0; }},
      {"the pair's friction mu2 must", kError,
       [](WorldSpec* s) { s->surface_pairs[0].mu2 = -1.0; }},
      {"the pair's restitution", kError,
       [](WorldSpec* s) { s->surface_pairs[0].restitution = 2.0; }},
      {"a light of the world has no name", kError,
       [](WorldSpec* s) { s->lights.push_back(Light{}); }},
  };
  for (const WorldRule& rule : rules) {
    WorldSpec spec = GoodSpec();
    rule.break_it(&spec);
    Problems problems;
    Validate(spec, &problems);
    bool found = false;
    for (const Problem& problem : problems.all()) {
      if (problem.message.find(rule.message) == std::string::npos) continue;
      found = problem.severity == rule.severity;
    }
    EXPECT_TRUE(found) << "expected: " << rule.message << "\nfound:\n" << Text(problems);
    EXPECT_EQ(problems.ok(), rule.severity != kError) << Text(problems);
  }
}

TEST(Validate, SharedModelIsReportedOnce) {
  Model broken = test::MakeCart();
  broken.links[1].inertia.mass = -1.0;
  const auto cart = std::make_shared<const Model>(broken);
  WorldSpec spec;
  for (int i = 0; i < 50; ++i) {
    spec.models.push_back({"cart" + std::to_string(i), RigidTransform(), cart});
  }
  Problems problems;
  Validate(spec, &problems);
  EXPECT_EQ(problems.error_count(), 1) << Text(problems);
}

}  // namespace
}  // namespace surefoot::world
