#include "surefoot/serve/library/uploads.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/serve/library/mesh_model.h"

// Uploads are in a temporary folder, one subfolder per batch. Paths are checked part by part, and
// sizes are limited in total.

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScheme = "upload://";
/// Bytes of a file in which lines are replaced; descriptions are smaller.
constexpr std::int64_t kMaxFix = std::int64_t{64} << 20;
/// Batches per process; each is a folder.
constexpr std::int64_t kMaxBatches = 10000;

/// Files that can be loaded as a model or world; package.xml is ROS package metadata.
bool IsDescription(const std::string& path) {
  const std::string name = Lower(path);
  for (const char* ending : {".urdf", ".sdf", ".world", ".xacro", ".xml", ".mjcf"}) {
    if (name.ends_with(ending)) return !name.ends_with("package.xml");
  }
  return false;
}

Error UploadsFull() {
  return Error{
      "the uploads are full: at most 4 GB in 10000 files, and 1 GB per file, are accepted; "
      "restart the server to clear them"};
}

}  // namespace

Status CheckUploadPath(const std::string& path) {
  const Error bad{"'" + path.substr(0, 200) +
                  "' is not a valid path for an upload; give a relative path without '..', empty "
                  "parts and control characters"};
  if (path.empty() || path.size() > 500) return bad;
  // Backslashes are refused, because they separate folders on the machines of some clients. Depth
  // and lengths stay below the limits of file systems.
  int depth = 0;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '/'); ++depth) {
    const bool plain = std::none_of(part.begin(), part.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == '\\' || c == 0x7f;
    });
    if (part.empty() || part == "." || part == ".." || part.size() > 200 || !plain) return bad;
  }
  if (depth > 20 || path.back() == '/') return bad;
  return Status();
}

Uploads::~Uploads() {
  if (folder_.empty()) return;
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Status Uploads::MakeFolder() {
  if (!folder_.empty()) return Status();
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  std::string name = ((error ? "/tmp" : place) / "surefoot-uploads-XXXXXX").string();
  // mkdtemp makes a folder that only this user can access, under a name that cannot be guessed.
  if (::mkdtemp(name.data()) == nullptr) {
    return Error{"cannot create a folder in " + place.string() +
                 "; set TMPDIR to a folder that can be written"};
  }
  folder_ = fs::canonical(name, error).string();
  return Status();
}

Status Uploads::Append(const std::string& path, const Bytes& data, bool truncate) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  std::ofstream out(path, std::ios::binary | (truncate ? std::ios::trunc : std::ios::app));
  out.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  out.close();
  if (out) return Status();
  return Error{"cannot write the upload; the disk may be full, or a file has the name of a folder"};
}

Result<Uploads::Stored> Uploads::Add(const Chunk& chunk, const Bytes& data) {
  const Status valid = CheckUploadPath(chunk.path);
  if (!valid.ok()) return valid.error();
  if (data.size() > kMaxChunk) {
    return Error{"a chunk has at most 1 MB, this one has " + std::to_string(data.size()) +
                 " bytes; send the file in several"};
  }
  Status status = MakeFolder();
  if (!status.ok()) return status.error();
  std::string batch = chunk.batch;
  if (batch.empty()) {
    if (batches_ >= kMaxBatches) return UploadsFull();
    batch = "b" + std::to_string(++batches_);
  } else if (batch.find('/') != std::string::npos || !CheckUploadPath(batch).ok() ||
             !fs::exists(fs::path(folder_) / batch)) {
    return Error{"unknown batch '" + batch.substr(0, 100) + "'; leave it empty for a new one"};
  }
  const std::string key = batch + "/" + chunk.path;
  const auto found = files_.find(key);
  if (busy_.count(batch) != 0) {
    return Error{"a file of batch '" + batch + "' is being unpacked or fixed; wait for the answer"};
  }
  const std::int64_t there = found != files_.end() ? found->second.size : 0;
  if (chunk.offset != 0 && chunk.offset != there) {
    return Error{"the chunk at " + std::to_string(chunk.offset) + " of '" + chunk.path +
                 "' does not follow the " + std::to_string(there) + " bytes received so far"};
  }
  const bool truncate = chunk.offset == 0;
  const auto more = static_cast<std::int64_t>(data.size());
  const std::int64_t size = chunk.offset + more;
  const std::int64_t total = bytes_ + size - there;
  if (size > kMaxFile || total > kMaxBytes ||
      (found == files_.end() && files_.size() + reserved_files_ >= kMaxFiles)) {
    return UploadsFull();
  }
  status = Append((fs::path(folder_) / key).string(), data, truncate);
  if (!status.ok()) return status.error();
  bytes_ = total;
  files_[key] = {size, chunk.last};
  return Stored{batch, kScheme + key};
}

bool Uploads::IsZip(const std::string& path) { return Lower(path).ends_with(".zip"); }

Result<Uploads::Unpacking> Uploads::BeginUnpack(const std::string& batch, const std::string& path) {
  const auto found = files_.find(batch + "/" + path);
  if (found == files_.end() || !found->second.complete || busy_.count(batch) != 0) {
    return Error{"no zip file '" + path + "' waits to be unpacked"};
  }
  Unpacking unpacking;
  unpacking.batch = batch;
  unpacking.path = path;
  const fs::path file = fs::path(folder_) / batch / path;
  unpacking.file = file.string();
  unpacking.folder = file.parent_path().string();
  ZipLimits& limits = unpacking.limits;
  limits.max_bytes = std::min(kMaxBytes - bytes_, MaxUnpacked(found->second.size));
  limits.max_file = std::min(kMaxFile, limits.max_bytes);
  limits.max_files =
      std::min(kMaxUnpackedFiles, kMaxFiles - std::min(kMaxFiles, files_.size() + reserved_files_));
  // Reserved until EndUnpack, so that other uploads cannot exceed the limits meanwhile.
  bytes_ += limits.max_bytes;
  reserved_files_ += limits.max_files;
  busy_.insert(batch);
  found->second.complete = false;
  return unpacking;
}

Result<Uploads::Stored> Uploads::EndUnpack(const Unpacking& unpacking, const Unpacked& unpacked) {
  const std::string& batch = unpacking.batch;
  const std::string inner = fs::path(unpacking.path).parent_path().string();
  bytes_ -= unpacking.limits.max_bytes;
  reserved_files_ -= unpacking.limits.max_files;
  busy_.erase(batch);
  std::error_code ignored;
  fs::remove(unpacking.file, ignored);
  bytes_ -= files_[batch + "/" + unpacking.path].size;
  files_.erase(batch + "/" + unpacking.path);
  if (!unpacked.ok()) return unpacked.error().Within("'" + unpacking.path + "'");
  std::vector<std::string> descriptions;
  for (const auto& [path, size] : unpacked.value()) {
    const std::string key = batch + "/" + (inner.empty() ? "" : inner + "/") + path;
    files_[key] = {size, true};
    bytes_ += size;
    if (IsDescription(path)) descriptions.push_back(key);
  }
  // Several descriptions: the client chooses, so the folder is returned.
  const std::string folder = batch + (inner.empty() ? "" : "/" + inner);
  return Stored{batch, kScheme + (descriptions.size() == 1 ? descriptions[0] : folder)};
}

Result<std::string> Uploads::PathOf(const std::string& uri) const {
  if (!IsUpload(uri)) return uri;
  const std::string key = uri.substr(std::string(kScheme).size());
  const auto found = files_.find(key);
  if (found != files_.end() && !found->second.complete) {
    return Error{"'" + uri + "' has not been uploaded completely"};
  }
  std::error_code ignored;
  const bool known = found != files_.end() || (CheckUploadPath(key).ok() && !folder_.empty() &&
                                               fs::is_directory(fs::path(folder_) / key, ignored));
  if (!known) return Error{"'" + uri.substr(0, 300) + "' was not uploaded"};
  return (fs::path(folder_) / key).string();
}

bool Uploads::NeedsModel(const std::string& uri, const std::string& path) {
  return IsUpload(uri) && IsMeshFile(path);
}

bool Uploads::Holds(const std::string& file) const {
  return !folder_.empty() && file.starts_with(folder_ + "/");
}

std::string Uploads::BatchFolderOf(const std::string& file) const {
  if (!Holds(file)) return "";
  return file.substr(0, file.find('/', folder_.size() + 1));
}

std::string Uploads::UriOf(const std::string& file) const {
  return Holds(file) ? kScheme + file.substr(folder_.size() + 1) : file;
}

std::vector<std::pair<std::string, std::string>> Uploads::Recordings() const {
  std::vector<std::pair<std::string, std::string>> recordings;
  for (const auto& [key, file] : files_) {
    if (!file.complete || !Lower(key).ends_with(".mcap")) continue;
    recordings.emplace_back(kScheme + key, (fs::path(folder_) / key).string());
  }
  return recordings;
}

Result<Uploads::Fixing> Uploads::BeginFix(const std::string& uri, const std::string& text) {
  if (!IsUpload(uri)) return Error{"only what was uploaded can be fixed here, not '" + uri + "'"};
  const std::string path = SUREFOOT_TRY(PathOf(uri));
  if (text.size() > 100000 || text.find('\0') != std::string::npos) {
    return Error{"a line may have at most 100000 characters and no NUL"};
  }
  Fixing fixing;
  fixing.key = uri.substr(std::string(kScheme).size());
  fixing.batch = fixing.key.substr(0, fixing.key.find('/'));
  fixing.file = path;
  const auto found = files_.find(fixing.key);
  if (found == files_.end()) return Error{"'" + uri + "' is a folder; name a file"};
  if (busy_.count(fixing.batch) != 0) {
    return Error{"another file of '" + fixing.batch + "' is being changed; wait for the answer"};
  }
  fixing.max_bytes = std::min(kMaxFix, found->second.size + kMaxBytes - bytes_);
  busy_.insert(fixing.batch);
  return fixing;
}

Status Uploads::EndFix(const Fixing& fixing, const Result<std::int64_t>& size) {
  busy_.erase(fixing.batch);
  if (!size.ok()) return size.error().Within("'" + std::string(kScheme) + fixing.key + "'");
  File& file = files_[fixing.key];
  bytes_ += size.value() - file.size;
  file.size = size.value();
  return Status();
}

Result<std::int64_t> ReplaceLine(const std::string& file, int line, const std::string& text,
                                 std::int64_t max_bytes) {
  // A name that no upload has.
  std::string next = file + ".XXXXXX";
  const int made = ::mkstemp(next.data());
  if (made < 0) return Error{"it cannot be written; the disk may be full"};
  ::close(made);
  std::ifstream in(file, std::ios::binary);
  std::ofstream out(next, std::ios::binary | std::ios::trunc);
  std::error_code ignored;
  std::string old;
  std::int64_t size = 0;
  int at = 0;
  bool replaced = false;
  while (size <= max_bytes && std::getline(in, old)) {
    const bool wanted = ++at == line;
    replaced = replaced || wanted;
    const std::string& now = wanted ? text : old;
    out << now << (in.eof() ? "" : "\n");
    size += static_cast<std::int64_t>(now.size()) + (in.eof() ? 0 : 1);
  }
  out.close();
  Status status;
  if (size > max_bytes) {
    status = Error{"it would have more than " + std::to_string(max_bytes) +
                   " bytes, the limit for files that are changed here; upload it again"};
  } else if (!replaced) {
    status = Error{"it has " + std::to_string(at) + " lines, numbered from 1, and no line " +
                   std::to_string(line)};
  } else if (!out) {
    status = Error{"it cannot be written; the disk may be full"};
  }
  std::error_code failed;
  if (status.ok()) fs::rename(next, file, failed);
  if (!status.ok() || failed) fs::remove(next, ignored);
  if (!status.ok()) return status.error();
  if (failed) return Error{"it cannot be replaced: " + failed.message()};
  return size;
}

}  // namespace surefoot::serve
