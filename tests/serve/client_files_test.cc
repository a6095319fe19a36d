// Files named by clients: files of the machine are neither read nor overwritten.

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kSecret = "hunter2_is_the_password";

std::string TextOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class ClientFilesTest : public testing::Test {
 protected:
  ClientFilesTest() : old_(fs::current_path()) {
    secret_ = folder_.Write("private/key.txt", kSecret);
    folder_.Write("served/here.txt", "");
    fs::current_path(folder_.Path("served"));
  }
  ~ClientFilesTest() override { fs::current_path(old_); }

  static std::string Upload(Served* served, const std::string& path, const std::string& text,
                            std::string* batch) {
    sm::UploadFile::Request request;
    request.batch = *batch;
    request.path = path;
    request.last = true;
    request.data = Bytes(text.begin(), text.end());
    const auto stored = served->Call<sm::UploadFile>("/surefoot/upload", request);
    *batch = stored.batch;
    return stored.uri;
  }
  static sm::CheckModel::Response Check(Served* served, const std::string& uri,
                                        const std::string& text = "") {
    sm::CheckModel::Request request;
    request.uri = uri;
    request.text = text;
    return served->Call<sm::CheckModel>("/surefoot/check", request);
  }
  /// Everything that a client sees of problems.
  static std::string ProblemsOf(const sm::CheckModel::Response& checked) {
    std::string all = checked.message;
    for (const sm::ModelProblem& p : checked.problems) {
      all += p.message + "|" + p.value + "|" + p.line_text + "|" + p.file + "\n";
    }
    return all;
  }
  static std::string ModelWith(const std::string& inside) {
    return "<sdf version='1.9'><model name='m'><link name='l'><visual name='v'>" + inside +
           "</visual></link></model></sdf>";
  }

  const TempFolder folder_;
  const fs::path old_;
  std::string secret_;
};

TEST_F(ClientFilesTest, ABufferThatClimbsOutIsNotRead) {
  // 36 bytes: three corners of a triangle.
  const std::string buffer = folder_.Write(
      "private/buffer.bin",
      std::string("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x40\0\0\0\0",
                  36));
  const auto gltf = [](const std::string& uri) {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,
      "componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,2,0]}],
      "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":")" +
           uri + "\"}]}";
  };
  const std::string model = ModelWith("<geometry><mesh><uri>m.gltf</uri></mesh></geometry>");
  Served served("flat");
  std::string inside;
  Upload(&served, "buffer.bin", TextOf(buffer), &inside);
  Upload(&served, "m.gltf", gltf("buffer.bin"), &inside);
  const auto good = Check(&served, Upload(&served, "m.sdf", model, &inside));
  EXPECT_THAT(ProblemsOf(good), Not(HasSubstr("mesh cannot be used")));
  for (const std::string& uri : {buffer, "../../../../../../../.." + buffer}) {
    std::string batch;
    Upload(&served, "m.gltf", gltf(uri), &batch);
    const auto checked = Check(&served, Upload(&served, "m.sdf", model, &batch));
    EXPECT_THAT(ProblemsOf(checked), HasSubstr("mesh cannot be used")) << uri;
  }
}

TEST_F(ClientFilesTest, FilesElsewhereAreNotFoundAndNotQuoted) {
  Served served("flat");
  const std::string nothing = folder_.Path("private/nothing.txt");
  const auto with_name = [](std::string text, const std::string& file) {
    for (std::size_t at; (at = text.find(file)) != std::string::npos;) {
      text.replace(at, file.size(), "FILE");
    }
    return text;
  };
  // The same answer whether a file exists or not.
  EXPECT_EQ(with_name(ProblemsOf(Check(&served, secret_)), secret_),
            with_name(ProblemsOf(Check(&served, nothing)), nothing));
  const std::string texts[] = {
      ModelWith("<geometry><mesh><uri>" + secret_ + "</uri></mesh></geometry>"),
      "<sdf version='1.9'><world name='w'><include><uri>file://" + secret_ +
          "</uri></include></world></sdf>",
      "<sdf version='1.9'><world name='w'><surefoot:script file='" + secret_ + "'/></world></sdf>",
      "<mujoco><include file='" + secret_ + "'/></mujoco>",
      "<sdf version='1.9'><model name='m'><static>true</static><link name='l'><collision name='c'>"
      "<geometry><heightmap><uri>" +
          secret_ +
          "</uri><size>1 1 1</size></heightmap></geometry></collision></link></model></sdf>",
  };
  for (const std::string& text : texts) {
    std::string batch;
    for (const auto& checked :
         {Check(&served, "", text), Check(&served, Upload(&served, "a.xml", text, &batch))}) {
      EXPECT_THAT(ProblemsOf(checked), HasSubstr("was not found")) << text;
      EXPECT_THAT(ProblemsOf(checked), Not(HasSubstr("hunter2"))) << text;
    }
  }
}

TEST_F(ClientFilesTest, WorldsAndModelsElsewhereAreNotLoaded) {
  const std::string world =
      folder_.Write("private/w.sdf", "<sdf version='1.9'><world name='w'></world></sdf>");
  Served served("flat");
  si::LoadWorld::Request load;
  load.uri = world;
  const auto refused = served.Call<si::LoadWorld>("/load_world", load).result;
  load.uri = folder_.Path("private/none.sdf");
  EXPECT_EQ(refused.result, served.Call<si::LoadWorld>("/load_world", load).result.result);
  EXPECT_NE(refused.result, 1);
  fs::create_symlink(folder_.Path("private"), "link");
  load.uri = "link/w.sdf";
  EXPECT_NE(served.Call<si::LoadWorld>("/load_world", load).result.result, 1);
  si::SpawnEntityService::Request spawn;
  spawn.name = "x";
  spawn.uri = folder_.Write("private/m.sdf", ModelWith("<geometry><sphere><radius>1</radius>"
                                                       "</sphere></geometry>"));
  EXPECT_NE(served.Call<si::SpawnEntityService>("/spawn_entity", spawn).result.result, 1);
  si::GetSpawnables::Request list;
  list.sources = {folder_.Path("private")};
  EXPECT_THAT(served.Call<si::GetSpawnables>("/get_spawnables", list).result.error_message,
              HasSubstr("private"));
}

TEST_F(ClientFilesTest, TheEnvironmentIsNotRevealed) {
  ::setenv("SUREFOOT_TEST_SECRET", kSecret, 1);
  Served served("flat");
  for (const char* name : {"$(env SUREFOOT_TEST_SECRET)", "$(optenv SUREFOOT_TEST_SECRET none)"}) {
    si::SpawnEntityService::Request spawn;
    spawn.allow_renaming = true;
    spawn.resource_string =
        "<robot name=\"" + std::string(name) + "\"><link name=\"" + name + "\"/></robot>";
    const auto spawned = served.Call<si::SpawnEntityService>("/spawn_entity", spawn);
    EXPECT_THAT(spawned.entity_name + spawned.result.error_message, Not(HasSubstr("hunter2")));
    const auto checked = Check(&served, "", spawn.resource_string);
    EXPECT_THAT(checked.name + ProblemsOf(checked) + checked.description,
                Not(HasSubstr("hunter2")));
  }
  ::unsetenv("SUREFOOT_TEST_SECRET");
}

TEST_F(ClientFilesTest, FilesThatClientsWriteAreNewOrOfTheirKind) {
  std::ofstream(".bashrc") << "mine";
  std::ofstream("notes.mcap") << "mine";
  std::ofstream("notes.snapshot") << "mine";
  std::ofstream("notes.csv") << "mine";
  fs::create_symlink(folder_.Path("private"), "link");
  fs::create_symlink(secret_, "linked.snapshot");
  fs::create_symlink(secret_, "linked.mcap");
  Served served("flat");
  for (const char* file : {".bashrc", "a/../../b.mcap", "/tmp/b.mcap", "link/b.mcap", "b.sh",
                           "notes.mcap", "notes.csv", "notes", "linked.mcap", ".hidden/b.mcap"}) {
    sm::StartRecording::Request start;
    start.file = file;
    EXPECT_FALSE(served.Call<sm::StartRecording>("/surefoot/record/start", start).success) << file;
  }
  for (const char* file : {".profile", "../b.snapshot", "link/b.snapshot", "b.txt",
                           "notes.snapshot", "linked.snapshot"}) {
    sm::SaveSnapshot::Request save;
    save.file = file;
    EXPECT_FALSE(served.Call<sm::SaveSnapshot>("/surefoot/snapshot/save", save).success) << file;
  }
  for (const char* file : {".bashrc", "link/w.sdf", "../w.sdf"}) {
    sm::SaveWorld::Request save;
    save.file = file;
    save.overwrite = true;
    EXPECT_FALSE(served.Call<sm::SaveWorld>("/surefoot/save_world", save).success) << file;
  }
  for (const char* file : {".bashrc", "notes.mcap", "notes.snapshot", "notes.csv"}) {
    EXPECT_EQ(TextOf(file), "mine") << file;
  }
  EXPECT_EQ(TextOf(secret_), kSecret);
  EXPECT_FALSE(fs::exists(".profile"));
  // A name without ending gets one, and a snapshot may replace a snapshot.
  for (int i = 0; i < 2; ++i) {
    sm::SaveSnapshot::Request save;
    save.file = "mine";
    EXPECT_TRUE(served.Call<sm::SaveSnapshot>("/surefoot/snapshot/save", save).success);
    EXPECT_TRUE(fs::exists("mine.snapshot"));
  }
}

/// Later parts of a recording get their names by the server; a link of such a name is not followed.
TEST_F(ClientFilesTest, PartsOfARecordingDoNotFollowLinks) {
  const std::string target = folder_.Path("private/new.mcap");
  fs::create_symlink(target, "drive-2.mcap");
  Served served("flat");
  sm::StartRecording::Request start;
  start.file = "drive";
  ASSERT_TRUE(served.Call<sm::StartRecording>("/surefoot/record/start", start).success);
  ASSERT_EQ(served.Call<si::ResetSimulation>("/reset_simulation").result.result, 1);
  EXPECT_EQ(served.run().recording(), "drive-3.mcap");
  EXPECT_FALSE(fs::exists(target));
}

}  // namespace
}  // namespace surefoot::serve::test
