#include "surefoot/base/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "surefoot/base/file_bytes.h"
#include "surefoot/base/hash.h"
#include "surefoot/base/process/spawn.h"

// Entries are written to a temporary file and renamed, so that readers in other processes see
// complete files only. Each entry contains its key and a hash of its content, so damage and
// collisions of names are cache misses.

namespace surefoot {
namespace {

namespace fs = std::filesystem;

/// Other files in the folder are not touched.
constexpr char kPrefix[] = "sf-";
constexpr char kMagic[8] = {'S', 'F', 'C', 'A', 'C', 'H', 'E', '1'};

/// SUREFOOT_CACHE, then the cache folder of the XDG specification; empty without either.
std::string FolderFromEnvironment() {
  if (const char* own = std::getenv("SUREFOOT_CACHE")) {
    return std::string(own) == "off" ? std::string() : std::string(own);
  }
  const char* shared = std::getenv("XDG_CACHE_HOME");
  if (shared != nullptr && shared[0] == '/') return std::string(shared) + "/surefoot";
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::string(home) + "/.cache/surefoot";
  return {};
}

}  // namespace

// Absolute, because the program may change its working folder.
DiskCache::DiskCache(std::string folder, std::uint64_t max_bytes)
    : folder_(std::move(folder)), max_bytes_(max_bytes) {
  std::error_code error;
  if (!folder_.empty()) folder_ = fs::absolute(folder_, error).lexically_normal().string();
}

DiskCache DiskCache::Default() { return DiskCache(FolderFromEnvironment()); }

// The hash detects damaged files and the key those of other content; both count as missing.
std::optional<Bytes> DiskCache::Read(const std::string& name, const std::string& key) const {
  if (!enabled()) return std::nullopt;
  const std::string path = folder_ + "/" + kPrefix + name;
  const Result<std::string> file = ReadRegularFile(path, max_bytes_);
  if (!file) return std::nullopt;
  ByteReader in(file->data(), file->size());
  char magic[sizeof kMagic] = {};
  in.GetRaw(magic, sizeof magic);
  const auto hash = in.Get<std::uint64_t>();
  if (!in.ok() || !std::equal(magic, magic + sizeof magic, kMagic)) return std::nullopt;
  if (HashBytes(file->data() + (file->size() - in.left()), in.left()) != hash) return std::nullopt;
  if (in.GetString() != key) return std::nullopt;
  Bytes content = in.GetBytes();
  if (!in.ok() || in.left() != 0) return std::nullopt;
  // Using an entry makes it recent.
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return content;
}

// A failure to write is not an error: the content is computed again next time.
void DiskCache::Write(const std::string& name, const std::string& key, const Bytes& content) const {
  if (!enabled()) return;
  Bytes body;
  body.reserve(content.size() + key.size() + 64);
  ByteWriter body_writer(&body);
  body_writer.PutString(key);
  body_writer.PutBytes(content);
  Bytes file;
  file.reserve(body.size() + 32);
  ByteWriter writer(&file);
  writer.PutRaw(kMagic, sizeof kMagic);
  writer.Put<std::uint64_t>(HashBytes(body.data(), body.size()));
  writer.PutRaw(body.data(), body.size());
  if (file.size() > max_bytes_) return;
  if (WriteWhole(folder_ + "/" + kPrefix + name, file.data(), file.size())) RemoveOldest();
}

// For libraries that read files only; a new time protects an entry that is in use.
std::string DiskCache::KeepFile(const std::string& bytes, const std::string& ending) const {
  if (!enabled() || bytes.empty() || bytes.size() > max_bytes_) return {};
  const std::string name =
      HashText(HashString(bytes)) + HashText(HashString(bytes, 1)) + "." + ending;
  const std::string path = folder_ + "/" + kPrefix + name;
  const Result<std::string> there = ReadRegularFile(path, bytes.size());
  if (there && *there == bytes) {
    ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    return path;
  }
  if (!WriteWhole(path, bytes.data(), bytes.size())) return {};
  RemoveOldest();
  return path;
}

/// Writes to a temporary file, which is then renamed.
bool DiskCache::WriteWhole(const std::string& path, const void* data, std::size_t size) const {
  std::error_code error;
  fs::create_directories(folder_, error);
  std::string temporary = folder_ + "/" + kPrefix + "part.XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return false;
  const bool written = WriteAll(file, static_cast<const char*>(data), size);
  const bool closed = ::close(file) == 0;
  if (written && closed && ::rename(temporary.c_str(), path.c_str()) == 0) return true;
  ::unlink(temporary.c_str());
  return false;
}

// Oldest first until the limit holds.
void DiskCache::RemoveOldest() const {
  struct Entry {
    fs::file_time_type time;
    std::string path;
    std::uint64_t size = 0;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;  // another process may remove it meanwhile
    if (it->path().filename().string().rfind(kPrefix, 0) != 0) continue;
    if (!it->is_regular_file(gone) || it->is_symlink(gone)) continue;
    Entry entry{it->last_write_time(gone), it->path().string(), it->file_size(gone)};
    if (gone) continue;
    total += entry.size;
    entries.push_back(std::move(entry));
  }
  if (total <= max_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.time != b.time ? a.time < b.time : a.path < b.path;
  });
  for (const Entry& entry : entries) {
    if (total <= max_bytes_) break;
    if (::unlink(entry.path.c_str()) == 0) total -= entry.size;
  }
}

}  // namespace surefoot
