#include "surefoot/formats/uri.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/geometry/mesh/uri_options.h"

// Each rule of the search order is tried in turn, and every place is recorded: an error lists all
// of them.

namespace surefoot::formats {
namespace {

namespace fs = std::filesystem;

/// Limits on a search, above those of any workspace, so that a lookup is fast on unusual file
/// systems.
constexpr int kMaxParents = 32;
constexpr int kMaxEntries = 5000;
/// Number of places that an error lists.
constexpr std::size_t kMaxListed = 12;

/// A URI split at its scheme: "model" and "husky/meshes/base.dae". Without scheme everything is
/// path.
struct Parts {
  std::string scheme;
  std::string path;
};

Parts SplitUri(const std::string& uri) {
  const std::size_t at = uri.find("://");
  if (at == std::string::npos || at == 0) return Parts{"", uri};
  std::string scheme = uri.substr(0, at);
  for (char& c : scheme) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '+' && c != '-' && c != '.') {
      return Parts{"", uri};
    }
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return Parts{scheme, PercentDecoded(uri.substr(at + 3))};
}

/// Where to search.
struct Places {
  const std::string& from_file;
  const std::vector<std::string>& search_path;
  const FileScope& scope;
};

/// A search in progress, with the places that were tried.
class Search {
 public:
  explicit Search(const FileScope& scope) : scope_(scope) {}

  /// The absolute path if it is a regular file or folder in the scope.
  std::optional<std::string> Try(const fs::path& path) {
    std::error_code error;
    fs::path absolute = fs::absolute(path, error).lexically_normal();
    if (error) return std::nullopt;
    std::string text = absolute.string();
    if (text.size() > 1 && text.back() == '/') text.pop_back();
    const fs::file_status status = fs::status(absolute, error);
    const bool exists = fs::is_regular_file(status) || fs::is_directory(status);
    if (exists && scope_.Contains(text)) return text;
    if (std::find(tried_.begin(), tried_.end(), text) == tried_.end()) tried_.push_back(text);
    return std::nullopt;
  }

  Error Failed(const std::string& uri, const std::string& advice) const {
    std::string message = "\"" + uri + "\" was not found";
    // Clients must not learn which files exist on the server.
    if (scope_.restricted()) {
      return Error{message +
                   "; files from clients may only refer to their own upload and to the library"};
    }
    if (!tried_.empty()) {
      message += "; tried:";
      for (std::size_t i = 0; i < std::min(tried_.size(), kMaxListed); ++i) {
        message += "\n    " + tried_[i];
      }
      if (tried_.size() > kMaxListed) {
        message += "\n    and " + std::to_string(tried_.size() - kMaxListed) + " more places";
      }
      message += "\n ";
    }
    return Error{message + (tried_.empty() ? "; " : " ") + advice};
  }

 private:
  const FileScope& scope_;
  std::vector<std::string> tried_;
};

/// The file's folder and its parents within the scope, nearest first.
std::vector<fs::path> Parents(const Places& places) {
  std::error_code error;
  fs::path folder = fs::absolute(places.from_file, error).lexically_normal().parent_path();
  std::vector<fs::path> parents;
  while (!error && !folder.empty() && static_cast<int>(parents.size()) < kMaxParents) {
    if (!places.scope.Contains(folder.string())) break;
    parents.push_back(folder);
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return parents;
}

/// The <name> in the package.xml of a folder; empty when there is none.
std::string PackageName(const fs::path& folder) {
  const fs::path file = folder / "package.xml";
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "";
  Problems ignored;
  tinyxml2::XMLDocument document;
  if (!ReadXmlFile(file.string(), &ignored, &document)) return "";
  const tinyxml2::XMLElement* name = document.RootElement()->FirstChildElement("name");
  return name != nullptr && name->GetText() != nullptr ? Trimmed(name->GetText()) : "";
}

/// The package of that name: the folder itself or one directly in it.
std::optional<fs::path> FindPackage(const fs::path& folder, const std::string& name) {
  if (PackageName(folder) == name) return folder;
  std::error_code error;
  int count = 0;
  for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end && ++count < kMaxEntries; it.increment(error)) {
    std::error_code ignored;
    if (it->is_directory(ignored) && PackageName(it->path()) == name) return it->path();
  }
  return std::nullopt;
}

void AppendFolders(const char* variable, const std::string& suffix,
                   std::vector<std::string>* folders) {
  const char* value = std::getenv(variable);
  if (value == nullptr) return;
  std::istringstream text(value);
  for (std::string folder; std::getline(text, folder, ':');) {
    if (!folder.empty()) folders->push_back(folder + suffix);
  }
}

bool HoldsModel(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "model.config", error) ||
         fs::is_regular_file(folder / "model.sdf", error);
}

/// Finds model://NAME/REST and package://NAME/REST.
Result<std::string> FindNamed(const Parts& parts, const std::string& uri, const Places& places) {
  // Some files have three slashes: model:///NAME.
  const std::string path =
      parts.path.substr(std::min(parts.path.find_first_not_of('/'), parts.path.size()));
  const std::size_t slash = std::min(path.find('/'), path.size());
  const std::string name = path.substr(0, slash);
  const fs::path rest = slash < path.size() ? path.substr(slash + 1) : std::string();
  if (name.empty()) {
    return Error{"\"" + uri + "\" has no name after " + parts.scheme + "://; write " +
                 parts.scheme + "://NAME/FILE"};
  }
  Search search(places.scope);
  // A folder with the model's name but without a model is used only if nothing better is found.
  std::optional<std::string> bare;
  const auto look = [&](const fs::path& place) -> std::optional<std::string> {
    auto found = search.Try(place);
    if (!found || !rest.empty() || parts.scheme != "model" || HoldsModel(*found)) return found;
    if (!bare) bare = found;
    return std::nullopt;
  };
  const auto in_folder = [&](const fs::path& folder) -> std::optional<std::string> {
    if (folder.filename() == name) {
      if (auto found = look(folder / rest)) return found;
    }
    if (auto found = look(folder / name / rest)) return found;
    return look(folder / "models" / name / rest);
  };
  const std::vector<fs::path> parents = Parents(places);
  for (const fs::path& folder : parents) {
    if (auto found = in_folder(folder)) return *found;
  }
  for (const std::string& folder : places.search_path) {
    if (auto found = in_folder(folder)) return *found;
  }
  if (parts.scheme == "package") {
    std::vector<fs::path> folders = parents;
    folders.insert(folders.end(), places.search_path.begin(), places.search_path.end());
    for (const fs::path& folder : folders) {
      const auto package = FindPackage(folder, name);
      if (!package) continue;
      if (auto found = search.Try(*package / rest)) return *found;
    }
  }
  if (bare) return *bare;
  return search.Failed(uri, "add the folder that contains " + name + "/ to SUREFOOT_PATH");
}

Result<std::string> FindPlain(const std::string& path, const std::string& uri,
                              const Places& places) {
  Search search(places.scope);
  std::error_code error;
  const fs::path folder = fs::absolute(places.from_file, error).parent_path();
  if (fs::path(path).is_absolute()) {
    if (auto found = search.Try(path)) return *found;
    // Some files have "/meshes/a.stl" for a path inside of the model.
    const fs::path inside = fs::path(path).relative_path();
    if (auto found = search.Try(folder / inside)) return *found;
    return search.Failed(uri, "check the path");
  }
  if (auto found = search.Try(folder / path)) return *found;
  for (const std::string& place : places.search_path) {
    if (auto found = search.Try(fs::path(place) / path)) return *found;
  }
  return search.Failed(uri, "the path is relative to the folder of the file that names it");
}

/// "Ground Plane/1" becomes "ground_plane": the folder name of a model from the online library.
std::string FolderName(const std::string& name) {
  std::string folder = name.substr(0, name.find('/'));
  for (char& c : folder) {
    c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return folder;
}

/// Nothing is downloaded, but a model that was downloaded before is found by its name.
Result<std::string> FindRemote(const std::string& path, const std::string& uri,
                               const Places& places) {
  const std::string key = "/models/";
  const std::size_t at = path.find(key);
  if (at != std::string::npos) {
    const std::string name = path.substr(at + key.size());
    for (const std::string& form : {name, FolderName(name)}) {
      const Result<std::string> local = FindNamed(Parts{"model", form}, uri, places);
      if (local.ok()) return local;
    }
  }
  return Error{"\"" + uri +
               "\" is a remote URI, and nothing is downloaded; download the model, add its folder "
               "to SUREFOOT_PATH and write model://NAME"};
}

/// "1.10" as {1, 10}, which is newer than "1.9".
std::pair<int, int> VersionNumber(const char* text) {
  if (text == nullptr) return {0, 0};
  char* end = nullptr;
  const long major = std::strtol(text, &end, 10);
  const long minor = *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
  return {static_cast<int>(major), static_cast<int>(minor)};
}

/// The file that model.config names for the newest version of SDF; empty when it names none.
std::string FileOfModelConfig(const fs::path& config, Problems* problems) {
  tinyxml2::XMLDocument document;
  if (!ReadXmlFile(config.string(), problems, &document)) return "";
  std::string newest;
  std::pair<int, int> newest_version(-1, 0);
  for (const auto* sdf = document.RootElement()->FirstChildElement("sdf"); sdf != nullptr;
       sdf = sdf->NextSiblingElement("sdf")) {
    const auto version = VersionNumber(sdf->Attribute("version"));
    if (sdf->GetText() != nullptr && version > newest_version) {
      newest = Trimmed(sdf->GetText());
      newest_version = version;
    }
  }
  return newest;
}

}  // namespace

UriResolver UriResolver::FromEnvironment(std::vector<std::string> extra) {
  std::vector<std::string> folders;
  AppendFolders("SUREFOOT_PATH", "", &folders);
  folders.insert(folders.end(), extra.begin(), extra.end());
  AppendFolders("ROS_PACKAGE_PATH", "", &folders);
  AppendFolders("AMENT_PREFIX_PATH", "/share", &folders);
  AppendFolders("GZ_SIM_RESOURCE_PATH", "", &folders);
  AppendFolders("GAZEBO_MODEL_PATH", "", &folders);
  AppendFolders("GAZEBO_RESOURCE_PATH", "", &folders);
  return UriResolver(std::move(folders));
}

void UriResolver::Trace(const std::string& path) const {
  std::error_code error;
  if (trace_ != nullptr && fs::is_regular_file(path, error)) trace_->push_back(path);
}

Result<std::string> UriResolver::Resolve(const std::string& uri,
                                         const std::string& from_file) const {
  Result<std::string> found = Search(uri, from_file);
  if (found.ok()) Trace(*found);
  return found;
}

Result<std::string> UriResolver::Search(const std::string& uri,
                                        const std::string& from_file) const {
  const std::string trimmed = Trimmed(uri);
  if (trimmed.empty() || trimmed.find('\0') != std::string::npos) {
    return Error{"empty URI; write model://NAME/FILE or a path"};
  }
  const Parts parts = SplitUri(trimmed);
  const Places places{from_file, search_path_, scope_};
  if (parts.scheme == "model" || parts.scheme == "package") {
    return FindNamed(parts, trimmed, places);
  }
  if (parts.scheme == "http" || parts.scheme == "https" || parts.scheme == "fuel") {
    return FindRemote(parts.path, trimmed, places);
  }
  if (parts.scheme == "file") return FindPlain(parts.path, trimmed, places);
  if (!parts.scheme.empty()) {
    return Error{"\"" + trimmed + "\" has the unknown scheme " + parts.scheme +
                 "://; accepted: model://, package://, file:// and plain paths"};
  }
  Result<std::string> found = FindPlain(trimmed, trimmed, places);
  const std::string decoded = PercentDecoded(trimmed);
  if (!found.ok() && decoded != trimmed) {
    Result<std::string> second = FindPlain(decoded, trimmed, places);
    if (second.ok()) return second;
  }
  return found;
}

Result<FoundFile> UriResolver::Find(const std::string& uri, const std::string& from_file) const {
  Result<std::string> found = Resolve(uri, from_file);
  if (found.ok()) return FoundFile{*found, ""};
  const std::string trimmed = Trimmed(uri);
  const std::string respelled = Respelled(trimmed);
  if (respelled != trimmed) {
    const Result<std::string> second = Resolve(respelled, from_file);
    if (second.ok()) return FoundFile{*second, "found as \"" + respelled + "\""};
  }
  const std::string decoded = PercentDecoded(trimmed);
  if (auto loose = FindLoosely(decoded, from_file, search_path_, scope_)) {
    Trace(loose->path);
    return *loose;
  }
  return found.error();
}

Result<std::string> UriResolver::ResolveModel(const std::string& uri,
                                              const std::string& from_file) const {
  Result<std::string> found = Resolve(uri, from_file);
  std::error_code error;
  if (!found.ok() || fs::is_regular_file(*found, error)) return found;
  const fs::path folder = *found;
  Problems problems;
  std::string name = "model.sdf";
  if (fs::is_regular_file(folder / "model.config", error)) {
    Trace((folder / "model.config").string());
    const std::string named = FileOfModelConfig(folder / "model.config", &problems);
    if (!problems.ok()) return Error{problems.ErrorText(1)};
    if (!named.empty()) name = named;
  }
  const fs::path file = folder / name;
  if (fs::is_regular_file(file, error) && scope_.Contains(file.string())) {
    Trace(file.lexically_normal().string());
    return file.lexically_normal().string();
  }
  return Error{"the folder " + folder.string() + " has no " + name +
               "; a model folder contains model.sdf, or a model.config that names its file"};
}

}  // namespace surefoot::formats
