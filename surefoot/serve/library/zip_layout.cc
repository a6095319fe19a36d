#include "surefoot/serve/library/zip_layout.h"

#include <algorithm>
#include <fstream>

#include "surefoot/base/bytes.h"

namespace surefoot::serve {
namespace {

/// Sizes and signatures of the records in PKWARE's APPNOTE.TXT (4.3.7, 4.3.12, 4.3.16).
constexpr std::int64_t kLocalHeader = 30;
constexpr std::size_t kEntryHeader = 46;
constexpr std::size_t kEndRecord = 22;
constexpr std::uint32_t kEntryMark = 0x02014b50;
constexpr std::uint32_t kEndMark = 0x06054b50;
/// Stands for a number that Zip64 stores in an extra field (4.4.1.4).
constexpr std::uint32_t kZip64Marker = 0xffffffff;
/// Longest comment after the end record, which is therefore searched from the end of the file.
constexpr std::size_t kMaxComment = 65535;
/// Bytes of the central directory, which is read as a whole.
constexpr std::size_t kMaxDirectory = std::size_t{64} << 20;

Error Damaged() { return Error{"this is not a zip file, or it is damaged"}; }

/// Little-endian (4.4.1.1).
std::uint32_t Read16(const Bytes& bytes, std::size_t at) {
  return static_cast<std::uint32_t>(bytes[at] | bytes[at + 1] << 8);
}

std::uint32_t Read32(const Bytes& bytes, std::size_t at) {
  return Read16(bytes, at) | Read16(bytes, at + 2) << 16;
}

bool ReadAt(std::ifstream* in, std::int64_t at, std::size_t size, Bytes* bytes) {
  bytes->resize(size);
  in->seekg(at);
  in->read(reinterpret_cast<char*>(bytes->data()), static_cast<std::streamsize>(size));
  return static_cast<bool>(*in);
}

/// The central directory: position, bytes, number of entries.
struct Directory {
  std::int64_t begin = 0;
  std::size_t size = 0;
  std::size_t count = 0;
};

/// Finds the directory by the last end record whose comment reaches to the end of the file.
Result<Directory> FindDirectory(std::ifstream* in, std::int64_t file_size) {
  const auto tail_size = static_cast<std::size_t>(
      std::min<std::int64_t>(file_size, static_cast<std::int64_t>(kEndRecord + kMaxComment)));
  Bytes tail;
  if (tail_size < kEndRecord ||
      !ReadAt(in, file_size - static_cast<std::int64_t>(tail_size), tail_size, &tail)) {
    return Damaged();
  }
  for (std::size_t at = tail_size - kEndRecord + 1; at-- > 0;) {
    if (Read32(tail, at) != kEndMark) continue;
    if (at + kEndRecord + Read16(tail, at + 20) != tail_size) continue;
    const std::uint32_t begin = Read32(tail, at + 16);
    const std::uint32_t size = Read32(tail, at + 12);
    const std::uint32_t count = Read16(tail, at + 10);
    if (begin == kZip64Marker || size == kZip64Marker || count == 0xffff) {
      return Error{"Zip64 is not supported; pack the file without Zip64"};
    }
    const std::int64_t end =
        file_size - static_cast<std::int64_t>(tail_size) + static_cast<std::int64_t>(at);
    if (size > kMaxDirectory || std::int64_t{begin} + size > end) return Damaged();
    return Directory{begin, size, count};
  }
  return Damaged();
}

Result<std::vector<ZipRange>> ReadEntries(const Bytes& bytes, std::size_t count) {
  std::vector<ZipRange> ranges;
  std::size_t at = 0;
  while (ranges.size() < count) {
    if (at + kEntryHeader > bytes.size() || Read32(bytes, at) != kEntryMark) return Damaged();
    const std::uint32_t packed = Read32(bytes, at + 20);
    const std::uint32_t begin = Read32(bytes, at + 42);
    const std::uint32_t name = Read16(bytes, at + 28);
    if (packed == kZip64Marker || begin == kZip64Marker) {
      return Error{"Zip64 is not supported; pack the file without Zip64"};
    }
    // A lower bound: the local header may have extra fields that the directory does not show.
    ranges.push_back({begin, std::int64_t{begin} + kLocalHeader + name + packed});
    at += kEntryHeader + name + Read16(bytes, at + 30) + Read16(bytes, at + 32);
  }
  return ranges;
}

}  // namespace

Result<std::vector<ZipRange>> ReadZipLayout(const std::string& zip) {
  std::ifstream in(zip, std::ios::binary | std::ios::ate);
  const auto file_size = static_cast<std::int64_t>(in.tellg());
  const Result<Directory> directory = FindDirectory(&in, file_size);
  if (!directory.ok()) return directory.error();
  Bytes bytes;
  if (!ReadAt(&in, directory->begin, directory->size, &bytes)) return Damaged();
  Result<std::vector<ZipRange>> ranges = ReadEntries(bytes, directory->count);
  if (!ranges.ok()) return ranges.error();
  // Sorted by position, overlaps are between neighbours; the directory is the last neighbour.
  std::vector<ZipRange> sorted = ranges.value();
  std::sort(sorted.begin(), sorted.end(),
            [](const ZipRange& a, const ZipRange& b) { return a.begin < b.begin; });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const std::int64_t next = i + 1 < sorted.size() ? sorted[i + 1].begin : directory->begin;
    if (sorted[i].end > next) {
      return Error{"files in the zip file share packed bytes, at byte " + std::to_string(next) +
                   "; pack it again with another program"};
    }
  }
  return ranges;
}

}  // namespace surefoot::serve
