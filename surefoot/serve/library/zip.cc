#include "surefoot/serve/library/zip.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "surefoot/serve/library/uploads.h"
#include "surefoot/serve/library/zip_layout.h"

// Zip files by libzip. Names, sizes and links of all entries are checked before the first one is
// written, and unpacking stops at limits of size, number and time.

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using File = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

struct Entry {
  zip_uint64_t index = 0;
  std::string name;
  std::int64_t size = 0;
  std::int64_t packed = 0;
};

/// Ends the unpacking after the time limit, or when the server shuts down.
class Watch {
 public:
  Watch(const ZipLimits& limits, const std::atomic<bool>& stop)
      : max_time_(limits.max_time), end_(Clock::now() + limits.max_time), stop_(stop) {}

  Status Check() const {
    if (stop_.load(std::memory_order_relaxed)) return Error{"the server is shutting down"};
    if (Clock::now() < end_) return Status();
    return Error{"unpacking takes longer than " + std::to_string(max_time_.count() / 1000) +
                 " s; upload fewer files at once"};
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::chrono::milliseconds max_time_;
  Clock::time_point end_;
  const std::atomic<bool>& stop_;
};

Error Damaged() { return Error{"this is not a zip file, or it is damaged"}; }

/// A symbolic link could point out of the folder, and a later entry be written through it.
bool IsLink(zip_t* archive, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  const int failed =
      zip_file_get_external_attributes(archive, index, ZIP_FL_UNCHANGED, &system, &attributes);
  // The upper 16 bits are the Unix file mode; 0xa000 is S_IFLNK.
  return failed == 0 && (attributes >> 16 & 0xf000) == 0xa000;
}

Result<Entry> ReadEntry(zip_t* archive, zip_uint64_t index) {
  zip_stat_t stat;
  const zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                              ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive, index, ZIP_FL_ENC_RAW, &stat) != 0) return Damaged();
  if ((stat.valid & needed) != needed || stat.size > INT64_MAX || stat.comp_size > INT64_MAX) {
    return Damaged();
  }
  Entry entry{index, stat.name, static_cast<std::int64_t>(stat.size),
              static_cast<std::int64_t>(stat.comp_size)};
  if (stat.encryption_method != ZIP_EM_NONE) return Error{"'" + entry.name + "' is encrypted"};
  if (IsLink(archive, index)) {
    return Error{"'" + entry.name + "' is a symbolic link, which is not accepted"};
  }
  if (!entry.name.empty() && entry.name.back() == '/') return entry;
  const Status path = CheckUploadPath(entry.name);
  if (!path.ok()) return path.error();
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
    return Error{"'" + entry.name + "' uses an unsupported compression method; use deflate"};
  }
  return entry;
}

/// The files, without folders, after all checks. `ranges`: of all entries, as ReadZipLayout found
/// them in the directory.
Result<std::vector<Entry>> ReadList(zip_t* archive, const ZipLimits& limits,
                                    const std::vector<ZipRange>& ranges) {
  const auto count = static_cast<std::size_t>(zip_get_num_entries(archive, ZIP_FL_UNCHANGED));
  // libzip and our reader must agree on the directory: what is checked must be what is unpacked.
  if (count != ranges.size()) return Damaged();
  if (count > limits.max_files) {
    return Error{"the zip file contains " + std::to_string(count) + " files; at most " +
                 std::to_string(limits.max_files) + " are accepted"};
  }
  std::vector<Entry> entries;
  std::set<std::string> names;
  std::int64_t total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Result<Entry> entry = ReadEntry(archive, i);
    if (!entry.ok()) return entry.error();
    if (entry->packed > ranges[i].end - ranges[i].begin) return Damaged();
    if (!entry->name.empty() && entry->name.back() == '/') continue;
    if (!names.insert(entry->name).second)
      return Error{"the zip file contains '" + entry->name + "' twice"};
    if (entry->size > limits.max_file || entry->size > limits.max_bytes - total) {
      return Error{"'" + entry->name + "' would be unpacked to " + std::to_string(entry->size) +
                   " bytes, which is larger than is accepted: " + std::to_string(limits.max_bytes) +
                   " bytes in all, " + std::to_string(limits.max_file) +
                   " in one file; upload fewer files at once"};
    }
    total += entry->size;
    entries.push_back(std::move(entry).value());
  }
  return entries;
}

Status UnpackOne(zip_t* archive, const Entry& entry, const Watch& watch, const std::string& path) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  // Never write through or over anything that exists, be it a link.
  if (fs::exists(fs::symlink_status(path, error))) {
    return Error{"'" + entry.name + "' exists already"};
  }
  const File file(zip_fopen_index(archive, entry.index, ZIP_FL_UNCHANGED), &zip_fclose);
  std::ofstream out(path, std::ios::binary);
  std::array<char, 65536> buffer;
  std::int64_t size = 0;
  zip_int64_t count = file != nullptr ? 1 : -1;
  // The last read, of zero bytes, verifies the CRC. `size` guards against entries that are larger
  // than the directory says.
  while (count > 0 && out && size <= entry.size) {
    const Status may = watch.Check();
    if (!may.ok()) return may;
    count = zip_fread(file.get(), buffer.data(), buffer.size());
    if (count <= 0) break;
    size += count;
    if (size <= entry.size) out.write(buffer.data(), count);
  }
  out.close();
  if (count == 0 && out && size == entry.size) return Status();
  return Error{"'" + entry.name + "' is damaged, larger than stated, or cannot be written"};
}

}  // namespace

std::int64_t MaxUnpacked(std::int64_t zip_bytes) {
  constexpr std::int64_t kMaxRatio = 200;
  constexpr std::int64_t kMinLimit = std::int64_t{32} << 20;
  return std::max(kMinLimit, zip_bytes * kMaxRatio);
}

Result<std::vector<std::pair<std::string, std::int64_t>>> UnpackZip(const std::string& zip,
                                                                    const std::string& folder,
                                                                    const ZipLimits& limits,
                                                                    const std::atomic<bool>& stop) {
  const Watch watch(limits, stop);
  const Result<std::vector<ZipRange>> ranges = ReadZipLayout(zip);
  if (!ranges.ok()) return ranges.error();
  const Archive archive(zip_open(zip.c_str(), ZIP_RDONLY, nullptr), &zip_discard);
  if (archive == nullptr) return Damaged();
  const Result<std::vector<Entry>> entries = ReadList(archive.get(), limits, ranges.value());
  if (!entries.ok()) return entries.error();
  std::vector<std::pair<std::string, std::int64_t>> files;
  for (const Entry& entry : entries.value()) {
    const std::string path = (fs::path(folder) / entry.name).string();
    const Status status = UnpackOne(archive.get(), entry, watch, path);
    if (!status.ok()) {
      // All files or none: remove what was written.
      std::error_code ignored;
      fs::remove(path, ignored);
      for (const auto& [name, size] : files) fs::remove(fs::path(folder) / name, ignored);
      return status.error();
    }
    files.emplace_back(entry.name, entry.size);
  }
  return files;
}

}  // namespace surefoot::serve
