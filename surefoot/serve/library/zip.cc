#include "surefoot/serve/library/zip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "surefoot/base/bytes.h"
#include "surefoot/serve/library/uploads.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kEndMark = 0x06054b50;
constexpr std::uint32_t kEntryMark = 0x02014b50;
constexpr std::uint32_t kFileMark = 0x04034b50;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kFileSize = 30;

struct Entry {
  std::string name;
  std::uint16_t method = 0;
  std::uint32_t packed = 0;
  std::uint32_t unpacked = 0;
  std::uint32_t offset = 0;
  std::uint32_t crc = 0;
};

/// Numbers of a zip file; they are little-endian.
class Reader {
 public:
  explicit Reader(const std::string& path) : in_(path, std::ios::binary | std::ios::ate) {
    size_ = in_ ? static_cast<std::uint64_t>(in_.tellg()) : 0;
  }
  std::uint64_t size() const { return size_; }
  bool Read(std::uint64_t at, std::size_t count, Bytes* out) {
    if (at > size_ || count > size_ - at) return false;
    out->resize(count);
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(at));
    in_.read(reinterpret_cast<char*>(out->data()), static_cast<std::streamsize>(count));
    return static_cast<bool>(in_);
  }

 private:
  std::ifstream in_;
  std::uint64_t size_ = 0;
};

std::uint16_t Short(const Bytes& bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8);
}

std::uint32_t Long(const Bytes& bytes, std::size_t at) {
  return std::uint32_t{Short(bytes, at)} | std::uint32_t{Short(bytes, at + 2)} << 16;
}

Error Damaged() { return Error{"this is no zip file, or it is damaged"}; }

/// One entry of the list at the end; `at` goes on.
Status ReadEntry(const Bytes& list, std::size_t* at, Entry* entry) {
  if (*at + kEntrySize > list.size() || Long(list, *at) != kEntryMark) return Damaged();
  const std::size_t name = Short(list, *at + 28);
  const std::size_t rest = std::size_t{Short(list, *at + 30)} + Short(list, *at + 32);
  if (*at + kEntrySize + name + rest > list.size()) return Damaged();
  entry->name.assign(list.begin() + static_cast<std::ptrdiff_t>(*at + kEntrySize),
                     list.begin() + static_cast<std::ptrdiff_t>(*at + kEntrySize + name));
  entry->method = Short(list, *at + 10);
  entry->crc = Long(list, *at + 16);
  entry->packed = Long(list, *at + 20);
  entry->unpacked = Long(list, *at + 24);
  entry->offset = Long(list, *at + 42);
  const bool is_encrypted = (Short(list, *at + 8) & 1) != 0;
  // The upper half has the mode of a Unix file.
  const bool is_link = (Long(list, *at + 38) >> 16 & 0xf000) == 0xa000;
  *at += kEntrySize + name + rest;
  if (is_encrypted) return Error{"'" + entry->name + "' is encrypted"};
  if (is_link) return Error{"'" + entry->name + "' is a link, which is not unpacked"};
  return Status();
}

Result<std::vector<Entry>> ReadList(Reader* reader, const ZipLimits& limits) {
  Bytes end;
  const std::uint64_t tail = std::min<std::uint64_t>(reader->size(), kEndSize + 0xffff);
  if (reader->size() < kEndSize || !reader->Read(reader->size() - tail, tail, &end)) {
    return Damaged();
  }
  std::size_t at = end.size() - kEndSize;
  while (at > 0 && Long(end, at) != kEndMark) --at;
  if (Long(end, at) != kEndMark) return Damaged();
  const std::size_t count = Short(end, at + 10);
  if (count > limits.most_files) {
    return Error{"it holds " + std::to_string(count) + " files; at most " +
                 std::to_string(limits.most_files) + " are accepted"};
  }
  Bytes list;
  if (!reader->Read(Long(end, at + 16), Long(end, at + 12), &list)) return Damaged();
  std::vector<Entry> entries;
  std::set<std::string> names;
  std::size_t place = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Entry entry;
    const Status status = ReadEntry(list, &place, &entry);
    if (!status.ok()) return status.error();
    if (!entry.name.empty() && entry.name.back() == '/') continue;
    const Status path = CheckUploadPath(entry.name);
    if (!path.ok()) return path.error();
    if (entry.method != 0 && entry.method != 8) {
      return Error{"'" + entry.name + "' is packed by a method that is not read; use deflate"};
    }
    if (!names.insert(entry.name).second) return Error{"'" + entry.name + "' is in it twice"};
    entries.push_back(std::move(entry));
  }
  return entries;
}

class Inflater {
 public:
  Inflater() { ok_ = inflateInit2(&stream_, -MAX_WBITS) == Z_OK; }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Calls `take(data, count)`, which says whether to go on.
  template <typename F>
  bool Run(Bytes* packed, F take) {
    std::array<unsigned char, 65536> out;
    stream_.next_in = packed->data();
    stream_.avail_in = static_cast<uInt>(packed->size());
    for (int result = Z_OK; ok_ && result != Z_STREAM_END;) {
      stream_.next_out = out.data();
      stream_.avail_out = static_cast<uInt>(out.size());
      result = inflate(&stream_, Z_NO_FLUSH);
      if (result != Z_OK && result != Z_STREAM_END) return false;
      const std::size_t count = out.size() - stream_.avail_out;
      if (count == 0 && result != Z_STREAM_END) return false;
      if (!take(out.data(), count)) return false;
    }
    return ok_;
  }

 private:
  z_stream stream_ = {};
  bool ok_ = false;
};

Status UnpackOne(Reader* reader, const Entry& entry, const std::string& path,
                 std::int64_t most_bytes) {
  Bytes head;
  if (!reader->Read(entry.offset, kFileSize, &head) || Long(head, 0) != kFileMark) {
    return Damaged();
  }
  const std::uint64_t start =
      std::uint64_t{entry.offset} + kFileSize + Short(head, 26) + Short(head, 28);
  Bytes packed;
  if (!reader->Read(start, entry.packed, &packed)) return Damaged();
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (fs::exists(fs::symlink_status(path, error))) {
    return Error{"'" + entry.name + "' is there already"};
  }
  std::ofstream out(path, std::ios::binary);
  std::uint64_t size = 0;
  uLong crc = crc32(0, nullptr, 0);
  const auto take = [&](const unsigned char* data, std::size_t count) {
    size += count;
    if (size > static_cast<std::uint64_t>(most_bytes) || size > entry.unpacked) return false;
    crc = crc32(crc, data, static_cast<uInt>(count));
    out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(count));
    return static_cast<bool>(out);
  };
  bool ok = true;
  if (entry.method == 0) {
    ok = packed.empty() || take(packed.data(), packed.size());
  } else {
    Inflater inflater;
    ok = inflater.Run(&packed, take);
  }
  out.close();
  if (ok && out && size == entry.unpacked && crc == entry.crc) return Status();
  return Error{"'" + entry.name + "' is damaged, too large or cannot be written"};
}

}  // namespace

Result<std::vector<std::pair<std::string, std::int64_t>>> UnpackZip(const std::string& zip,
                                                                    const std::string& folder,
                                                                    const ZipLimits& limits) {
  Reader reader(zip);
  const Result<std::vector<Entry>> entries = ReadList(&reader, limits);
  if (!entries.ok()) return entries.error();
  std::int64_t total = 0;
  for (const Entry& entry : entries.value()) {
    total += entry.unpacked;
    if (entry.unpacked > limits.most_file || total > limits.most_bytes) {
      return Error{"unpacked it would be larger than is accepted"};
    }
  }
  std::vector<std::pair<std::string, std::int64_t>> files;
  for (const Entry& entry : entries.value()) {
    const std::string path = (fs::path(folder) / entry.name).string();
    const Status status = UnpackOne(&reader, entry, path, limits.most_file);
    if (!status.ok()) {
      // All of it or nothing.
      std::error_code ignored;
      fs::remove(path, ignored);
      for (const auto& [name, size] : files) fs::remove(fs::path(folder) / name, ignored);
      return status.error();
    }
    files.emplace_back(entry.name, entry.unpacked);
  }
  return files;
}

}  // namespace surefoot::serve
