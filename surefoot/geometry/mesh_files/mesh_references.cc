#include <filesystem>
#include <string_view>

#include "surefoot/base/file_bytes.h"
#include "surefoot/geometry/mesh/uri_options.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"
#include "surefoot/geometry/mesh_files/obj_words.h"

namespace surefoot {
namespace {

/// Collects references by text search, which also works for files that are slightly damaged.
class Finder {
 public:
  explicit Finder(MeshOrigin origin) : origin_(std::move(origin)) {}

  /// Collects every text between `before` and `after`.
  void FindBetween(std::string_view text, std::string_view before, std::string_view after) {
    for (std::size_t at = text.find(before); at != std::string_view::npos;
         at = text.find(before, at)) {
      at += before.size();
      const std::size_t end = text.find(after, at);
      if (end == std::string_view::npos) return;
      Add(text.substr(at, end - at));
    }
  }

  /// Collects the rest of each line that starts with the word, and each of its words.
  void FindInLines(const std::string& text, std::string_view start) {
    obj::Lines lines(text);
    for (std::string_view line; lines.Next(&line);) {
      std::string_view rest = line;
      const std::string_view word = obj::TakeWord(&rest);
      if (word.substr(0, start.size()) != start) continue;
      Add(rest);
      while (!obj::Trimmed(rest).empty()) Add(obj::TakeWord(&rest));
    }
  }

  std::vector<std::string> found;

 private:
  void Add(std::string_view name) {
    const std::string text(obj::Trimmed(name));
    if (text.empty() || text.size() > 1000 || text.rfind("data:", 0) == 0) return;
    // Names may contain percent codes such as %20 for a space.
    for (const std::string& variant : {text, PercentDecoded(text)}) {
      std::error_code error;
      const std::string path = ResolveTexture(origin_, variant);
      if (!std::filesystem::is_regular_file(path, error)) continue;
      found.push_back(path);
      return;
    }
  }

  const MeshOrigin origin_;
};

}  // namespace

std::vector<std::string> FilesNamedIn(const std::string& mesh_path, const FileScope& scope) {
  const Result<std::string> bytes = ReadRegularFile(mesh_path, kMaxMeshFileBytes);
  if (!bytes) return {};
  Finder finder(MeshOrigin{mesh_path, scope});
  const std::string ending = std::filesystem::path(mesh_path).extension().string();
  if (ending == ".dae" || ending == ".DAE") {
    finder.FindBetween(*bytes, "<init_from>", "</init_from>");
  } else if (ending == ".obj" || ending == ".OBJ") {
    finder.FindInLines(*bytes, "mtllib");
    const std::vector<std::string> libraries = finder.found;
    for (const std::string& library : libraries) {
      const Result<std::string> text = ReadRegularFile(library, kMaxMeshFileBytes);
      if (text) finder.FindInLines(*text, "map_");
    }
  } else if (ending == ".gltf" || ending == ".GLTF") {
    finder.FindBetween(*bytes, "\"uri\":\"", "\"");
    finder.FindBetween(*bytes, "\"uri\": \"", "\"");
    finder.FindBetween(*bytes, "\"uri\" : \"", "\"");
  }
  return finder.found;
}

}  // namespace surefoot
