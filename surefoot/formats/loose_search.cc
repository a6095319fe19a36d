#include "surefoot/formats/loose_search.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "surefoot/base/text.h"

// Files of public robots often refer to paths of another machine. Searches go from the most to the
// least specific rule, and a hit is always reported, because it may be another file than intended.

namespace surefoot::formats {
namespace {

namespace fs = std::filesystem;

/// Limits on the search: parents, entries of a folder, words of a path, and for the last resort
/// the levels and entries below a folder. A search without result must not read the whole disk.
constexpr int kMaxParents = 12;
constexpr int kMaxEntries = 5000;
constexpr std::size_t kMaxWords = 20;
constexpr std::size_t kNeighbourLevels = 4;
constexpr std::size_t kFoldersBelow = 2;
constexpr int kMaxBelow = 4000;
constexpr int kMaxDepth = 5;

using Words = std::vector<std::string>;

bool SameIgnoringCase(const std::string& a, const std::string& b) { return Lower(a) == Lower(b); }

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// The names in a folder, sorted, since the order of the file system differs between machines.
Words NamesIn(const fs::path& folder) {
  Words names;
  std::error_code error;
  for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end && static_cast<int>(names.size()) < kMaxEntries; it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The components of a path after its scheme or drive, without "." and with ".." resolved.
Words PathWords(const std::string& uri) {
  const std::size_t scheme = uri.find("://");
  const std::string path = scheme == std::string::npos ? uri : uri.substr(scheme + 3);
  Words words;
  for (const fs::path& part : fs::path(path).lexically_normal()) {
    const std::string word = part.string();
    const bool drive = word.size() == 2 && word[1] == ':';
    if (word.empty() || word == "/" || word == "." || word == ".." || drive) continue;
    words.push_back(word);
  }
  if (words.size() > kMaxWords) {
    words.erase(words.begin(), words.end() - static_cast<std::ptrdiff_t>(kMaxWords));
  }
  return words;
}

std::string Joined(const Words& words, std::size_t first) {
  fs::path path;
  for (std::size_t i = first; i < words.size(); ++i) path /= words[i];
  return path.string();
}

/// The file's folder and its parents within the scope, nearest first, without the root of the
/// disk.
std::vector<fs::path> Parents(const std::string& from_file, const FileScope& scope) {
  std::error_code error;
  fs::path folder = fs::absolute(from_file, error).lexically_normal().parent_path();
  std::vector<fs::path> parents;
  while (!error && folder.has_relative_path() && static_cast<int>(parents.size()) < kMaxParents) {
    if (!scope.Contains(folder.string())) break;
    parents.push_back(folder);
    folder = folder.parent_path();
  }
  return parents;
}

FoundFile OtherCase(const std::string& path) {
  return {path, "found with different upper and lower case: \"" + path + "\""};
}

/// The places where the resolver searches, ignoring case.
std::optional<FoundFile> FindOtherCase(const std::string& uri, const std::vector<fs::path>& parents,
                                       const std::vector<std::string>& search_path) {
  const bool named = uri.starts_with("package://") || uri.starts_with("model://");
  const Words words = PathWords(uri);
  if (words.empty()) return std::nullopt;
  const std::string path = Joined(words, 0);
  const std::string plain = uri.starts_with("file://") ? uri.substr(7) : uri;
  if (!named && !parents.empty()) {
    const bool absolute = plain.starts_with("/");
    const auto found =
        absolute ? FindIgnoringCase("/", path) : FindIgnoringCase(parents[0].string(), plain);
    if (found) return OtherCase(*found);
  }
  std::vector<fs::path> folders(search_path.begin(), search_path.end());
  if (named) folders.insert(folders.begin(), parents.begin(), parents.end());
  for (const fs::path& folder : folders) {
    if (auto found = FindIgnoringCase(folder.string(), path)) return OtherCase(*found);
    if (!named || !SameIgnoringCase(folder.filename().string(), words[0])) continue;
    if (auto found = FindIgnoringCase(folder.string(), Joined(words, 1))) return OtherCase(*found);
  }
  return std::nullopt;
}

/// The longest suffix of the path that exists below the file's folder or one of its parents.
std::optional<FoundFile> FindBySuffix(const Words& words, const std::vector<fs::path>& parents) {
  for (std::size_t first = 0; first < words.size(); ++first) {
    // A file name alone is too ambiguous, except in the folder of the file itself.
    const bool name_only = first + 1 == words.size();
    const std::size_t count = name_only ? std::min<std::size_t>(1, parents.size()) : parents.size();
    const std::string rest = Joined(words, first);
    for (std::size_t i = 0; i < count; ++i) {
      // Listing every parent for every component would take too long.
      std::error_code error;
      if (!name_only && !fs::exists(parents[i] / words[first], error)) continue;
      if (auto found = FindIgnoringCase(parents[i].string(), rest)) {
        return FoundFile{*found, "found by the end of its path: \"" + *found + "\""};
      }
    }
  }
  return std::nullopt;
}

/// package://NAME/REST as ANY/REST in a parent folder, if exactly one folder has it.
std::optional<FoundFile> FindInNeighbour(const Words& words, const std::vector<fs::path>& parents) {
  if (words.size() < 3) return std::nullopt;
  const std::string rest = Joined(words, 1);
  for (std::size_t i = 0; i < std::min(parents.size(), kNeighbourLevels); ++i) {
    Words found;
    for (const std::string& name : NamesIn(parents[i])) {
      const fs::path file = parents[i] / name / rest;
      if (IsFile(file)) found.push_back(file.string());
    }
    if (found.size() == 1) {
      return FoundFile{found[0], "found in a folder with another name: \"" + found[0] + "\""};
    }
    if (found.size() > 1) return std::nullopt;
  }
  return std::nullopt;
}

/// Files with this name below a folder, sorted, until the budget of entries is used up.
void ListNamed(const fs::path& folder, const std::string& name, int depth, int* budget,
               Words* found) {
  std::error_code error;
  for (const std::string& entry : NamesIn(folder)) {
    if (--*budget < 0) return;
    const fs::path path = folder / entry;
    if (SameIgnoringCase(entry, name) && IsFile(path)) found->push_back(path.string());
    const bool plain = fs::is_directory(path, error) && !fs::is_symlink(path, error);
    if (plain && entry[0] != '.' && depth > 1) ListNamed(path, name, depth - 1, budget, found);
  }
}

/// Twice the number of components at the end of both paths that are equal; one more if a folder
/// has the name of the description.
int Likeness(const std::string& path, const Words& words, const std::string& stem) {
  const Words own = PathWords(path);
  int same = 0;
  for (auto a = own.rbegin(), b = words.rbegin();
       a != own.rend() && b != words.rend() && SameIgnoringCase(*a, *b); ++a, ++b) {
    ++same;
  }
  return 2 * same + (std::find(own.begin(), own.end(), stem) != own.end() ? 1 : 0);
}

/// Likeness of paths whose last folder and file name are equal.
constexpr int kFolderAndName = 4;

/// The file below the description's folder or its parent that is most similar to the URI, if it is
/// the only one.
std::optional<FoundFile> FindBelow(const Words& words, const std::vector<fs::path>& parents,
                                   const std::string& from_file) {
  const std::string name = fs::path(from_file).filename().string();
  const std::string stem = name.substr(0, name.find('.'));
  for (std::size_t i = 0; !words.empty() && i < std::min(parents.size(), kFoldersBelow); ++i) {
    Words found;
    int budget = kMaxBelow;
    ListNamed(parents[i], words.back(), kMaxDepth, &budget, &found);
    const auto less = [&](const std::string& a, const std::string& b) {
      return Likeness(a, words, stem) < Likeness(b, words, stem);
    };
    const auto best = std::max_element(found.begin(), found.end(), less);
    if (best == found.end()) continue;
    const int likeness = Likeness(*best, words, stem);
    const auto rivals = std::count_if(found.begin(), found.end(), [&](const std::string& path) {
      return Likeness(path, words, stem) == likeness;
    });
    if (rivals == 1 && likeness >= kFolderAndName) {
      return FoundFile{*best, "found by the end of its path: \"" + *best + "\""};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string Respelled(const std::string& uri) {
  std::string text = uri;
  std::replace(text.begin(), text.end(), '\\', '/');
  const std::size_t find = text.find("$(find ");
  const bool at_start = find == 0 || (find == 7 && text.starts_with("file://"));
  const std::size_t close = text.find(')', find == std::string::npos ? 0 : find);
  if (find == std::string::npos || !at_start || close == std::string::npos) return text;
  std::string name = text.substr(find + 7, close - find - 7);
  name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
  return "package://" + name + text.substr(close + 1);
}

std::optional<std::string> FindIgnoringCase(const std::string& folder, const std::string& rest) {
  fs::path at = folder;
  for (const fs::path& part : fs::path(rest)) {
    std::error_code error;
    if (fs::exists(at / part, error)) {
      at /= part;
      continue;
    }
    const Words names = NamesIn(at);
    const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
      return SameIgnoringCase(name, part.string());
    });
    if (found == names.end()) return std::nullopt;
    at /= *found;
  }
  if (!IsFile(at)) return std::nullopt;
  return at.lexically_normal().string();
}

std::optional<FoundFile> FindLoosely(const std::string& uri, const std::string& from_file,
                                     const std::vector<std::string>& search_path,
                                     const FileScope& scope) {
  if (uri.empty() || uri.find('\0') != std::string::npos) return std::nullopt;
  const std::string text = Respelled(uri);
  const std::vector<fs::path> parents = Parents(from_file, scope);
  const Words words = PathWords(text);
  std::optional<FoundFile> found = FindOtherCase(text, parents, search_path);
  if (!found) found = FindBySuffix(words, parents);
  if (!found && text.starts_with("package://")) found = FindInNeighbour(words, parents);
  if (!found) found = FindBelow(words, parents, from_file);
  if (found && !scope.Contains(found->path)) return std::nullopt;
  return found;
}

}  // namespace surefoot::formats
