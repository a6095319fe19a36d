#include "surefoot/serve/recordings/recordings.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/serve/library/resources.h"

// Recordings are read on a worker thread: a file may have gigabytes, and the loop must not wait for
// it.

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

/// Requests in the queue, of all clients together.
constexpr std::size_t kMaxWaiting = 32;
/// Entries visited in a folder; the server may have been started in a large one.
constexpr int kMaxEntries = 5000;

/// Appends the recordings in a folder and its direct subfolders. Symbolic links are not followed:
/// they could lead to files that clients must not read.
void AddFolder(const fs::path& folder, const std::string& prefix, Recordings::FileList* found) {
  std::error_code error;
  int entries = 0;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
    if (++entries > kMaxEntries) return;
    std::error_code ignored;
    if (it.depth() >= 1) it.disable_recursion_pending();
    if (it->is_symlink(ignored) || !it->is_regular_file(ignored)) continue;
    if (it->path().extension() != ".mcap") continue;
    found->emplace_back(prefix + fs::relative(it->path(), folder, ignored).string(),
                        it->path().string());
  }
}

/// The name under which gateways serve the file; a hash if the name has characters that URLs would
/// need escapes for.
std::string DownloadName(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  });
  return "recordings/" + (plain ? name : HashText(HashString(name)) + ".mcap");
}

/// File name for the browser's download, safe in an HTTP header.
std::string SaveName(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (char& letter : name) {
    if (letter == '"' || letter == '\\' || static_cast<unsigned char>(letter) < 32) letter = '_';
  }
  return name;
}

/// Characters of the world's name in a recording's name.
constexpr std::size_t kMaxStemLength = 60;

/// The number in "STEM_0012.mcap" and "STEM_0012-2.mcap"; 0 for other files.
int NumberOf(const std::string& name, const std::string& stem) {
  if (!name.starts_with(stem + "_")) return 0;
  int number = 0;
  std::size_t at = stem.size() + 1;
  for (; at < name.size() && name[at] >= '0' && name[at] <= '9' && number < 100000000; ++at) {
    number = 10 * number + (name[at] - '0');
  }
  return at < name.size() && (name[at] == '.' || name[at] == '-') ? number : 0;
}

}  // namespace

Recordings::Places Recordings::PlacesNow(const std::string& under_way) const {
  std::error_code error;
  return {fs::current_path(error).string(), under_way, more ? more() : FileList()};
}

Recordings::FileList Recordings::Find(const Places& places) {
  FileList found;
  AddFolder(places.folder, "", &found);
  std::error_code error;
  // The owner may record into another folder; its recordings are listed with their paths.
  const fs::path beside = fs::path(places.under_way).parent_path();
  if (beside.is_absolute() && beside != places.folder) {
    AddFolder(beside, beside.string() + "/", &found);
  }
  std::sort(found.begin(), found.end());
  found.insert(found.end(), places.more.begin(), places.more.end());
  return found;
}

Result<std::string> Recordings::PathOf(const FileList& files, const std::string& name) {
  std::string names;
  for (const auto& [known, path] : files) {
    if (known == name) return path;
    if (names.size() < 500) names += (names.empty() ? "" : ", ") + known;
  }
  return Error{"unknown recording '" + name +
               "'; the server's folder has: " + (names.empty() ? "none" : names)};
}

std::function<Result<std::string>()> Recordings::Finder(const std::string& name,
                                                        const std::string& under_way) const {
  return [name, places = PlacesNow(under_way)] { return PathOf(Find(places), name); };
}

std::string Recordings::Share(const std::string& name, const std::string& path) const {
  const std::string download = DownloadName(name);
  files_->Put(download, {"application/octet-stream", nullptr, path, false, SaveName(path)});
  return download;
}

void Recordings::Post(const std::shared_ptr<graph::Call>& call, const std::string& under_way,
                      std::function<Worker::Done(const FileList&, const std::atomic<bool>&)> work) {
  if (worker_.waiting() >= kMaxWaiting) {
    return call->Fail(
        Error{"too many requests for recordings are waiting, at most 32; try again later"});
  }
  worker_.Post([work = std::move(work), places = PlacesNow(under_way)](
                   const std::atomic<bool>& stop) { return work(Find(places), stop); });
}

std::string FreshRecordingName(const std::string& world) {
  const std::string stem = PlainName(world.substr(0, kMaxStemLength), "world");
  int last = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator it(".", error), end; !error && it != end;
       it.increment(error)) {
    last = std::max(last, NumberOf(it->path().filename().string(), stem));
  }
  const std::string number = StrFormat("_%04d", last + 1);
  return stem + number + ".mcap";
}

}  // namespace surefoot::serve
