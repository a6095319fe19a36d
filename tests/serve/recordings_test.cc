// Reading recordings while the server runs.

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/view/test/viewer.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace sm = msgs::surefoot_msgs;
using testing::Contains;
using testing::HasSubstr;

class RecordingsTest : public testing::Test {
 protected:
  RecordingsTest() {
    char name[] = "/tmp/recordings_test_XXXXXX";
    folder_ = ::mkdtemp(name);
    old_ = fs::current_path();
    fs::current_path(folder_);
    served_ = std::make_unique<Served>("husky_lab");
  }
  ~RecordingsTest() override {
    served_ = nullptr;
    fs::current_path(old_);
    fs::remove_all(folder_);
  }

  /// Drives for a second and records it under a name chosen by the server.
  std::string Record() {
    const auto started =
        served_->Call<sm::StartRecording>("/surefoot/record/start", sm::StartRecording::Request());
    EXPECT_TRUE(started.success) << started.message;
    msgs::geometry_msgs::Twist drive;
    drive.linear.x = 1.0;
    for (int i = 0; i < 50; ++i) {
      served_->client().Publish("/husky/cmd_vel", drive);
      served_->Step(20);
      poses_.push_back(served_->simulation().state().X_WL);
    }
    EXPECT_TRUE(served_->Call<sm::StopRecording>("/surefoot/record/stop").success);
    return started.file;
  }
  sm::OpenRecording::Response Open(const std::string& file) {
    sm::OpenRecording::Request request;
    request.file = file;
    return served_->Call<sm::OpenRecording>("/surefoot/recordings/open", request);
  }
  sm::ReadRecording::Response Read(const std::string& file, const std::string& topic,
                                   double begin = 0.0, double end = 0.0, int max = 0) {
    sm::ReadRecording::Request request;
    request.file = file;
    request.topic = topic;
    request.begin = begin;
    request.end = end;
    request.max_messages = max;
    return served_->Call<sm::ReadRecording>("/surefoot/recordings/read", request);
  }
  sm::ReadBodies::Response Bodies(const std::string& file, double rate) {
    sm::ReadBodies::Request request;
    request.file = file;
    request.rate = rate;
    return served_->Call<sm::ReadBodies>("/surefoot/recordings/bodies", request);
  }
  sm::ReadTrack::Response Track(const std::string& file, const std::string& topic) {
    sm::ReadTrack::Request request;
    request.file = file;
    request.topic = topic;
    return served_->Call<sm::ReadTrack>("/surefoot/recordings/track", request);
  }

  fs::path folder_;
  fs::path old_;
  std::unique_ptr<Served> served_;
  /// Poses after every twentieth step.
  std::vector<std::vector<RigidTransform>> poses_;
};

TEST_F(RecordingsTest, AreListedAndHandedOut) {
  EXPECT_EQ(Record(), "husky_lab_0001.mcap");
  EXPECT_EQ(Record(), "husky_lab_0002.mcap");
  fs::create_symlink("/etc/passwd", "link.mcap");
  std::ofstream("empty.mcap");
  const auto list = served_->Call<sm::ListRecordings>("/surefoot/recordings/list");
  ASSERT_EQ(list.recordings.size(), 3U);
  EXPECT_EQ(list.recordings[0].file, "empty.mcap");
  const sm::RecordingInfo& info = list.recordings[1];
  EXPECT_EQ(info.file, "husky_lab_0001.mcap");
  EXPECT_EQ(info.world, "husky_lab");
  EXPECT_TRUE(info.from_surefoot);
  EXPECT_NEAR(info.end - info.begin, 1.0, 0.01);
  EXPECT_EQ(info.bytes, static_cast<std::int64_t>(fs::file_size("husky_lab_0001.mcap")));
  const auto file = served_->files().Find(info.download);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->save_as, "husky_lab_0001.mcap");
  EXPECT_TRUE(fs::equivalent(file->path, folder_ / "husky_lab_0001.mcap"));
}

TEST_F(RecordingsTest, BeginWhenRecordingBegan) {
  served_->Step(700);
  const double before = served_->simulation().step_count() * 1e-3;
  const auto opened = Open(Record());
  ASSERT_TRUE(opened.success) << opened.message;
  EXPECT_NEAR(opened.info.begin, before, 0.05);
  EXPECT_NEAR(opened.info.end - opened.info.begin, 1.0, 0.05);
}

TEST_F(RecordingsTest, AreOpenedAndRead) {
  const std::string file = Record();
  const auto opened = Open(file);
  ASSERT_TRUE(opened.success) << opened.message;
  std::map<std::string, std::int64_t> counts;
  for (const sm::RecordedTopic& topic : opened.topics) counts[topic.name] = topic.count;
  EXPECT_EQ(counts.at("/surefoot/hash"), 1000);
  EXPECT_EQ(counts.at("/husky/imu/data"), 100);
  EXPECT_EQ(counts.count("/surefoot/view/status"), 0U);
  EXPECT_EQ(counts.count("/surefoot/events"), 0U);
  const auto all = Read(file, "/husky/imu/data");
  ASSERT_EQ(all.times.size(), 100U);
  EXPECT_EQ(all.json.size(), 100U);
  EXPECT_THAT(all.json[0], HasSubstr("\"linear_acceleration\":{\"x\":"));
  const auto few = Read(file, "/husky/imu/data", 0.2, 0.6, 10);
  EXPECT_LE(few.times.size(), 10U);
  EXPECT_GE(few.times.size(), 8U);
  EXPECT_GE(few.times.front(), 0.2);
  EXPECT_LE(few.times.back(), 0.6 + 1e-6);
  EXPECT_THAT(Read(file, "/nothing").message, HasSubstr("/husky/imu/data"));
}

TEST_F(RecordingsTest, BodiesAreWhereTheyWere) {
  served_->client().bridge().Subscribe("/surefoot/view/scene");
  const std::string file = Record();
  sm::ViewScene scene;
  ASSERT_TRUE(served_->client().Last("/surefoot/view/scene", &scene));
  const auto bodies = Bodies(file, 50.0);
  ASSERT_TRUE(bodies.success) << bodies.message;
  EXPECT_EQ(bodies.scene, scene.version);
  EXPECT_TRUE(bodies.unknown.empty());
  // At the start, and after every twentieth step.
  ASSERT_EQ(bodies.times.size(), 51U);
  view::test::Viewer viewer(scene.json, [this](const std::string& name) {
    const auto asset = served_->files().Find(name);
    return std::string(asset->bytes->begin(), asset->bytes->end());
  });
  std::size_t at = 0;
  for (std::size_t i = 0; i < bodies.times.size(); ++i) {
    const auto first = bodies.data.begin() + static_cast<std::ptrdiff_t>(at);
    viewer.Take(Bytes(first, first + bodies.sizes[i]));
    at += bodies.sizes[i];
    EXPECT_NEAR(bodies.times[i], 0.02 * static_cast<double>(i), 1e-9);
    for (std::size_t link = 0; i > 0 && link < poses_[i - 1].size(); ++link) {
      const RigidTransform& X_WL = poses_[i - 1][link];
      const Eigen::Isometry3d seen = viewer.PoseOf(static_cast<int>(link));
      EXPECT_LT((seen.translation() - X_WL.p).norm(), 1e-3);
      EXPECT_LT(Quaterniond(seen.rotation()).angularDistance(X_WL.q), 1e-3);
    }
  }
  EXPECT_EQ(at, bodies.data.size());
  const auto slower = Bodies(file, 10.0);
  EXPECT_NEAR(static_cast<double>(slower.times.size()), 11.0, 1.0);
  // Another world has none of these bodies.
  msgs::simulation_interfaces::LoadWorld::Request load;
  load.uri = "quadruped";
  served_->Call<msgs::simulation_interfaces::LoadWorld>("/load_world", load);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (served_->server().world().run.session() != nullptr &&
         std::chrono::steady_clock::now() < end) {
    served_->Turn();
    sm::ViewScene now;
    if (served_->client().Last("/surefoot/view/scene", &now) && now.version != scene.version) break;
  }
  EXPECT_THAT(Bodies(file, 10.0).unknown, Contains("husky::base_link"));
}

TEST_F(RecordingsTest, TracksFollowARobot) {
  const std::string file = Record();
  const auto opened = Open(file);
  ASSERT_FALSE(opened.pose_topics.empty());
  const auto track = Track(file, "");
  ASSERT_TRUE(track.success) << track.message;
  EXPECT_THAT(opened.pose_topics, Contains(track.topic));
  ASSERT_GT(track.times.size(), 10U);
  EXPECT_EQ(track.positions.size(), 3 * track.times.size());
  EXPECT_EQ(track.orientations.size(), 4 * track.times.size());
  // Odometry begins at zero and advances with the robot.
  const std::size_t last = 3 * (track.times.size() - 1);
  const double ahead = static_cast<double>(track.positions[last] - track.positions[0]);
  const int base = served_->simulation().world().FindLink("husky::base_link");
  const auto index = static_cast<std::size_t>(base);
  const double moved = (poses_.back()[index].p - poses_.front()[index].p).head<2>().norm();
  EXPECT_NEAR(ahead, moved, 0.15 * moved + 0.02);
  EXPECT_THAT(Track(file, "/husky/imu/data").message, HasSubstr("Odometry"));
}

TEST_F(RecordingsTest, BrokenFilesGivePlainErrors) {
  const std::string file = Record();
  std::string bytes;
  {
    std::ifstream in(file, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto write = [](const char* name, const std::string& content) {
    std::ofstream(name, std::ios::binary) << content;
  };
  write("empty.mcap", "");
  write("text.mcap", "this is not a recording");
  write("cut.mcap", bytes.substr(0, bytes.size() * 2 / 3));
  std::string damaged = bytes;
  for (std::size_t i = bytes.size() / 4; i < bytes.size() / 4 + 64; ++i) damaged[i] ^= 0x5a;
  write("damaged.mcap", damaged);
  served_->client().bridge().Subscribe("/surefoot/view/scene");
  served_->Turn(3);
  for (const char* name :
       {"empty.mcap", "text.mcap", "none.mcap", "../x.mcap", "/etc/passwd", ""}) {
    const auto opened = Open(name);
    EXPECT_FALSE(opened.success) << name;
    EXPECT_NE(opened.message, "") << name;
    EXPECT_FALSE(Read(name, "/husky/imu/data").success) << name;
    EXPECT_FALSE(Bodies(name, 30.0).success) << name;
    EXPECT_FALSE(Track(name, "").success) << name;
  }
  const auto cut = Open("cut.mcap");
  EXPECT_TRUE(cut.success);
  EXPECT_NE(cut.message, "");
  EXPECT_GT(Read("cut.mcap", "/husky/imu/data").times.size(), 0U);
  const auto bodies = Bodies("cut.mcap", 50.0);
  EXPECT_TRUE(bodies.success) << bodies.message;
  EXPECT_NE(bodies.message, "");
  // Damage is reported or the rest is read, without a crash.
  EXPECT_NE(Open("damaged.mcap").message, "");
  Read("damaged.mcap", "/husky/imu/data");
  Track("damaged.mcap", "");
  EXPECT_FALSE(Bodies(file, -1.0).success);
  EXPECT_FALSE(Read(file, "/husky/imu/data", std::nan(""), 1.0).success);
}

TEST_F(RecordingsTest, UploadedOnesAreRead) {
  const std::string file = Record();
  std::ifstream in(file, std::ios::binary);
  sm::UploadFile::Request upload;
  upload.path = "robot.mcap";
  upload.data.assign(std::istreambuf_iterator<char>(in), {});
  upload.last = true;
  const auto stored = served_->Call<sm::UploadFile>("/surefoot/upload", upload);
  ASSERT_TRUE(stored.success) << stored.message;
  fs::remove(file);
  const auto list = served_->Call<sm::ListRecordings>("/surefoot/recordings/list");
  ASSERT_EQ(list.recordings.size(), 1U);
  EXPECT_EQ(list.recordings[0].file, stored.uri);
  EXPECT_TRUE(served_->files().Find(list.recordings[0].download));
  EXPECT_EQ(Read(stored.uri, "/husky/imu/data").times.size(), 100U);
}

TEST_F(RecordingsTest, AServerMayEndWhileItReads) {
  const std::string file = Record();
  sm::OpenRecording::Request request;
  request.file = file;
  for (int i = 0; i < 10; ++i) {
    served_->client().Call<sm::OpenRecording>("/surefoot/recordings/open", request);
  }
  served_->Turn();
  served_ = nullptr;
}

}  // namespace
}  // namespace surefoot::serve::test
