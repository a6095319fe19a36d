#pragma once

/// The file under a McapWriter. Private to this folder.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::record {

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
