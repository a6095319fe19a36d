#pragma once

/// The file under a McapReader. Private to this folder.

#include <cstdint>
#include <memory>
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

}  // namespace surefoot::record
