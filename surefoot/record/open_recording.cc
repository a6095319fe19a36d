#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "surefoot/base/try.h"
#include "surefoot/record/bags/bag_source.h"
#include "surefoot/record/files.h"
#include "surefoot/record/mcap/compression.h"
#include "surefoot/record/mcap/mcap_reader.h"
#include "surefoot/record/recording_source.h"

// Recordings may be compressed as a whole (zstd); they are unpacked into a temporary file.

namespace surefoot::record {
namespace {

/// Files are recognised by their first bytes, not by their names.
constexpr std::string_view kSqliteMagic = "SQLite format 3";
constexpr std::string_view kMcapMagic = "\x89MCAP0\r\n";

/// The first bytes of a regular file; fewer if it is shorter.
Result<std::string> FirstBytes(const std::string& path) {
  std::unique_ptr<InputFile> file = SUREFOOT_TRY(InputFile::Open(path));
  std::string bytes(std::min<std::uint64_t>(16, file->size()), '\0');
  SUREFOOT_TRY(file->Read(0, {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()}));
  return bytes;
}

bool IsPacked(const std::string& bytes) {
  return IsZstd({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

Result<std::unique_ptr<RecordingSource>> OpenPlain(const std::string& path,
                                                   const std::string& bytes) {
  if (bytes.starts_with(kBagMagic)) return OpenBag(path);
  if (bytes.starts_with(kSqliteMagic)) return OpenSqliteBag(path);
  // Any other file is opened as MCAP, whose reader reports what is wrong.
  return std::unique_ptr<RecordingSource>(SUREFOOT_TRY(McapReader::Open(path)));
}

/// Bags of ROS 2 may be compressed as a whole by zstd. They are unpacked to a temporary file, which
/// is deleted with the source.
Result<std::unique_ptr<RecordingSource>> OpenPacked(const std::string& path) {
  std::error_code failed;
  std::string name =
      (std::filesystem::temp_directory_path(failed) / "surefoot_unpacked_XXXXXX").string();
  const int fd = mkstemp(name.data());
  if (fd < 0) return Error{"cannot make a file to unpack \"" + path + "\" into"};
  close(fd);
  std::shared_ptr<void> file(nullptr, [name](void*) { unlink(name.c_str()); });
  SUREFOOT_TRY(UnpackZstdFile(path, name));
  const Result<std::string> bytes = FirstBytes(name);
  Result<std::unique_ptr<RecordingSource>> source =
      bytes.ok() ? OpenPlain(name, *bytes)
                 : Result<std::unique_ptr<RecordingSource>>(bytes.error());
  if (!source.ok()) return source.error().Within("unpacked from \"" + path + "\"");
  (*source)->Keep(std::move(file));
  return source;
}

}  // namespace

Result<std::unique_ptr<RecordingSource>> OpenRecording(const std::string& path) {
  if (IsBagFolder(path)) return OpenBagFolder(path);
  const std::string bytes = SUREFOOT_TRY(FirstBytes(path));
  return IsPacked(bytes) ? OpenPacked(path) : OpenPlain(path, bytes);
}

bool IsRecording(const std::string& path) {
  if (IsBagFolder(path)) return true;
  const Result<std::string> bytes = FirstBytes(path);
  if (!bytes.ok()) return false;
  return bytes->starts_with(kMcapMagic) || bytes->starts_with(kBagMagic) ||
         bytes->starts_with(kSqliteMagic) || IsPacked(*bytes);
}

}  // namespace surefoot::record
