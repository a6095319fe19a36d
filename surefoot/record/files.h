#pragma once

/// Files of recordings. Private to this folder.

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::record {

/// Reads a regular file through a window of memory that never grows beyond the requested size. The
/// file is not memory-mapped, because truncating a mapped file kills its reader (SIGBUS).
class InputFile {
 public:
  static Result<std::unique_ptr<InputFile>> Open(const std::string& path);

  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Size when the file was opened; it may be growing.
  std::uint64_t size() const { return size_; }
  const std::string& path() const { return path_; }

  /// `count` bytes from `offset`, which must be within size(). Valid until the next View.
  Result<std::span<const std::uint8_t>> View(std::uint64_t offset, std::size_t count);

  /// The same into the caller's memory; does not affect the window.
  Status Read(std::uint64_t offset, std::span<std::uint8_t> out) const;

 private:
  InputFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::uint8_t[]> window_;
  std::size_t capacity_ = 0;
  /// The range of the file that is in the window.
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

/// Monotonic time (ns). The coarse clock is the cheapest, and its resolution of some milliseconds
/// is sufficient for the age of unwritten data.
inline std::int64_t WallClockNs() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// An append-only file, written in whole blocks. Nothing is buffered in the process, so a block
/// survives the process once Append has returned. Tracks size and checksum.
class OutputFile {
 public:
  /// Creates or truncates the file. Fails if another process is writing to it, and, without
  /// `follow_links`, if it is a symbolic link.
  static Result<std::unique_ptr<OutputFile>> Open(const std::string& path,
                                                  bool follow_links = true);

  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// A part of a block, and its checksum if known.
  struct Piece {
    std::span<const std::uint8_t> data;
    std::optional<std::uint32_t> crc;
  };

  /// Appends the block, normally with one system call. On an error (e.g. a full disk), removes what
  /// was written of it.
  Status Append(std::span<const Piece> pieces);
  Status Append(std::span<const std::uint8_t> block);

  /// Some file systems report a full disk only now.
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
