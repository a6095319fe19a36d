// Motions with tables in files beside the model, such as NAO's get_up_back.

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/session/session.h"
#include "tests/source_dir.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

const std::string kNao = std::string(SUREFOOT_SOURCE_DIR) + "/models/nao";
constexpr const char* kReference = "<motion name=\"get_up_back\" file=\"get_up_back.csv\"/>";

constexpr std::size_t kPieces = 30;
constexpr double kPiece = 0.05;
/// The piece at whose end the first row is due: after 0.7 s.
constexpr std::size_t kFirstRow = 13;

std::string TextOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// The NAO's model with its motion element replaced.
std::string NaoWith(const std::string& motion) {
  std::string model = TextOf(kNao + "/model.sdf");
  const std::size_t at = model.find(kReference);
  SUREFOOT_CHECK(at != std::string::npos, "the NAO names its motion in other words");
  return model.replace(at, std::string(kReference).size(), motion);
}

class MotionFile : public ::testing::Test {
 protected:
  std::unique_ptr<Session> Open(const std::string& file) const {
    auto session = Session::Open(parts_, file, {});
    EXPECT_TRUE(session.ok()) << session.error().message;
    return session.ok() ? std::move(session).value() : nullptr;
  }

  /// All positions of the world after each interval kPiece of the motion.
  std::vector<std::vector<double>> Play(Session* session) const {
    msgs::std_msgs::String name;
    name.data = "get_up_back";
    EXPECT_TRUE(session->Publish("/nao/motion", name).ok());
    std::vector<std::vector<double>> track;
    for (std::size_t i = 0; i < kPieces; ++i) {
      EXPECT_TRUE(session->RunFor(kPiece).ok());
      track.push_back(session->simulation().state().q);
    }
    return track;
  }

  static std::size_t Place(const Session& session, const std::string& joint) {
    const world::World& world = session.world();
    return static_cast<std::size_t>(world.joint(world.FindJoint(joint)).q);
  }

  /// A copy of NAO's folder.
  std::string Copy(const std::string& name) const {
    const std::string folder = folder_.path() + "/" + name;
    fs::copy(kNao, folder, fs::copy_options::recursive);
    return folder;
  }

  Parts parts_ = BuiltinParts();
  TempFolder folder_;
};

TEST_F(MotionFile, IsPlayedExactlyAsTheSameTableInTheModel) {
  const std::string inside =
      "<motion name=\"get_up_back\">" + TextOf(kNao + "/get_up_back.csv") + "</motion>";
  const std::string folder = Copy("inside");
  folder_.Write("inside/model.sdf", NaoWith(inside));
  fs::remove(folder + "/get_up_back.csv");
  const auto from_file = Open(kNao + "/model.sdf");
  const auto in_model = Open(folder + "/model.sdf");
  ASSERT_TRUE(from_file != nullptr && in_model != nullptr);
  const auto track = Play(from_file.get());
  EXPECT_EQ(track, Play(in_model.get()));
  // The motion is really played.
  EXPECT_NEAR(track[kFirstRow][Place(*from_file, "RShoulderPitch")], -1.57, 0.1);
  EXPECT_NEAR(track[kFirstRow][Place(*from_file, "LKneePitch")], 1.568, 0.1);
}

TEST_F(MotionFile, IsFoundByWorldsThatIncludeTheModelAndWhereItIsSpawned) {
  const std::string worlds = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/";
  const auto included = Open(folder_.Write("nao.sdf", TextOf(worlds + "nao.sdf")));
  const auto spawned = Open(folder_.Write("empty.sdf", TextOf(worlds + "empty.sdf")));
  ASSERT_TRUE(included != nullptr && spawned != nullptr);
  const Status status =
      spawned->Spawn("model://nao", "nao", RigidTransform(Vector3d(0.0, 0.0, 0.3129)));
  ASSERT_TRUE(status.ok()) << status.error().message;
  for (Session* session : {included.get(), spawned.get()}) {
    const auto track = Play(session);
    EXPECT_NEAR(track[kFirstRow][Place(*session, "LKneePitch")], 1.568, 0.1);
  }
}

TEST_F(MotionFile, GoesWithAWorldThatIsWrittenElsewhere) {
  const std::string model = Copy("model");
  const auto before = Open(model + "/model.sdf");
  ASSERT_NE(before, nullptr);
  const std::string world = folder_.path() + "/elsewhere/world.sdf";
  const Status written = before->SaveWorldFile(world);
  ASSERT_TRUE(written.ok()) << written.error().message;
  fs::remove_all(model);
  const auto after = Open(world);
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(Play(before.get()), Play(after.get()));
}

TEST_F(MotionFile, WhatIsWrongInItIsReportedWithItsLine) {
  const std::string folder = Copy("nao");
  const auto error_of = [&](const std::string& table) {
    folder_.Write("nao/get_up_back.csv", table);
    const auto session = Session::Open(parts_, folder + "/model.sdf", {});
    return session.ok() ? "fine" : session.error().message;
  };
  EXPECT_EQ(error_of("time, HeadYaw\n1, 0.1\n"), "fine");
  for (const auto& [table, place, what] : std::vector<std::array<std::string, 3>>{
           {"# a comment\ntime, HeadYaw\n1, 0.1\n2, up\n", "get_up_back.csv:4: ", "'up'"},
           {"\n\ntime, HeadYaw\n1, 0.1, 0.2\n", "get_up_back.csv:4: ", "3 numbers"},
           {"time, HeadYaw\n1, 0.1\n1, 0.2\n", "get_up_back.csv:3: ", "increase"},
           {"HeadYaw, time\n", "get_up_back.csv:1: ", "first row"},
           {"", "get_up_back.csv:1: ", "needs"},
           {"time, HeadYow\n1, 0.1\n", "model.sdf:", "HeadYaw"}}) {
    const std::string error = error_of(table);
    EXPECT_NE(error.find(place), std::string::npos) << error;
    EXPECT_NE(error.find(what), std::string::npos) << error;
  }
  fs::remove(folder + "/get_up_back.csv");
  const auto missing = Session::Open(parts_, folder + "/model.sdf", {});
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("model.sdf:"), std::string::npos);
  EXPECT_NE(missing.error().message.find("get_up_back.csv"), std::string::npos);
}

}  // namespace
}  // namespace surefoot
