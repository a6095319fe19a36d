#include "surefoot/session/snapshot_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "surefoot/base/hash.h"
#include "surefoot/base/result.h"

// Written to a new file and renamed, so that a full disk or a crash leaves the old snapshot intact.

namespace surefoot {
namespace {

constexpr char kMagic[8] = {'S', 'U', 'R', 'E', 'F', 'S', 'N', '1'};
constexpr std::uint64_t kLargest = std::uint64_t{1} << 33;

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

Error IoError(const std::string& what, const std::string& path) {
  return Error{what + " '" + path + "': " + std::strerror(errno)};
}

Status WriteAll(const std::string& path, const Bytes& bytes) {
  // Creates a new file: an existing one could be a link to another file.
  ::unlink(path.c_str());
  File file(std::fopen(path.c_str(), "wbx"));
  if (!file) return IoError("cannot write", path);
  Status status;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
      std::fflush(file.get()) != 0) {
    status = IoError("cannot write", path);
    file.reset();
    std::remove(path.c_str());
  }
  return status;
}

}  // namespace

Status WriteSnapshotFile(const std::string& path, const sim::Snapshot& snapshot) {
  Bytes out;
  ByteWriter writer(&out);
  writer.PutRaw(kMagic, sizeof kMagic);
  writer.Put(HashBytes(snapshot.bytes.data(), snapshot.bytes.size()));
  writer.PutBytes(snapshot.bytes);
  const std::string beside = path + ".part";
  Status status = WriteAll(beside, out);
  if (!status.ok()) return status;
  if (std::rename(beside.c_str(), path.c_str()) == 0) return Status();
  status = IoError("cannot write", path);
  std::remove(beside.c_str());
  return status;
}

Result<Bytes> ReadSnapshotFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return Error{"'" + path + "' is not a file; a snapshot is made by 'run --save FILE'"};
  }
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || size > kLargest) return Error{"'" + path + "' is too large for a snapshot"};
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return IoError("cannot read", path);
  Bytes all(size);
  if (std::fread(all.data(), 1, all.size(), file.get()) != all.size()) {
    return IoError("cannot read", path);
  }
  ByteReader reader(all);
  char magic[sizeof kMagic] = {};
  reader.GetRaw(magic, sizeof magic);
  const std::uint64_t hash = reader.Get<std::uint64_t>();
  Bytes bytes = reader.GetBytes();
  if (!reader.ok() || reader.left() != 0 || std::memcmp(magic, kMagic, sizeof magic) != 0) {
    return Error{"'" + path + "' is not a Surefoot snapshot, or is incomplete"};
  }
  if (HashBytes(bytes.data(), bytes.size()) != hash) return Error{"'" + path + "' is damaged"};
  return bytes;
}

}  // namespace surefoot
