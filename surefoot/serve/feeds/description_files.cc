#include "surefoot/serve/feeds/description_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "surefoot/base/file_bytes.h"
#include "surefoot/base/hash.h"
#include "surefoot/geometry/mesh_files/mesh_file.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

/// Letters, digits and "._-", as names of gateways::Files require; other bytes become "_".
std::string PlainName(const std::string& name) {
  std::string plain;
  for (const char c : name) {
    const bool keep = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      (c != '\0' && std::strchr("._-", c) != nullptr);
    plain += keep ? c : '_';
  }
  return plain;
}

/// True if a client can request this path relative to a mesh: without "..", and of plain names.
bool IsPlainPath(const fs::path& path) {
  for (const fs::path& part : path) {
    if (part == ".." || PlainName(part.string()) != part.string()) return false;
  }
  return !path.empty() && path.is_relative();
}

}  // namespace

DescriptionFiles::DescriptionFiles(const std::string& robot, std::int64_t number, MeshUrls urls,
                                   gateways::Files* files)
    : urls_(std::move(urls)), files_(files) {
  const std::string name = PlainName(robot) + "_" + std::to_string(number);
  prefix_ = "urdf/" + name + "/";
  std::error_code error;
  const std::string process = "surefoot_" + std::to_string(::getpid());
  folder_ = (fs::temp_directory_path(error) / (process + "_" + name)).string();
}

DescriptionFiles::~DescriptionFiles() {
  for (const std::string& name : names_) files_->Remove(name);
  std::error_code ignored;
  if (has_folder_) fs::remove_all(folder_, ignored);
}

std::string DescriptionFiles::Write(const formats::FormatRegistry& registry,
                                    const world::WorldSpec& spec, Problems* problems) {
  const formats::Format* format = formats::FindWriter(registry, "urdf");
  if (format == nullptr) return "";
  formats::WriteContext context;
  context.path = folder_ + "/robot.urdf";
  context.problems = problems;
  context.options.uri_of = [this](const std::string& path) { return UrlOf(path); };
  std::vector<formats::WrittenFile> files;
  if (!format->write(spec, context, &files) || files.empty()) return "";
  const std::string text = std::move(files.back().content);
  files.pop_back();
  for (const formats::WrittenFile& file : files) PutMade(file);
  return text;
}

std::string DescriptionFiles::UrlOf(const std::string& path) {
  if (urls_.address.empty()) return formats::FileUri(path);
  std::string& name = offered_[path];
  if (name.empty()) {
    const bool is_made = path.rfind(folder_ + "/", 0) == 0;
    name = is_made ? prefix_ + "made/" + fs::path(path).filename().string() : Offer(path);
  }
  const std::string url = urls_.address + "/files/" + name;
  if (urls_.token.empty()) return url;
  // RViz determines the format of a mesh by the end of the URL.
  return url + "?token=" + urls_.token + "&file=" + fs::path(name).filename().string();
}

/// The folder is named by its hash, because folders have different meshes of one name.
std::string DescriptionFiles::Offer(const std::string& path) {
  const fs::path file(path);
  const std::string folder = file.parent_path().string();
  const std::string place = prefix_ + HashText(HashBytes(folder.data(), folder.size())) + "/";
  const std::string name = place + PlainName(file.filename().string());
  const auto put = [&](const std::string& as, const std::string& from) {
    Put(as, {"application/octet-stream", nullptr, from, false, ""});
  };
  put(name, path);
  // Only files beside the mesh: a mesh from a client must not name other files of the server.
  for (const std::string& named : FilesNamedIn(path)) {
    const fs::path relative = fs::path(named).lexically_relative(file.parent_path());
    if (IsPlainPath(relative)) put(place + relative.string(), named);
  }
  return name;
}

void DescriptionFiles::Put(const std::string& name, gateways::Files::File file) {
  names_.push_back(name);
  files_->Put(name, std::move(file));
}

void DescriptionFiles::PutMade(const formats::WrittenFile& file) {
  const std::string name = fs::path(file.path).filename().string();
  if (!urls_.address.empty()) {
    auto bytes = std::make_shared<const Bytes>(file.content.begin(), file.content.end());
    Put(prefix_ + "made/" + name, {"text/plain", std::move(bytes), "", false, ""});
    return;
  }
  std::error_code error;
  has_folder_ = true;
  fs::create_directories(fs::path(file.path).parent_path(), error);
  std::ofstream(file.path, std::ios::binary) << file.content;
}

}  // namespace surefoot::serve
