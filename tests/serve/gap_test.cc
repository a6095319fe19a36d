// The reality gap of a served world: the measuring program runs as a separate process, and a
// recording drives the robot.

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;
using msgs::geometry_msgs::Twist;
using msgs::std_srvs::Trigger;
using testing::HasSubstr;

constexpr const char* kCommand = "/husky/cmd_vel";

/// Replaces surefoot: prints its arguments and does what is in $FOLDER/does.
constexpr const char* kProgram = R"(#!/bin/sh
here=$(dirname "$0")
echo "$@" > "$here/called"
ps -o ni= -p $$ > "$here/nice"
while [ $# -gt 0 ]; do
  if [ "$1" = --out ]; then out="$2"; fi
  if [ "$1" = --world ]; then cp "$2" "$here/world.sdf"; fi
  shift
done
. "$here/does"
)";

class GapTest : public testing::Test {
 protected:
  GapTest() {
    char name[] = "/tmp/gap_test_XXXXXX";
    folder_ = ::mkdtemp(name);
    old_ = fs::current_path();
    fs::current_path(folder_);
    std::ofstream("program") << kProgram;
    fs::permissions("program", fs::perms::owner_all);
    Serve("husky_lab");
  }
  void Serve(const std::string& world) {
    ServerOptions options = Served::Paused();
    options.program = (folder_ / "program").string();
    // Wheels and ground share their friction only if the engine computes their contact.
    options.session.contact = "engine";
    served_ = nullptr;
    served_ = std::make_unique<Served>(world, options);
  }
  ~GapTest() override {
    served_ = nullptr;
    fs::current_path(old_);
    fs::remove_all(folder_);
  }

  void Does(const std::string& script) { std::ofstream("does") << script; }
  static std::string TextOf(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// Drives a curve for two seconds and records it.
  std::string Record() {
    const auto started = served_->Call<sm::StartRecording>("/surefoot/record/start");
    EXPECT_TRUE(started.success) << started.message;
    Twist drive;
    drive.linear.x = 0.6;
    drive.angular.z = 0.5;
    for (int i = 0; i < 40; ++i) {
      served_->client().Publish(kCommand, drive);
      served_->Step(50);
    }
    EXPECT_TRUE(served_->Call<sm::StopRecording>("/surefoot/record/stop").success);
    EXPECT_TRUE(served_->Call<Trigger>("/surefoot/release").success);
    return started.file;
  }
  sm::MeasureGap::Request Request(const std::string& file) {
    sm::MeasureGap::Request request;
    request.file = file;
    request.robot = "husky";
    return request;
  }
  RigidTransform Pose() {
    return served_->simulation().ModelPose(served_->simulation().world().FindModel("husky"));
  }

  fs::path folder_;
  fs::path old_;
  std::unique_ptr<Served> served_;
};

TEST_F(GapTest, IsMeasuredByTheProgramOnTheWorldAsItIs) {
  Does(R"(echo "12 of 48 restarts" >&2; sleep 0.3; mkdir -p "$out"
echo '{"format": "surefoot-gap-1"}' > "$out/gap.json"; echo '<p>page' > "$out/gap.html")");
  served_->client().bridge().Subscribe("/surefoot/gap/progress");
  sm::MeasureGap::Request request = Request(Record());
  request.pose_topic = "/truth";
  request.command_topic = "/cmd_vel";
  request.tolerance = {"position=0.1"};
  request.set = {"ground.mu=0.48"};
  request.horizon = 4.5;
  request.close_gap = true;
  const RigidTransform X_WM = Pose();
  const auto measured = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", request);
  ASSERT_TRUE(measured.success) << measured.message;
  EXPECT_EQ(measured.json, "{\"format\": \"surefoot-gap-1\"}\n");
  const auto report = served_->files().Find(measured.report);
  ASSERT_TRUE(report);
  EXPECT_EQ(std::string(report->bytes->begin(), report->bytes->end()), "<p>page\n");

  const std::string called = TextOf("called");
  for (const char* part :
       {"gap --json", "--model husky", "--truth /truth", "--commands /cmd_vel", "--horizon 4.5",
        "--tolerance position=0.1", "--set ground.mu=0.48", "--close-gap", "--engine mujoco"}) {
    EXPECT_THAT(called, HasSubstr(part));
  }
  EXPECT_THAT(called, HasSubstr("--real " + (folder_ / "husky_lab_0001.mcap").string()));
  // The measurement runs at lower priority.
  EXPECT_GE(std::stoi(TextOf("nice")), 5);
  msgs::std_msgs::String progress;
  ASSERT_TRUE(served_->client().Last("/surefoot/gap/progress", &progress));
  EXPECT_EQ(progress.data, "12 of 48 restarts");

  // The saved world has the robot at its present position.
  Problems problems;
  const auto session = Session::Open(BuiltinParts(), "world.sdf", {}, &problems);
  ASSERT_TRUE(session.ok()) << session.error().message;
  const sim::Simulation& again = session.value()->simulation();
  EXPECT_LT((again.ModelPose(again.world().FindModel("husky")).p - X_WM.p).norm(), 1e-6);
}

TEST_F(GapTest, ReportsWhatTheProgramSays) {
  const std::string file = Record();
  Does(
      "echo \"surefoot: error: $here/husky_lab_0001.mcap has no pose topic with a known name\" "
      ">&2\n"
      "echo '{}'; exit 2");
  auto measured = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", Request(file));
  EXPECT_FALSE(measured.success);
  // The name, not the path: clients do not learn where the server's files are.
  EXPECT_EQ(measured.message, "husky_lab_0001.mcap has no pose topic with a known name");
  Does("kill -9 $$");
  measured = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", Request(file));
  EXPECT_THAT(measured.message, HasSubstr("signal 9"));
  Does("exit 0");
  measured = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", Request(file));
  EXPECT_THAT(measured.message, HasSubstr("no gap.json"));
  measured = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", Request("none.mcap"));
  EXPECT_THAT(measured.message, HasSubstr("unknown recording 'none.mcap'"));
}

TEST_F(GapTest, OptionsCannotBeSmuggledIn) {
  sm::MeasureGap::Request request = Request(Record());
  Does("exit 0");
  request.robot = "--out";
  auto measured = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", request);
  EXPECT_THAT(measured.message, HasSubstr("--model: '--out' is not a valid value"));
  request = Request(request.file);
  request.horizon = -1.0;
  measured = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", request);
  EXPECT_THAT(measured.message, HasSubstr("--horizon must be a positive number"));
  EXPECT_FALSE(fs::exists("called"));
}

TEST_F(GapTest, CanBeGivenUpAndDoesNotHoldUpTheServer) {
  const std::string file = Record();
  Does("sleep 60");
  Client& client = served_->client();
  const std::uint64_t id = client.Call<sm::MeasureGap>("/surefoot/gap/measure", Request(file));
  const auto begin = std::chrono::steady_clock::now();
  served_->Step(100);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  // Another client has to wait, and cannot cancel it.
  const auto other = served_->Call<sm::MeasureGap>("/surefoot/gap/measure", Request(file), 1);
  EXPECT_THAT(other.message, HasSubstr("another client's measurement"));
  EXPECT_FALSE(served_->Call<Trigger>("/surefoot/gap/cancel", {}, 1).success);
  EXPECT_TRUE(served_->Call<Trigger>("/surefoot/gap/cancel").success);
  for (int i = 0; i < 2000 && client.answers.count(id) == 0; ++i) {
    served_->Turn();
    client.Look();
  }
  ASSERT_EQ(client.answers.count(id), 1U);
  sm::MeasureGap::Response response;
  ASSERT_TRUE(msgs::Decode(client.answers.at(id).value(), &response));
  EXPECT_EQ(response.message, "the measurement was given up");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(GapTest, ARecordingDrivesTheRobotTheSameWayAgain) {
  // On a floor, because on stones the smallest difference grows.
  Serve("husky_trays");
  served_->Step(500);
  const RigidTransform X_WS = Pose();
  const double begin = served_->simulation().time_ns() * 1e-9;
  const std::string file = Record();
  const RigidTransform X_WE = Pose();
  // First the drive comes to rest, as before the recording.
  served_->Step(2000);
  sm::DriveByRecording::Request request;
  request.file = file;
  request.robot = "husky";
  request.begin = begin;
  request.end = begin + 2.0;
  request.use_pose = true;
  request.pose.position.x = X_WS.p.x();
  request.pose.position.y = X_WS.p.y();
  request.pose.position.z = X_WS.p.z();
  request.pose.orientation.w = 1.0;
  const auto started = served_->Call<sm::DriveByRecording>("/surefoot/gap/drive", request);
  ASSERT_TRUE(started.success) << started.message;
  EXPECT_EQ(started.commands, 40);
  EXPECT_EQ(served_->server().clients().claims.OwnerOf("husky"), RecordedDrive::kClient);
  // Clients that try to drive meanwhile are refused with a message.
  served_->client().Publish(kCommand, Twist());
  served_->Step(1999);
  EXPECT_THAT(served_->client().refusals(),
              testing::Contains(HasSubstr("the recording has control of husky")));
  const RigidTransform X_WA = Pose();
  EXPECT_GT((X_WE.p - X_WS.p).norm(), 0.5);
  EXPECT_LT((X_WA.p - X_WE.p).norm(), 0.05);
  EXPECT_LT(X_WA.q.angularDistance(X_WE.q), 0.05);
  served_->Step(200);
  EXPECT_EQ(served_->server().clients().claims.OwnerOf("husky"), "");
}

TEST_F(GapTest, APersonMayTakeTheWheelFromTheRecording) {
  sm::DriveByRecording::Request request;
  request.file = Record();
  request.robot = "husky";
  request.end = 1e6;
  ASSERT_TRUE(served_->Call<sm::DriveByRecording>("/surefoot/gap/drive", request).success);
  sm::TakeControl::Request take;
  take.robot = "husky";
  const auto taken = served_->Call<sm::TakeControl>("/surefoot/control/take", take);
  EXPECT_TRUE(taken.success && !taken.pending) << taken.message;
  served_->Step(2);
  EXPECT_FALSE(served_->server().clients().recorded_drive.active());
  EXPECT_EQ(served_->server().clients().claims.OwnerOf("husky"), "one:1");
  EXPECT_FALSE(served_->Call<Trigger>("/surefoot/gap/stop").success);

  request.topic = "/nothing";
  EXPECT_THAT(served_->Call<sm::DriveByRecording>("/surefoot/gap/drive", request).message,
              HasSubstr("no commands on '/nothing'"));
}

TEST_F(GapTest, FixesAreAppliedToGroundWheelsAndRobot) {
  const auto value = [this](const std::string& entity, const std::string& part,
                            const std::string& name) {
    sm::GetProperties::Request request;
    request.entity = entity;
    request.part = part;
    for (const sm::Property& property :
         served_->Call<sm::GetProperties>("/surefoot/edit/properties", request).properties) {
      if (property.name == name) return property.value.at(0);
    }
    ADD_FAILURE() << entity << " " << part << " has no " << name;
    return 0.0;
  };
  sm::ApplyGapFix::Request request;
  request.robot = "husky";
  request.set = {"ground.mu=0.4", "robot.mass=60", "drive.wheel_separation=0.7"};
  const double wheel = value("husky", "link:front_left_wheel_link", "mu");
  const auto done = served_->Call<sm::ApplyGapFix>("/surefoot/gap/apply", request);
  ASSERT_TRUE(done.success) << done.message;
  EXPECT_EQ(value("husky", "link:front_left_wheel_link", "mu"), 0.4);
  EXPECT_NEAR(value("husky", "", "mass"), 60.0, 1e-9);
  EXPECT_EQ(value("husky", "", "drive.wheel_separation"), 0.7);
  // The response contains the old values, part by part, for undoing the change.
  bool received = false;
  for (std::size_t i = 0; i < done.entities.size(); ++i) {
    if (done.parts[i] != "link:front_left_wheel_link" || done.properties[i] != "mu") continue;
    EXPECT_EQ(done.old_values[i], wheel);
    received = true;
  }
  EXPECT_TRUE(received);

  // All changes or none.
  request.set = {"robot.mass=70", "command.delay=0.1"};
  const auto refused = served_->Call<sm::ApplyGapFix>("/surefoot/gap/apply", request);
  EXPECT_THAT(refused.message, HasSubstr("'command.delay' cannot be set in a running world"));
  EXPECT_NEAR(value("husky", "", "mass"), 60.0, 1e-9);
  request.set = {"robot.mass=heavy"};
  EXPECT_THAT(served_->Call<sm::ApplyGapFix>("/surefoot/gap/apply", request).message,
              HasSubstr("is not NAME=NUMBER"));
}

}  // namespace
}  // namespace surefoot::serve::test
