// What URDF can express survives being written and read: kinematics, masses, limits. The poses of
// all links at random joint positions are compared, which does not depend on how joints are divided
// into joints with one axis. check_urdf of urdfdom reads the files independently.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "surefoot/base/index.h"
#include "surefoot/base/process/child_process.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/formats/robot_tree.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/physics/test/random_model.h"
#include "surefoot/session/load.h"
#include "surefoot/session/save.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;
using formats::AnglesOfBall;
using world::JointType;

/// Accepted difference of lengths (m), masses (kg), moments (kg m2) and rotation matrices.
constexpr double kTolerance = 1e-9;

/// Positions of the joints of a written robot by their names, from those of the original.
std::map<std::string, double> PositionsByName(const world::World& world,
                                              const physics::State& state) {
  std::map<std::string, double> positions;
  const world::ModelLayout& layout = world.layout(0);
  for (int id = layout.joints.first; id < layout.joints.end(); ++id) {
    const world::Joint& joint = world.joint_spec(id);
    const double* q = state.q.data() + world.joint(id).q;
    const int count = world::PositionCount(joint.type);
    if (joint.type == JointType::kBall) {
      const Quaterniond R(q[0], q[1], q[2], q[3]);
      const Vector3d angles = AnglesOfBall(R);
      for (int i = 0; i < 3; ++i) positions[joint.name + "_" + std::to_string(i)] = angles[i];
    } else if (count == 1) {
      positions[joint.name] = q[0];
      positions[joint.name + "_advance"] = joint.screw_pitch * q[0] / (2.0 * M_PI);
    } else if (joint.type != JointType::kFloating) {
      for (int i = 0; i < count; ++i) positions[joint.name + "_" + std::to_string(i)] = q[i];
    }
  }
  return positions;
}

/// The pose of the original's link of that name; the identity for an added link.
RigidTransform PoseOf(const world::World& world, const physics::State& state,
                      const std::string& link) {
  const int index = world.model(0).FindLink(link);
  return index < 0 ? RigidTransform() : state.X_WL[At(world.layout(0).links.first + index)];
}

/// The written robot's state with the original's joint positions.
physics::State StateLike(const world::World& original, const physics::State& state,
                         const world::World& written) {
  physics::State result = physics::MakeInitialState(written);
  const std::map<std::string, double> positions = PositionsByName(original, state);
  const world::Model& model = written.model(0);
  for (const world::Body& body : written.tree(0).bodies) {
    if (body.joint >= 0) continue;
    result.X_WL[At(body.root_link)] = PoseOf(original, state, model.links[At(body.root_link)].name);
  }
  for (int id = 0; id < written.joint_count(); ++id) {
    const world::Joint& joint = written.joint_spec(id);
    double* q = result.q.data() + written.joint(id).q;
    if (joint.type == JointType::kFloating) {
      const std::string parent = joint.parent < 0 ? "" : model.links[At(joint.parent)].name;
      const RigidTransform X_WJ = PoseOf(original, state, parent) * joint.X_PJ;
      const RigidTransform X_JC =
          X_WJ.Inverse() * PoseOf(original, state, model.links[At(joint.child)].name);
      const double values[] = {X_JC.p.x(), X_JC.p.y(), X_JC.p.z(), X_JC.q.w(),
                               X_JC.q.x(), X_JC.q.y(), X_JC.q.z()};
      std::copy(std::begin(values), std::end(values), q);
    } else if (joint.type != JointType::kFixed) {
      const auto known = positions.find(joint.name);
      EXPECT_NE(known, positions.end()) << joint.name;
      if (known != positions.end()) *q = known->second;
    }
  }
  physics::ForwardKinematics(written, 0, &result);
  return result;
}

void ExpectSamePoses(const world::World& original, const physics::State& state,
                     const world::World& written) {
  const physics::State other = StateLike(original, state, written);
  const world::Model& model = original.model(0);
  // URDF has no pose of the whole robot, so poses are relative to the first link.
  const RigidTransform X_WF = state.X_WL[0];
  const RigidTransform X_VF = PoseOf(written, other, model.links[0].name);
  for (const world::Link& link : model.links) {
    const RigidTransform X = X_WF.Inverse() * PoseOf(original, state, link.name);
    const RigidTransform Y = X_VF.Inverse() * PoseOf(written, other, link.name);
    EXPECT_LT((X.p - Y.p).norm(), kTolerance) << link.name;
    EXPECT_LT((X.R() - Y.R()).norm(), kTolerance) << link.name;
  }
}

void ExpectSameMasses(const world::Model& original, const world::Model& written) {
  for (const world::Link& link : original.links) {
    const int index = written.FindLink(link.name);
    ASSERT_GE(index, 0) << link.name;
    const Inertia& inertia = written.links[At(index)].inertia;
    EXPECT_NEAR(inertia.mass, link.inertia.mass, kTolerance) << link.name;
    if (link.inertia.mass == 0.0) continue;
    EXPECT_LT((inertia.p_BBcm - link.inertia.p_BBcm).norm(), kTolerance) << link.name;
    EXPECT_LT((inertia.I_BBcm_B - link.inertia.I_BBcm_B).norm(), kTolerance) << link.name;
  }
}

/// Limits and friction of all joints with one axis. A rotation without limits is continuous.
void ExpectSameLimits(const world::Model& original, const world::Model& written) {
  for (const world::Joint& joint : original.joints) {
    const int index = written.FindJoint(joint.name);
    if (world::LimitedAxisCount(joint.type) != 1 || index < 0) continue;
    const world::JointAxis& a = joint.axes[0];
    const world::JointAxis& b = written.joints[At(index)].axes[0];
    EXPECT_EQ(a.lower, b.lower) << joint.name;
    EXPECT_EQ(a.upper, b.upper) << joint.name;
    EXPECT_EQ(a.effort, b.effort) << joint.name;
    EXPECT_EQ(a.velocity, b.velocity) << joint.name;
    EXPECT_EQ(a.damping, b.damping) << joint.name;
    EXPECT_EQ(a.friction, b.friction) << joint.name;
    ASSERT_EQ(joint.mimic.has_value(), written.joints[At(index)].mimic.has_value()) << joint.name;
    if (!joint.mimic) continue;
    const world::Mimic& mimic = *written.joints[At(index)].mimic;
    EXPECT_EQ(written.joints[At(mimic.leader)].name, original.joints[At(joint.mimic->leader)].name);
    EXPECT_EQ(mimic.multiplier, joint.mimic->multiplier);
    EXPECT_EQ(mimic.offset, joint.mimic->offset);
  }
}

std::string TextOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class UrdfRoundTrip : public testing::Test {
 protected:
  UrdfRoundTrip()
      : parts_(BuiltinParts()),
        folder_(fs::path(testing::TempDir()) / ("surefoot_urdf_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~UrdfRoundTrip() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  std::shared_ptr<const world::World> Read(const std::string& path) {
    Problems problems;
    formats::ReadResult read = ReadDescription(parts_, path, &problems);
    EXPECT_TRUE(read.ok && problems.ok()) << problems.ErrorText() << TextOf(path);
    const auto world = world::MakeWorld(std::move(read.spec), &problems);
    EXPECT_TRUE(world.ok()) << path << "\n" << problems.ErrorText();
    return world.ok() ? *world : nullptr;
  }

  std::shared_ptr<const world::World> Make(world::Model model) {
    world::WorldSpec spec;
    spec.models.push_back({model.name, {}, std::make_shared<const world::Model>(std::move(model))});
    Problems problems;
    const auto world = world::MakeWorld(std::move(spec), &problems);
    EXPECT_TRUE(world.ok()) << problems.ErrorText();
    return world.ok() ? *world : nullptr;
  }

  /// Writes and reads a world with one model. Warnings go to lost_.
  std::shared_ptr<const world::World> Written(const world::World& original) {
    formats::WriteOptions options;
    options.overwrite = true;
    lost_ = Problems();
    const Status written = SaveWorld(parts_, original, Path("robot.urdf"), options, &lost_);
    EXPECT_TRUE(written.ok()) << written.error().message;
    return written.ok() ? Read(Path("robot.urdf")) : nullptr;
  }

  std::string LostText() const {
    std::string text;
    for (const Problem& problem : lost_.all()) text += ToString(problem) + "\n";
    return text;
  }

  Parts parts_;
  fs::path folder_;
  Problems lost_;
};

TEST_F(UrdfRoundTrip, KeepsTheKinematicsOfEveryJoint) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomStream random(seed, "urdf");
    const auto original = Make(physics::test::RandomModel(&random, 6));
    ASSERT_NE(original, nullptr);
    const auto written = Written(*original);
    ASSERT_NE(written, nullptr) << "seed " << seed;
    ExpectSameMasses(original->model(0), written->model(0));
    for (int trial = 0; trial < 3; ++trial) {
      physics::State state = physics::MakeInitialState(*original);
      for (int id = 0; id < original->joint_count(); ++id) {
        // The poses of a closed loop agree with its joints at their initial positions only.
        if (!original->tree(0).loop_joints.empty()) break;
        physics::test::SetRandomPosition(original->joint_spec(id).type, &random,
                                         state.q.data() + original->joint(id).q);
      }
      for (const world::Body& body : original->tree(0).bodies) {
        const bool is_free = body.joint < 0 && !body.is_static;
        if (!original->tree(0).loop_joints.empty()) break;
        if (is_free) state.X_WL[At(body.root_link)] = surefoot::test::RandomPose(&random);
      }
      physics::ForwardKinematics(*original, 0, &state);
      ExpectSamePoses(*original, state, *written);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

/// Every model and every world with one movable model that is installed.
std::vector<std::string> OwnModels() {
  std::vector<std::string> files;
  for (const std::string& folder : BuiltinParts().data_folders) {
    if (fs::path(folder).filename() != "models") continue;
    for (const auto& entry : fs::directory_iterator(folder)) {
      for (const auto& file : fs::directory_iterator(entry.path())) {
        const std::string ending = file.path().extension().string();
        if (ending == ".sdf" || ending == ".urdf") files.push_back(file.path().string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Names of the links that check_urdf prints: "root Link: base has 2 child(ren)", then
/// "    child(1):  wheel" for each.
std::set<std::string> LinksIn(const std::string& output) {
  std::set<std::string> links;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t root = line.find("root Link: ");
    const std::size_t child = line.find("):  ");
    if (root != std::string::npos) {
      const std::size_t begin = root + 11;
      links.insert(line.substr(begin, line.find(" has ", begin) - begin));
    } else if (child != std::string::npos) {
      links.insert(line.substr(child + 4));
    }
  }
  return links;
}

class OwnModelsAsUrdf : public UrdfRoundTrip, public testing::WithParamInterface<std::string> {};

TEST_P(OwnModelsAsUrdf, ReadBackTheSame) {
  const auto original = Read(GetParam());
  ASSERT_NE(original, nullptr);
  if (original->model_count() == 0) return;  // A lamp alone.
  const auto written = Written(*original);
  ASSERT_NE(written, nullptr);
  ExpectSameMasses(original->model(0), written->model(0));
  ExpectSameLimits(original->model(0), written->model(0));
  physics::State state = physics::MakeInitialState(*original);
  RandomStream random(7, GetParam());
  for (int id = 0; id < original->joint_count(); ++id) {
    if (original->model(0).is_static) continue;
    physics::test::SetRandomPosition(original->joint_spec(id).type, &random,
                                     state.q.data() + original->joint(id).q);
  }
  physics::ForwardKinematics(*original, 0, &state);
  ExpectSamePoses(*original, state, *written);
}

TEST_P(OwnModelsAsUrdf, IsReadByUrdfdom) {
  const std::string program = FindProgram("check_urdf");
  if (program.empty()) GTEST_SKIP() << "check_urdf of liburdfdom-tools is not installed";
  const auto original = Read(GetParam());
  ASSERT_NE(original, nullptr);
  if (original->model_count() == 0) return;
  ASSERT_NE(Written(*original), nullptr);
  ChildOptions options;
  options.arguments = {program, Path("robot.urdf")};
  const Result<ChildResult> run = RunChild(options);
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(run->exit_status, 0) << run->output << run->errors;
  EXPECT_NE(run->output.find("Successfully Parsed"), std::string::npos) << run->output;
  EXPECT_EQ(run->errors, "");
  const std::set<std::string> links = LinksIn(run->output);
  for (const world::Link& link : original->model(0).links) {
    EXPECT_EQ(links.count(link.name), 1u) << link.name << "\n" << run->output;
  }
}

INSTANTIATE_TEST_SUITE_P(Own, OwnModelsAsUrdf, testing::ValuesIn(OwnModels()),
                         [](const auto& parameter) {
                           return fs::path(parameter.param).parent_path().filename().string();
                         });

TEST(UrdfRoundTripTest, FindsTheModels) { EXPECT_GE(OwnModels().size(), 30u); }

}  // namespace
}  // namespace surefoot
