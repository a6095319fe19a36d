#include "surefoot/serve/library/resources.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "surefoot/formats/uri.h"
#include "surefoot/serve/services/offer.h"

// Lists of models and worlds come from all folders of the search path; files that cannot be read
// are left out.

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

/// Bytes read from each file, and entries per folder; folders named by clients may be large.
constexpr std::size_t kMaxBytes = 64 * 1024;
constexpr std::size_t kMaxFound = 10000;

std::string HeadOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string head(kMaxBytes, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  return head;
}

/// Replaces white space by single spaces.
std::string Tidy(const std::string& text) {
  std::istringstream stream(text);
  std::string tidy;
  for (std::string word; stream >> word;) tidy += (tidy.empty() ? "" : " ") + word;
  return tidy;
}

/// The text between two marks; empty if one is missing.
std::string Between(const std::string& text, const std::string& start, const std::string& end) {
  const std::size_t first = text.find(start);
  if (first == std::string::npos) return "";
  const std::size_t last = text.find(end, first + start.size());
  if (last == std::string::npos) return "";
  return Tidy(text.substr(first + start.size(), last - first - start.size()));
}

/// The first sentence of the comment at the beginning of a world file.
std::string AboutWorld(const fs::path& file) {
  const std::string comment = Between(HeadOf(file), "<!--", "-->");
  return comment.substr(0, std::min(comment.size(), comment.find(". ")));
}

/// Sorted, because the order of directory entries depends on the file system.
std::vector<fs::path> Sorted(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (paths.size() >= kMaxFound) break;
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void AddModels(const fs::path& folder, bool by_name, std::vector<Found>* found) {
  for (const fs::path& path : Sorted(folder)) {
    std::error_code error;
    const bool has_config = fs::exists(path / "model.config", error);
    if (!has_config && !fs::exists(path / "model.sdf", error)) continue;
    const std::string name = path.filename().string();
    const std::string about =
        has_config ? Between(HeadOf(path / "model.config"), "<description>", "</description>") : "";
    found->push_back({name, by_name ? "model://" + name : path.string(), about});
  }
}

void AddWorlds(const fs::path& folder, std::vector<Found>* found) {
  for (const fs::path& path : Sorted(folder)) {
    const std::string ending = path.extension().string();
    if (ending != ".sdf" && ending != ".world") continue;
    if (HeadOf(path).find("<world") == std::string::npos) continue;
    found->push_back({path.stem().string(), path.string(), AboutWorld(path)});
  }
}

/// Calls add(folder) for every source that is a folder within the scope; the others go to
/// `unknown`.
template <typename Add>
void ForFolders(const std::vector<std::string>& sources, const FileScope& scope,
                std::string* unknown, Add add) {
  for (const std::string& source : sources) {
    std::error_code error;
    const std::string path = source.starts_with("file://") ? source.substr(7) : source;
    if (fs::is_directory(path, error) && scope.Contains(path)) {
      add(fs::absolute(path, error));
    } else {
      *unknown += (unknown->empty() ? "" : ", ") + source;
    }
  }
}

/// Recognizes formats/' message about a file that a description refers to.
bool IsAssetMissing(const Problem& problem) {
  return problem.message.find("was not found") != std::string::npos;
}

bool IsAssetUnreadable(const Problem& problem) {
  for (const char* what : {"the mesh", "the picture", "the texture", "the height map"}) {
    if (problem.message.starts_with(what)) return true;
  }
  return false;
}

}  // namespace

std::vector<Found> FindModels(const Parts& parts, const std::vector<std::string>& sources,
                              const FileScope& scope, std::string* unknown) {
  std::vector<Found> found;
  // The folders in which model:// names are searched.
  const formats::UriResolver resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  for (const std::string& folder : resolver.search_path()) AddModels(folder, true, &found);
  const auto same = [](const Found& a, const Found& b) { return a.uri == b.uri; };
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.uri < b.uri; });
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  ForFolders(sources, scope, unknown,
             [&](const fs::path& folder) { AddModels(folder, false, &found); });
  return found;
}

std::vector<Found> FindWorlds(const Parts& parts, const std::vector<std::string>& sources,
                              const FileScope& scope, std::string* unknown) {
  std::vector<Found> found;
  const formats::UriResolver resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  for (const std::string& folder : resolver.search_path()) AddWorlds(folder, &found);
  ForFolders(sources, scope, unknown, [&](const fs::path& folder) { AddWorlds(folder, &found); });
  return found;
}

ResultMessage CheckResource(const Parts& parts,
                            const msgs::simulation_interfaces::Resource& resource,
                            const LoadCodes& codes) {
  if (!resource.uri.empty()) return MakeResult(Status());
  const std::string& text = resource.resource_string;
  if (text.empty()) return MakeResult(codes.no_resource, "uri and resource_string are both empty");
  for (const auto& [name, format] : parts.formats.entries()) {
    if (format.matches != nullptr && format.matches(text)) return MakeResult(Status());
  }
  return MakeResult(codes.unsupported_format,
                    "the format of the text is unknown; accepted: " + parts.formats.NameList());
}

ResultMessage LoadFailure(const Error& error, const Problems& problems, const LoadCodes& codes) {
  std::uint8_t code = ResultMessage::RESULT_OPERATION_FAILED;
  for (const Problem& problem : problems.all()) {
    if (problem.severity != Severity::kError) continue;
    std::error_code ignored;
    const bool is_file = problem.source.line == 0 && problem.source.element.empty();
    // A file outside of the scope is reported like one that does not exist: a client must not learn
    // which files the machine has.
    const bool outside = problem.message.starts_with("the file was not found");
    if (is_file && (outside || !std::filesystem::exists(problem.source.file, ignored))) {
      code = ResultMessage::RESULT_NOT_FOUND;
    } else if (problem.message.starts_with("the file's format is not known")) {
      code = codes.unsupported_format;
    } else if (IsAssetMissing(problem)) {
      code = codes.missing_assets;
    } else if (IsAssetUnreadable(problem)) {
      code = codes.unsupported_assets;
    } else {
      // A mistake in the description itself outweighs missing files.
      return MakeResult(codes.parse_error, error.message);
    }
  }
  return MakeResult(code, error.message);
}

std::string PlainName(std::string text, const std::string& otherwise) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
  }
  return text.empty() ? otherwise : text;
}

}  // namespace surefoot::serve
