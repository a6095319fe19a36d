#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/test/foreign_model.h"

namespace surefoot::plugins {
namespace {

using test::At;
using test::CountOf;
using world::Element;

/// A base above the ground on wheels of radius 0.1.
world::Model Car(const std::vector<std::pair<std::string, Vector3d>>& wheels) {
  world::Model model = test::MakeCar(wheels);
  model.links[0].collisions[0].geometry = world::Box{Vector3d(0.3, 0.2, 0.05)};
  // As in files, the wheel's axle is the cylinder's axis.
  for (std::size_t i = 1; i < model.links.size(); ++i) {
    model.links[i].collisions[0].X_LG.q = QuaternionFromRpy(1.5707963267948966, 0.0, 0.0);
  }
  return model;
}

world::Model TwoWheels() {
  return Car({{"a", Vector3d(0.1, 0.25, 0)}, {"b", Vector3d(0.1, -0.25, 0)}});
}

TEST(ProposedDrive, TwoWheelsWithoutADrive) {
  const world::Model model = TwoWheels();
  Problems problems;
  const std::vector<Element> drives = DrivesOf(model, &problems);
  ASSERT_EQ(drives.size(), 1u);
  EXPECT_TRUE(IsProposed(drives[0]));
  EXPECT_EQ(AttributeOf(drives[0], "type"), "diff_drive");
  EXPECT_EQ(At(drives[0], "left_joint"), "a");
  EXPECT_EQ(At(drives[0], "right_joint"), "b");
  EXPECT_EQ(At(drives[0], "wheel_separation"), "0.5");
  EXPECT_EQ(At(drives[0], "wheel_radius"), "0.1");
  EXPECT_EQ(CountOf(problems, Severity::kNote, "when a message arrives on cmd_vel"), 1);
}

TEST(ProposedDrive, FourWheelsSkidAndSmallOnesOnlyRoll) {
  world::Model model = Car({{"fl", Vector3d(0.2, 0.25, 0)},
                            {"fr", Vector3d(0.2, -0.25, 0)},
                            {"rl", Vector3d(-0.2, 0.25, 0)},
                            {"rr", Vector3d(-0.2, -0.25, 0)}});
  Problems problems;
  auto drive = ProposedDrive(model, &problems);
  ASSERT_TRUE(drive);
  EXPECT_EQ(AttributeOf(*drive, "type"), "skid_steer");
  for (std::size_t i = 3; i < 5; ++i) {
    model.links[i].X_ML.p.z() = -0.05;
    model.joints[i - 1].X_PJ.p.z() = -0.05;
    model.links[i].collisions[0].geometry = world::Cylinder{0.05, 0.05};
  }
  drive = ProposedDrive(model, &problems);
  ASSERT_TRUE(drive);
  EXPECT_EQ(AttributeOf(*drive, "type"), "diff_drive");
  EXPECT_EQ(At(*drive, "left_joint"), "fl");
}

TEST(ProposedDrive, NothingWhereTheFileSaysSomethingOrItIsNotClear) {
  Problems problems;
  world::Model model = TwoWheels();
  model.initial_commands.push_back(world::InitialCommand{1, 0, world::ControlMode::kVelocity, 2.0});
  EXPECT_FALSE(ProposedDrive(model, &problems));
  model = TwoWheels();
  model.is_static = true;
  EXPECT_FALSE(ProposedDrive(model, &problems));
  // Two wheels one behind the other, and a single wheel.
  EXPECT_FALSE(ProposedDrive(Car({{"a", Vector3d(0.3, 0.25, 0)}, {"b", Vector3d(-0.3, -0.25, 0)}}),
                             &problems));
  EXPECT_FALSE(ProposedDrive(Car({{"a", Vector3d(0, 0, 0)}}), &problems));
  // A file with a drive, and a plugin that gives no drive.
  model = TwoWheels();
  test::AddTag("<surefoot:drive type=\"joint_group\"><joint>a</joint></surefoot:drive>", &model);
  EXPECT_FALSE(IsProposed(test::OnlyDrive(model, &problems)));
  model = TwoWheels();
  test::AddPlugin(
      "<plugin name=\"x\" filename=\"libgazebo_ros_diff_drive.so\"><left_joint>z</left_joint>"
      "</plugin>",
      &model);
  EXPECT_TRUE(DrivesOf(model, &problems).empty());
}

}  // namespace
}  // namespace surefoot::plugins
