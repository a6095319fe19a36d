#include "tests/hostile/samples.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/hostile/binary_samples.h"

namespace surefoot::hostile {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void WriteAll(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

/// A world with a mesh or a height map as both visual and collision geometry.
std::string WorldOf(const std::string& shape, bool is_static) {
  return "<sdf version=\"1.9\"><world name=\"w\"><model name=\"m\"><static>" +
         std::string(is_static ? "true" : "false") +
         "</static><link name=\"l\"><collision name=\"c\"><geometry>" + shape +
         "</geometry></collision><visual name=\"v\"><geometry>" + shape +
         "</geometry></visual></link></model></world></sdf>\n";
}

Format MeshFormat(const std::string& name, Kind kind, std::vector<std::string> samples) {
  return Format{name, kind, "damaged." + name, "opens_" + name + ".sdf", std::move(samples)};
}

/// Returns the files in `folder` and its subfolders with this extension, sorted and below a size
/// limit.
void AddFiles(const std::string& folder, const std::string& ending, Format* format) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == "." + ending &&
        entry.file_size() < (1U << 20U)) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found) format->samples.push_back(ReadAll(path));
}

}  // namespace

std::vector<Format> MakeFormats(const std::string& folder, const std::string& more) {
  const auto text = [&](const char* name) { return ReadAll(fs::path(folder) / name); };
  std::vector<Format> formats = {
      {"sdf",
       Kind::kXml,
       "damaged.sdf",
       "damaged.sdf",
       {text("robot.sdf"), text("world.sdf"), text("old.sdf")}},
      {"urdf", Kind::kXml, "damaged.urdf", "damaged.urdf", {text("robot.urdf"), text("arm.urdf")}},
      {"xml", Kind::kXml, "damaged.xml", "damaged.xml", {text("robot.xml"), text("scene.xml")}},
      MeshFormat("stl", Kind::kBinary, {BinaryStl(), text("tetra.stl")}),
      MeshFormat("obj", Kind::kText, {text("tetra.obj")}),
      {"mtl", Kind::kText, "tetra.mtl", "opens_mtl.sdf", {text("tetra.mtl")}},
      MeshFormat("dae", Kind::kXml, {text("tetra.dae")}),
      MeshFormat("ply", Kind::kBinary, {text("tetra.ply"), BinaryPly()}),
      MeshFormat("gltf", Kind::kText, {text("tetra.gltf")}),
      MeshFormat("glb", Kind::kBinary, {Glb()}),
      MeshFormat("3ds", Kind::kBinary, {Studio3ds()}),
      MeshFormat("fbx", Kind::kText, {text("tetra.fbx")}),
      MeshFormat("dxf", Kind::kText, {text("tetra.dxf")}),
      MeshFormat("blend", Kind::kBinary, {"BLENDER-v279REND" + std::string(200, '\0') + "ENDB"}),
      {"msh", Kind::kBinary, "damaged.msh", "opens_msh.xml", {MujocoMesh()}},
      {"png", Kind::kBinary, "damaged.png", "opens_png.sdf", {Png()}},
      {"tif", Kind::kBinary, "damaged.tif", "opens_tif.sdf", {GeoTiff()}},
  };
  if (!more.empty()) {
    for (Format& format : formats) AddFiles(more, format.name, &format);
  }
  return formats;
}

void WriteNeighbours(const std::string& samples, const std::string& folder) {
  const fs::path out = folder;
  for (const fs::directory_entry& entry : fs::directory_iterator(samples)) {
    WriteAll(out / entry.path().filename(), ReadAll(entry.path()));
  }
  WriteAll(out / "cube.stl", BinaryStl());
  WriteAll(out / "hill.png", Png());
  fs::create_directories(out / "robot");
  WriteAll(out / "robot" / "model.sdf", ReadAll(fs::path(samples) / "robot.sdf"));
  for (const char* mesh : {"tetra.obj", "tetra.mtl"}) {
    WriteAll(out / "robot" / mesh, ReadAll(fs::path(samples) / mesh));
  }
  WriteAll(out / "robot" / "cube.stl", BinaryStl());
  for (const char* ending :
       {"stl", "obj", "dae", "ply", "gltf", "glb", "3ds", "fbx", "dxf", "blend"}) {
    const std::string mesh = std::string("<mesh><uri>damaged.") + ending + "</uri></mesh>";
    WriteAll(out / (std::string("opens_") + ending + ".sdf"), WorldOf(mesh, false));
  }
  WriteAll(out / "opens_mtl.sdf", WorldOf("<mesh><uri>tetra.obj</uri></mesh>", false));
  WriteAll(out / "opens_msh.xml",
           "<mujoco><asset><mesh name=\"m\" file=\"damaged.msh\"/></asset><worldbody><body>"
           "<freejoint/><geom type=\"mesh\" mesh=\"m\"/></body></worldbody></mujoco>\n");
  for (const char* ending : {"png", "tif"}) {
    const std::string map =
        std::string("<heightmap><uri>damaged.") + ending + "</uri><size>8 8 1</size></heightmap>";
    WriteAll(out / (std::string("opens_") + ending + ".sdf"), WorldOf(map, true));
  }
}

}  // namespace surefoot::hostile
