/// Files that refer to files elsewhere: whatever the reader, nothing outside of the upload, the
/// library and the served folder is opened. The kernel reports each access (inotify), so a reader
/// that opens a file and shows nothing of it fails, too.

#include <gmock/gmock.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;

/// Reports which files of a folder were opened.
class Opened {
 public:
  explicit Opened(const std::string& folder) : queue_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    EXPECT_GE(::inotify_add_watch(queue_, folder.c_str(), IN_OPEN), 0);
  }
  ~Opened() { ::close(queue_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  /// Names since the last call; folders are left out.
  std::vector<std::string> Names() {
    std::vector<std::string> names;
    alignas(inotify_event) std::array<char, 4096> buffer{};
    for (ssize_t size; (size = ::read(queue_, buffer.data(), buffer.size())) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
        if (event->len > 0 && (event->mask & IN_ISDIR) == 0) names.emplace_back(event->name);
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    }
    return names;
  }

 private:
  int queue_;
};

constexpr const char* kScene = "/surefoot/view/scene";
constexpr const char* kObj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 3 4\n";
constexpr const char* kModel = "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>";
constexpr const char* kPly =
    "element vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

/// A binary height field of MuJoCo: 2 x 2 heights.
std::string Heights() { return std::string("\2\0\0\0\2\0\0\0", 8) + std::string(16, '\1'); }

/// A picture of one pixel that every reader of the formats accepts (Targa, uncompressed).
std::string Picture() {
  return std::string("\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\30\0", 18) + std::string(3, '\77');
}

std::string Model(const std::string& inside) {
  return "<sdf version='1.9'><model name='m'><static>true</static><link name='l'>" + inside +
         "</link></model></sdf>";
}

std::string Mesh(const std::string& uri) {
  const std::string mesh = "<geometry><mesh><uri>" + uri + "</uri></mesh></geometry>";
  return Model("<visual name='v'>" + mesh + "</visual><collision name='c'>" + mesh +
               "</collision>");
}

std::string World(const std::string& inside) {
  return "<sdf version='1.9' xmlns:surefoot='http://surefoot.example'><world name='w'>" + inside +
         "</world></sdf>";
}

/// A kind of reference: the file that it refers to, and the files of an upload with the reference;
/// the last of these is loaded.
struct Kind {
  std::string name;
  std::string secret;
  std::function<std::map<std::string, std::string>(const std::string& uri)> files;
};

std::vector<Kind> SdfKinds() {
  const std::string box = "<geometry><box><size>1 1 1</size></box></geometry>";
  return {
      {"mesh", "s.obj",
       [](const auto& uri) {
         return std::map<std::string, std::string>{{"z.sdf", Mesh(uri)}};
       }},
      {"texture", "s.tga",
       [=](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.sdf", Model("<visual name='v'>" + box + "<material><pbr><metal><albedo_map>" +
                                 uri + "</albedo_map></metal></pbr></material></visual>")}};
       }},
      {"script of a material", "s.tga",
       [=](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.sdf", Model("<visual name='v'>" + box + "<material><script><uri>" + uri +
                                 "</uri><name>x</name></script></material></visual>")}};
       }},
      {"height map", "s.tga",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.sdf", Model("<collision name='c'><geometry><heightmap><uri>" + uri +
                                 "</uri><size>1 1 1</size></heightmap></geometry></collision>")}};
       }},
      {"include", "s.sdf",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.sdf", World("<include><uri>" + uri + "</uri></include>")}};
       }},
      {"lua", "s.lua",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.sdf", World("<surefoot:script name='s' file='" + uri + "'/>")}};
       }},
      {"spawn of an event", "s.sdf",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.sdf", World("<surefoot:timer name='t' every='1'><do>spawn " + uri +
                                 "</do></surefoot:timer>")}};
       }},
  };
}

/// Not glTF: the importer reads its buffers in a sandbox without other files (client_files_test).
std::vector<Kind> MeshKinds() {
  return {
      {"library of OBJ", "s.mtl",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"m.obj", "mtllib " + uri + "\nusemtl a\n" + kObj}, {"z.sdf", Mesh("m.obj")}};
       }},
      {"texture of MTL", "s.tga",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"m.mtl", "newmtl a\nmap_Kd " + uri + "\n"},
                 {"m.obj", std::string("mtllib m.mtl\nusemtl a\n") + kObj},
                 {"z.sdf", Mesh("m.obj")}};
       }},
      {"texture of PLY", "s.tga",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"m.ply", "ply\nformat ascii 1.0\ncomment TextureFile " + uri + "\n" + kPly},
                 {"z.sdf", Mesh("m.ply")}};
       }},
  };
}

std::vector<Kind> UrdfKinds() {
  const std::string xacro = "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>";
  return {
      {"mesh of URDF", "s.obj",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.urdf", "<robot name='r'><link name='l'><visual><geometry><mesh filename='" +
                                uri + "'/></geometry></visual></link></robot>"}};
       }},
      {"texture of URDF", "s.tga",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.urdf", "<robot name='r'><material name='a'><texture filename='" + uri +
                                "'/></material><link name='l'><visual><geometry><box size='1 1 1'/>"
                                "</geometry><material name='a'/></visual></link></robot>"}};
       }},
      {"include of xacro", "s.urdf",
       [=](const auto& uri) -> std::map<std::string, std::string> {
         return {
             {"z.urdf", xacro + "<xacro:include filename='" + uri + "'/><link name='l'/></robot>"}};
       }},
      {"yaml of xacro", "s.yaml",
       [=](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.urdf", xacro + "<link name=\"l${load_yaml('" + uri + "')}\"/></robot>"}};
       }},
  };
}

std::vector<Kind> MjcfKinds() {
  const auto mujoco = [](const std::string& assets, const std::string& body) {
    return std::map<std::string, std::string>{
        {"z.xml",
         "<mujoco><asset>" + assets + "</asset><worldbody>" + body + "</worldbody></mujoco>"}};
  };
  return {
      {"mesh of MJCF", "s.obj",
       [=](const auto& uri) {
         return mujoco("<mesh name='a' file='" + uri + "'/>", "<geom type='mesh' mesh='a'/>");
       }},
      {"height field of MJCF", "s.bin",
       [=](const auto& uri) {
         return mujoco("<hfield name='a' file='" + uri + "' size='1 1 1 1'/>",
                       "<geom type='hfield' hfield='a'/>");
       }},
      {"picture as height field of MJCF", "s.tga",
       [=](const auto& uri) {
         return mujoco(
             "<hfield name='a' content_type='image/png' file='" + uri + "' size='1 1 1 1'/>",
             "<geom type='hfield' hfield='a'/>");
       }},
      {"texture of MJCF", "s.tga",
       [=](const auto& uri) {
         return mujoco(
             "<texture name='a' type='2d' file='" + uri + "'/><material name='b' texture='a'/>",
             "<geom size='1' material='b'/>");
       }},
      {"cube texture of MJCF", "s.tga",
       [=](const auto& uri) {
         return mujoco(
             "<texture name='a' type='cube' file='" + uri + "'/><material name='b' texture='a'/>",
             "<geom size='1' material='b'/>");
       }},
      {"include of MJCF", "s.xml",
       [](const auto& uri) -> std::map<std::string, std::string> {
         return {{"z.xml", "<mujoco><include file='" + uri + "'/></mujoco>"}};
       }},
      {"model of MJCF", "s.xml",
       [=](const auto& uri) {
         return mujoco("<model name='a' file='" + uri + "'/>",
                       "<attach model='a' body='b' prefix='p'/>");
       }},
  };
}

class OpenedFiles : public testing::Test {
 protected:
  OpenedFiles() : old_(fs::current_path()) {
    folder_.Write("served/here.txt", "x");
    for (const char* place : {"secret", "served/inside"}) {
      const std::string to = std::string(place) + "/";
      folder_.Write(to + "s.obj", kObj);
      folder_.Write(to + "s.mtl", "newmtl a\nKd 1 0 0\n");
      folder_.Write(to + "s.tga", Picture());
      folder_.Write(to + "s.bin", Heights());
      folder_.Write(to + "s.sdf", kModel);
      folder_.Write(to + "s.lua", "x = 1");
      folder_.Write(to + "s.urdf", "<robot name='s'><link name='s'/></robot>");
      folder_.Write(to + "s.yaml", "a: 1\n");
      folder_.Write(
          to + "s.xml",
          "<mujoco><worldbody><body name='b'><geom size='1'/></body></worldbody></mujoco>");
    }
    fs::create_directory_symlink(folder_.Path("secret"), folder_.Path("served/link"));
    fs::current_path(folder_.Path("served"));
  }
  ~OpenedFiles() override { fs::current_path(old_); }

  /// Uploads the files, checks, spawns and loads the last one, and lets the server make the view of
  /// it.
  static void Use(Served* served, const std::map<std::string, std::string>& files) {
    sm::UploadFile::Response stored;
    for (const auto& [path, text] : files) {
      sm::UploadFile::Request upload;
      upload.batch = stored.batch;
      upload.path = path;
      upload.last = true;
      upload.data = Bytes(text.begin(), text.end());
      stored = served->Call<sm::UploadFile>("/surefoot/upload", upload);
      ASSERT_TRUE(stored.success) << stored.message;
    }
    sm::CheckModel::Request check;
    check.uri = stored.uri;
    served->Call<sm::CheckModel>("/surefoot/check", check);
    si::SpawnEntityService::Request spawn;
    spawn.uri = stored.uri;
    spawn.allow_renaming = true;
    served->Call<si::SpawnEntityService>("/spawn_entity", spawn);
    si::LoadWorld::Request load;
    load.uri = stored.uri;
    const int scenes = served->client().count(kScene);
    const auto loaded = served->Call<si::LoadWorld>("/load_world", load);
    if (loaded.result.result == si::Result::RESULT_OK) WaitForScene(served, scenes);
  }

  /// Until the server has made a picture of the world, which it does at most every 50 ms.
  static void WaitForScene(Served* served, int after) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (served->client().count(kScene) == after && std::chrono::steady_clock::now() < end) {
      served->Turn();
      served->client().Look();
    }
    EXPECT_GT(served->client().count(kScene), after);
  }

  /// Ways to write a path that leads out of an upload.
  std::vector<std::string> Escapes(const std::string& file) const {
    const std::string path = folder_.Path("secret/" + file);
    std::string windows = path;
    std::replace(windows.begin(), windows.end(), '/', '\\');
    const std::string up = "../../../../../../../../../..";
    return {path,
            "file://" + path,
            up + path,
            windows,
            "package://.." + path,
            "model://husky/" + up + path,
            "/proc/self/root" + path,
            folder_.Path("served/link/" + file),
            "%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e" + path};
  }

  TempFolder folder_;
  const fs::path old_;
};

TEST_F(OpenedFiles, NoneOutsideOfTheScope) {
  ServerOptions options = Served::Paused();
  options.trust_clients = true;
  // The test's own turns wait this long each when nothing happens; there are thousands.
  options.idle = std::chrono::milliseconds(1);
  Served served(folder_.Write("served/w.sdf", World("")), options);
  // The picture of the world is made for viewers.
  served.client().bridge().Subscribe(kScene);
  Opened outside(folder_.Path("secret"));
  Opened inside(folder_.Path("served/inside"));
  for (const auto& kinds : {SdfKinds(), MeshKinds(), UrdfKinds(), MjcfKinds()}) {
    for (const Kind& kind : kinds) {
      // The reference is one that the reader follows, or the test would show nothing.
      inside.Names();
      Use(&served, kind.files(folder_.Path("served/inside/" + kind.secret)));
      if (kind.name != "script of a material") {
        EXPECT_THAT(inside.Names(), testing::Contains(kind.secret)) << kind.name;
      }
      for (const std::string& uri : Escapes(kind.secret)) {
        Use(&served, kind.files(uri));
        EXPECT_THAT(outside.Names(), testing::IsEmpty()) << kind.name << ": " << uri;
      }
    }
  }
}

}  // namespace
}  // namespace surefoot::serve::test
