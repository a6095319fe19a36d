#pragma once

/// The files under recordings. Private to this folder.

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::record {

/// Reads a regular file through a window of memory that never grows beyond what is asked for.
/// Not mapped, because a mapped file that shrinks kills its reader.
class InputFile {
 public:
  static Result<std::unique_ptr<InputFile>> Open(const std::string& path);

  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// When the file was opened; it may be growing.
  std::uint64_t size() const { return size_; }
  const std::string& path() const { return path_; }

  /// `count` bytes from `offset` on, which must lie within size(). Valid until the next View.
  Result<std::span<const std::uint8_t>> View(std::uint64_t offset, std::size_t count);

  /// The same into the caller's memory; leaves the window alone.
  Status Read(std::uint64_t offset, std::span<std::uint8_t> out) const;

 private:
  InputFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::uint8_t[]> window_;
  std::size_t capacity_ = 0;
  /// What of the file is in the window.
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

/// Nanoseconds of a clock that never goes back. The coarse one: some milliseconds are exact enough
/// for the age of what is not written yet, and it is the cheapest.
inline std::int64_t WallClockNs() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// A file that grows by whole blocks. Nothing is held back in the process, so what Append has
/// returned from survives the process. Knows its size and checksum.
class OutputFile {
 public:
  /// Makes the file, or empties the one that is there. Refuses a file that is being written.
  static Result<std::unique_ptr<OutputFile>> Open(const std::string& path);

  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// A part of a block, and its checksum where that is known.
  struct Piece {
    std::span<const std::uint8_t> data;
    std::optional<std::uint32_t> crc;
  };

  /// Adds the block, in one call of the operating system where it takes all at once. On an error (a
  /// full disk), takes back what was written of it.
  Status Append(std::span<const Piece> pieces);
  Status Append(std::span<const std::uint8_t> block);

  /// Some file systems report a full disk only here.
  Status Close();

  std::uint64_t size() const { return size_; }
  std::uint32_t crc() const { return crc_; }

 private:
  OutputFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  Error CannotWrite(const std::string& reason);

  std::string path_;
  int fd_;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
};

}  // namespace surefoot::record
