#include "surefoot/gateways/ros1/tcpros/frame_reader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace surefoot::gateways::ros1 {
namespace {

constexpr int kLengthBytes = 4;
/// Memory that a length alone may reserve.
constexpr std::size_t kReserve = std::size_t{1} << 20;

}  // namespace

bool FrameReader::Put(std::string_view* bytes) {
  if (!status_.ok()) return false;
  while (length_bytes_ < kLengthBytes && !bytes->empty()) {
    const auto byte = static_cast<std::uint8_t>(bytes->front());
    length_ |= static_cast<std::uint32_t>(byte) << (8 * length_bytes_);
    ++length_bytes_;
    bytes->remove_prefix(1);
    if (length_bytes_ == kLengthBytes && length_ <= max_bytes_) {
      frame_.reserve(std::min<std::size_t>(length_, kReserve));
    }
  }
  if (length_bytes_ < kLengthBytes) return false;
  if (length_ > max_bytes_) {
    status_ = Error{"a length of " + std::to_string(length_) + " bytes, at most " +
                    std::to_string(max_bytes_) + " are accepted"};
    return false;
  }
  const std::size_t count = std::min(bytes->size(), length_ - frame_.size());
  frame_.insert(frame_.end(), bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(count));
  bytes->remove_prefix(count);
  return frame_.size() == length_;
}

Bytes FrameReader::Take() {
  length_ = 0;
  length_bytes_ = 0;
  return std::exchange(frame_, {});
}

}  // namespace surefoot::gateways::ros1
