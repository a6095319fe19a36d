#include "surefoot/serve/library/mesh_model.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "surefoot/base/text.h"
#include "surefoot/serve/library/resources.h"
#include "surefoot/session/load.h"

namespace surefoot::serve {
namespace {

/// Escapes a text for XML; file names of clients end up in the model file.
std::string Escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string ModelText(const std::filesystem::path& mesh, double lift) {
  const std::string height = NumberText(lift, 9);
  const std::string geometry =
      "<geometry><mesh><uri>" + Escaped(mesh.filename().string()) + "</uri></mesh></geometry>";
  return "<?xml version=\"1.0\"?>\n<sdf version=\"1.9\">\n  <model name=\"" +
         PlainName(mesh.stem().string(), "model") +
         "\">\n    <link name=\"link\">\n      <pose>0 0 " + height +
         " 0 0 0</pose>\n      <collision name=\"collision\">" + geometry +
         "</collision>\n      <visual name=\"visual\">" + geometry +
         "</visual>\n    </link>\n  </model>\n</sdf>\n";
}

}  // namespace

bool IsMeshFile(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  ending = Lower(ending);
  for (const char* known : {".stl", ".obj", ".dae", ".ply", ".gltf", ".glb", ".fbx", ".3ds"}) {
    if (ending == known) return true;
  }
  return false;
}

Result<std::string> ModelOfMesh(const Parts& parts, const std::string& mesh,
                                const FileScope& scope) {
  const std::string file = mesh + ".sdf";
  double lift = 0.0;
  // Written twice: the first model is loaded to find the mesh's lowest point.
  for (const bool lifted : {false, true}) {
    std::ofstream out(file, std::ios::binary);
    out << ModelText(mesh, lift);
    out.close();
    if (!out) return Error{"cannot write a model file beside the mesh; the disk may be full"};
    if (lifted) break;
    Problems problems;
    const auto model = LoadModel(parts, file, &problems, scope);
    // The mistake is reported when the file itself is loaded.
    if (!model.ok()) break;
    lift = -LowestPoint(*model.value());
  }
  return file;
}

}  // namespace surefoot::serve
