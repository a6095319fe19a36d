#pragma once

#include <cstdint>
#include <string_view>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"

namespace surefoot::gateways::ros1 {

/// Splits a byte stream into frames, each a length (uint32, little-endian) and so many bytes.
/// Memory is allocated as bytes arrive, so a false length costs nothing.
///
///   std::string_view left = bytes;
///   while (reader.Put(&left)) Use(reader.Take());
///   if (!reader.status().ok()) Close();
class FrameReader {
 public:
  /// `max_bytes`: the largest frame.
  explicit FrameReader(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  /// Consumes bytes until a frame is complete, which it returns.
  bool Put(std::string_view* bytes);
  /// The complete frame. Reading continues with the next one.
  Bytes Take();
  /// An error if a frame is too long; the connection is then unusable.
  const Status& status() const { return status_; }
  void set_max_bytes(std::size_t max_bytes) { max_bytes_ = max_bytes; }

 private:
  std::size_t max_bytes_;
  /// The length so far, and its bytes that have arrived.
  std::uint32_t length_ = 0;
  int length_bytes_ = 0;
  Bytes frame_;
  Status status_;
};

}  // namespace surefoot::gateways::ros1
