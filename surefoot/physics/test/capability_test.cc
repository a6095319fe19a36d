#include "surefoot/physics/capability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "surefoot/world/test/build_model.h"

namespace surefoot::physics {
namespace {

using testing::HasSubstr;
using testing::Not;
using world::JointType;

constexpr int kCount = static_cast<int>(Capability::kCount);

/// Two links without shapes: requires no capability.
world::Model Bare() {
  world::Model model = world::test::MakeRow(2);
  for (world::Link& link : model.links) link.collisions.clear();
  return model;
}

world::Model WithJoint(JointType type) {
  world::Model model = Bare();
  world::test::Connect(&model, type, 0, 1);
  return model;
}

world::Model WithShape(const world::Geometry& geometry) {
  world::Model model = Bare();
  world::Collision collision;
  collision.name = "shape";
  collision.geometry = geometry;
  collision.surface.mu = collision.surface.mu2 = 0.0;
  collision.source = Source{"robot.urdf", 33, "collision"};
  model.links[1].collisions.push_back(collision);
  model.is_static = world::IsStaticOnly(geometry);
  return model;
}

world::WorldSpec SpecOf(const world::Model& model, int instances = 1) {
  world::WorldSpec spec;
  const auto shared = std::make_shared<world::Model>(model);
  for (int i = 0; i < instances; ++i) {
    spec.models.push_back(world::ModelInstance{"m" + std::to_string(i), RigidTransform(), shared});
  }
  return spec;
}

std::vector<Requirement> NeedsOf(const world::WorldSpec& spec) {
  const auto world = world::MakeWorld(spec, nullptr);
  EXPECT_TRUE(world.ok()) << world.error().message;
  return world.ok() ? RequirementsOf(*world.value()) : std::vector<Requirement>();
}

std::string NamesOf(const world::WorldSpec& spec) {
  std::string names;
  for (const Requirement& requirement : NeedsOf(spec)) {
    names += (names.empty() ? "" : " ") + std::string(CapabilityName(requirement.capability));
  }
  return names;
}

std::string NamesOf(const world::Model& model) { return NamesOf(SpecOf(model)); }

std::shared_ptr<const TriMesh> BoxMesh() {
  return std::make_shared<TriMesh>(MakeBoxMesh(Vector3d(1, 1, 1)));
}

/// Two boxes with nothing between them.
std::shared_ptr<const TriMesh> Dumbbell() {
  TriMesh mesh = MakeBoxMesh(Vector3d(1, 1, 1));
  const auto count = static_cast<std::uint32_t>(mesh.vertices.size());
  const TriMesh other =
      Transformed(RigidTransform(Vector3d(5, 0, 0)), MakeBoxMesh(Vector3d(1, 1, 1)));
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (std::array<std::uint32_t, 3> triangle : other.triangles) {
    for (std::uint32_t& corner : triangle) corner += count;
    mesh.triangles.push_back(triangle);
  }
  mesh.normals.clear();
  mesh.texture_coordinates.clear();
  mesh.triangle_materials.clear();
  return std::make_shared<TriMesh>(mesh);
}

std::shared_ptr<const HeightField> Hill() {
  HeightField field;
  field.rows = field.cols = 2;
  field.size_x = field.size_y = 1.0;
  field.heights = {0, 0, 0, 1};
  return std::make_shared<HeightField>(field);
}

TEST(Capability, EachHasItsOwnName) {
  std::set<std::string> names;
  for (int i = 0; i < kCount; ++i) {
    const std::string name = CapabilityName(static_cast<Capability>(i));
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos) << name;
  }
  // Both ends of the list and its middle: names and values correspond.
  EXPECT_STREQ(CapabilityName(Capability::kRevolute), "revolute");
  EXPECT_STREQ(CapabilityName(Capability::kPlane), "plane");
  EXPECT_STREQ(CapabilityName(Capability::kHeightField), "height_field");
  EXPECT_STREQ(CapabilityName(Capability::kSnapshot), "snapshot");
}

TEST(Requirements, NothingForNothing) {
  EXPECT_EQ(NamesOf(Bare()), "");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kFixed)), "");
}

TEST(Requirements, OfJoints) {
  EXPECT_EQ(NamesOf(WithJoint(JointType::kRevolute)), "revolute");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kContinuous)), "revolute");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kPrismatic)), "prismatic");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kScrew)), "screw");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kUniversal)), "universal");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kBall)), "ball");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kPlanar)), "planar");
  EXPECT_EQ(NamesOf(WithJoint(JointType::kFloating)), "floating");
}

TEST(Requirements, OfAxes) {
  const auto with_axis = [](JointType type, int axis, auto change) {
    world::Model model = WithJoint(type);
    change(&model.joints[0].axes[axis]);
    return NamesOf(model);
  };
  const auto lower = [](world::JointAxis* axis) { axis->lower = -1.0; };
  const auto upper = [](world::JointAxis* axis) { axis->upper = 1.0; };
  EXPECT_EQ(with_axis(JointType::kRevolute, 0, lower), "revolute joint_limit");
  EXPECT_EQ(with_axis(JointType::kRevolute, 0, upper), "revolute joint_limit");
  EXPECT_EQ(with_axis(JointType::kUniversal, 1, upper), "universal joint_limit");
  EXPECT_EQ(with_axis(JointType::kRevolute, 0, [](auto* axis) { axis->friction = 0.1; }),
            "revolute joint_friction");
  EXPECT_EQ(with_axis(JointType::kPrismatic, 0, [](auto* axis) { axis->spring_stiffness = 2.0; }),
            "prismatic joint_spring");
  // Limits of ball, floating and fixed joints are not used (world/model.h).
  EXPECT_EQ(with_axis(JointType::kBall, 0, upper), "ball");
  EXPECT_EQ(with_axis(JointType::kFloating, 0, upper), "floating");
  EXPECT_EQ(with_axis(JointType::kFixed, 0, upper), "");
}

TEST(Requirements, OfCouplings) {
  world::Model mimic = world::test::MakeRow(3);
  for (world::Link& link : mimic.links) link.collisions.clear();
  world::test::Connect(&mimic, JointType::kRevolute, 0, 1);
  world::test::Connect(&mimic, JointType::kRevolute, 0, 2);
  world::Model loop = mimic;
  mimic.joints[1].mimic = world::Mimic{0, 2.0, 0.0};
  EXPECT_EQ(NamesOf(mimic), "revolute mimic");
  world::test::Connect(&loop, JointType::kBall, 1, 2);
  EXPECT_EQ(NamesOf(loop), "revolute ball loop_joint");
}

TEST(Requirements, OfCommands) {
  const auto commanded = [](world::ControlMode mode) {
    world::Model model = WithJoint(JointType::kRevolute);
    model.initial_commands.push_back(world::InitialCommand{0, 0, mode, 0.5});
    return NamesOf(model);
  };
  EXPECT_EQ(commanded(world::ControlMode::kNone), "revolute");
  EXPECT_EQ(commanded(world::ControlMode::kEffort), "revolute effort_control");
  EXPECT_EQ(commanded(world::ControlMode::kVelocity), "revolute velocity_control");
  EXPECT_EQ(commanded(world::ControlMode::kPosition), "revolute position_control");
}

TEST(Requirements, OfShapes) {
  EXPECT_EQ(NamesOf(WithShape(world::Plane())), "plane");
  EXPECT_EQ(NamesOf(WithShape(world::Box())), "box");
  EXPECT_EQ(NamesOf(WithShape(world::Sphere())), "sphere");
  EXPECT_EQ(NamesOf(WithShape(world::Cylinder())), "cylinder");
  EXPECT_EQ(NamesOf(WithShape(world::Capsule())), "capsule");
  EXPECT_EQ(NamesOf(WithShape(world::Ellipsoid())), "ellipsoid");
  EXPECT_EQ(NamesOf(WithShape(world::Mesh{BoxMesh(), "", Vector3d::Ones(), "", "", false})),
            "convex_mesh");
  EXPECT_EQ(NamesOf(WithShape(world::Mesh{Dumbbell(), "", Vector3d::Ones(), "", "", false})),
            "concave_mesh");
  EXPECT_EQ(NamesOf(WithShape(world::HeightMap{Hill(), "", ""})), "height_field");
}

TEST(Requirements, OfSurfaces) {
  const auto with_surface = [](auto change) {
    world::Model model = WithShape(world::Sphere());
    change(&model.links[1].collisions[0].surface);
    return NamesOf(model);
  };
  EXPECT_EQ(with_surface([](world::Surface* s) { s->mu = s->mu2 = 0.5; }), "sphere friction");
  EXPECT_EQ(with_surface([](world::Surface* s) { s->mu2 = 0.5; }),
            "sphere friction anisotropic_friction");
  EXPECT_EQ(with_surface([](world::Surface* s) { s->torsional_friction = 0.1; }),
            "sphere torsional_friction");
  EXPECT_EQ(with_surface([](world::Surface* s) { s->rolling_friction = 0.1; }),
            "sphere rolling_friction");
  EXPECT_EQ(with_surface([](world::Surface* s) { s->restitution = 0.5; }), "sphere restitution");
}

TEST(Requirements, OfPairsOfSurfaces) {
  // Requirements of surface pairs count like those of surfaces.
  world::WorldSpec spec = SpecOf(WithShape(world::Sphere()));
  spec.surface_pairs.push_back(world::SurfacePair{"ice", "steel", 0.0, 0.0, 0.0});
  EXPECT_EQ(NamesOf(spec), "sphere");
  spec.surface_pairs.push_back(world::SurfacePair{"ice", "rubber", 0.1, 0.2, 0.3});
  EXPECT_EQ(NamesOf(spec), "sphere friction anisotropic_friction restitution");
}

TEST(Requirements, OfTheWorld) {
  world::WorldSpec spec = SpecOf(Bare(), 2);
  world::Attachment attachment;
  attachment.name = "hook";
  attachment.model_a = "m0";
  attachment.link_a = "l0";
  attachment.model_b = "m1";
  attachment.link_b = "l0";
  spec.attachments.push_back(attachment);
  EXPECT_EQ(NamesOf(spec), "attachment");
  spec.attachments.clear();
  spec.collision_filters.push_back(world::CollisionFilter{"m0", "", "m1", ""});
  EXPECT_EQ(NamesOf(spec), "collision_filter");
}

TEST(Requirements, JointsOfStaticModelsNeedNothing) {
  world::Model model = WithJoint(JointType::kScrew);
  model.is_static = true;
  EXPECT_EQ(NamesOf(model), "");
}

TEST(Requirements, EachOnceAtItsFirstUse) {
  world::Model model = WithShape(world::Box());
  model.links[0].collisions = model.links[1].collisions;
  model.links[0].collisions[0].source = Source{"robot.urdf", 5, "first"};
  model.links[0].collisions.push_back(model.links[0].collisions[0]);
  model.links[0].collisions[1].name = "again";
  const std::vector<Requirement> found = NeedsOf(SpecOf(model, 3));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].capability, Capability::kBox);
  EXPECT_EQ(found[0].source.line, 5);
}

TEST(Requirements, ASharedMeshHidesNothingElse) {
  // The second collision has the same mesh but another surface; the second model has another mesh.
  const auto box = BoxMesh();
  world::Model model = WithShape(world::Mesh{box, "", Vector3d::Ones(), "", "", false});
  model.links[0].collisions = model.links[1].collisions;
  model.links[1].collisions[0].surface.restitution = 0.5;
  world::WorldSpec spec = SpecOf(model, 3);
  EXPECT_EQ(NamesOf(spec), "convex_mesh restitution");
  spec.models.push_back(
      SpecOf(WithShape(world::Mesh{Dumbbell(), "", Vector3d::Ones(), "", "", false})).models[0]);
  spec.models.back().name = "other";
  EXPECT_EQ(NamesOf(spec), "convex_mesh restitution concave_mesh");
}

BackendInfo Engine(const std::string& name, std::set<Capability> missing) {
  BackendInfo info;
  info.name = name;
  for (int i = 0; i < kCount; ++i) {
    const auto capability = static_cast<Capability>(i);
    const bool lacks = missing.count(capability) > 0;
    info.support.push_back(Support{capability, !lacks, lacks ? "no screws" : ""});
  }
  return info;
}

TEST(CheckSupport, IsSilentWhenAllIsThere) {
  const auto world = world::MakeWorld(SpecOf(WithJoint(JointType::kScrew)), nullptr);
  ASSERT_TRUE(world.ok());
  Problems problems;
  CheckSupport(*world.value(), Engine("ode", {Capability::kBall}), {}, &problems);
  EXPECT_TRUE(problems.all().empty());
}

TEST(CheckSupport, NamesTheElementTheReasonAndTheEnginesThatCan) {
  const auto world = world::MakeWorld(SpecOf(WithJoint(JointType::kScrew)), nullptr);
  ASSERT_TRUE(world.ok());
  const BackendInfo mine = Engine("mine", {Capability::kScrew, Capability::kBox});
  const std::vector<BackendInfo> all = {mine, Engine("abler", {}),
                                        Engine("poor", {Capability::kScrew}), Engine("best", {})};
  Problems problems;
  CheckSupport(
      *world.value(), mine, [&] { return all; }, &problems);
  ASSERT_EQ(problems.error_count(), 1);
  const std::string text = ToString(problems.all()[0]);
  EXPECT_THAT(text, HasSubstr("robot.urdf:20"));
  EXPECT_THAT(text, HasSubstr("joint[j0]"));
  EXPECT_THAT(text, HasSubstr("engine 'mine' does not support 'screw': no screws"));
  EXPECT_THAT(text, HasSubstr("--engine: abler, best"));
  EXPECT_THAT(text, Not(HasSubstr("poor")));
}

TEST(CheckSupport, SaysWhenNoEngineCan) {
  world::Model model = WithJoint(JointType::kScrew);
  model.joints[0].axes[0].friction = 1.0;
  const auto world = world::MakeWorld(SpecOf(model), nullptr);
  ASSERT_TRUE(world.ok());
  const BackendInfo mine = Engine("mine", {Capability::kScrew, Capability::kJointFriction});
  Problems problems;
  CheckSupport(
      *world.value(), mine, [&] { return std::vector<BackendInfo>{mine}; }, &problems);
  EXPECT_EQ(problems.error_count(), 2);
  EXPECT_THAT(ToString(problems.all()[0]), HasSubstr("no engine of this build supports"));
  EXPECT_THAT(ToString(problems.all()[1]), HasSubstr("'joint_friction'"));
}

TEST(CheckSupport, SaysOnceWhyAnEngineCanDoNothing) {
  const auto world = world::MakeWorld(SpecOf(WithJoint(JointType::kScrew)), nullptr);
  ASSERT_TRUE(world.ok());
  BackendInfo broken = Engine("broken", {});
  broken.help = "the engine 'broken' cannot be loaded: no such file";
  for (Support& support : broken.support) support = {support.capability, false, broken.help};
  Problems problems;
  CheckSupport(*world.value(), broken, {}, &problems);
  ASSERT_EQ(problems.error_count(), 1);
  EXPECT_THAT(ToString(problems.all()[0]), HasSubstr("cannot be loaded: no such file"));
}

TEST(BackendInfoDeathTest, MustDeclareWhatIsAsked) {
  BackendInfo info = Engine("forgetful", {});
  info.support.pop_back();
  EXPECT_TRUE(info.Of(Capability::kRevolute).supported);
  EXPECT_DEATH(info.Of(Capability::kSnapshot), "forgetful does not declare snapshot");
}

}  // namespace
}  // namespace surefoot::physics
