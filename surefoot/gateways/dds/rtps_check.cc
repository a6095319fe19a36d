#include "surefoot/gateways/dds/rtps_check.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace surefoot::gateways::dds {
namespace {

constexpr std::size_t kHeader = 20;
/// Of sequence numbers. Fast DDS visits every number of a range, so one packet could keep it busy
/// for hours.
constexpr std::int64_t kLongestRange = 1 << 20;

// Kinds of submessages.
enum : std::uint8_t {
  kPad = 0x01,
  kAckNack = 0x06,
  kHeartbeat = 0x07,
  kGap = 0x08,
  kInfoTime = 0x09,
  kInfoSource = 0x0c,
  kInfoDestination = 0x0e,
  kNackFragments = 0x12,
  kHeartbeatFragments = 0x13,
  kData = 0x15,
  kDataFragments = 0x16,
};

constexpr std::uint8_t kInlineQosFlag = 2;
constexpr std::uint8_t kDataFlag = 4;
constexpr std::uint8_t kKeyFlag = 8;
constexpr std::uint8_t kFragmentKeyFlag = 4;
constexpr std::uint8_t kInvalidateFlag = 2;

/// Octets with bounds and an order of octets.
class View {
 public:
  View(const std::uint8_t* data, std::size_t size, bool little)
      : data_(data), size_(size), little_(little) {}

  std::size_t size() const { return size_; }
  bool little() const { return little_; }
  std::uint8_t At(std::size_t offset) const { return data_[offset]; }
  /// From `offset`, which must not be beyond the end.
  View From(std::size_t offset) const { return {data_ + offset, size_ - offset, little_}; }
  /// `size` octets from `offset`, which must be there.
  View Part(std::size_t offset, std::size_t size) const { return {data_ + offset, size, little_}; }
  View InOrder(bool little) const { return {data_, size_, little}; }

  // The offsets must be within the size.
  std::uint32_t Word(std::size_t offset) const { return Number(offset, 4); }
  std::uint32_t Half(std::size_t offset) const { return Number(offset, 2); }
  /// A sequence number: the high word, then the low one.
  std::int64_t Sequence(std::size_t offset) const {
    const auto high = static_cast<std::int32_t>(Word(offset));
    return (std::int64_t{high} << 32) + Word(offset + 4);
  }

 private:
  std::uint32_t Number(std::size_t offset, int octets) const {
    std::uint32_t number = 0;
    for (int i = 0; i < octets; ++i) {
      const int shift = 8 * (little_ ? i : octets - 1 - i);
      number |= std::uint32_t{data_[offset + static_cast<std::size_t>(i)]} << shift;
    }
    return number;
  }

  const std::uint8_t* data_;
  std::size_t size_;
  bool little_;
};

// Parameters with a text, and those that discovery reads with a fixed size.
bool IsGoodParameter(std::uint32_t id, const View& value) {
  constexpr std::uint32_t kTopicName = 0x0005, kTypeName = 0x0007, kEntityName = 0x0062;
  if (id == kTopicName || id == kTypeName || id == kEntityName) {
    return value.size() >= 4 && value.Word(0) >= 1 && value.Word(0) <= value.size() - 4;
  }
  constexpr std::uint32_t kUserData = 0x002c, kTopicData = 0x002e, kGroupData = 0x002d;
  if (id == kUserData || id == kTopicData || id == kGroupData) {
    return value.size() >= 4 && value.Word(0) <= value.size() - 4;
  }
  // Locators: 24 octets.
  if ((id >= 0x002f && id <= 0x0033) || id == 0x0048) return value.size() == 24;
  constexpr std::uint32_t kParticipantGuid = 0x0050, kEndpointGuid = 0x005a, kKeyHash = 0x0070;
  if (id == kParticipantGuid || id == kEndpointGuid || id == kKeyHash) return value.size() == 16;
  return true;
}

/// The length of a list of parameters with its end; nothing if it is malformed.
std::optional<std::size_t> ParametersLength(const View& list) {
  constexpr std::uint32_t kEnd = 1;
  std::size_t offset = 0;
  while (offset + 4 <= list.size()) {
    const std::uint32_t id = list.Half(offset);
    const std::size_t length = list.Half(offset + 2);
    offset += 4;
    if (id == kEnd) return offset;
    if (length % 4 != 0 || length > list.size() - offset) return std::nullopt;
    if (!IsGoodParameter(id, list.Part(offset, length))) return std::nullopt;
    offset += length;
  }
  return std::nullopt;
}

/// Where the message of a DATA or DATA_FRAG begins; nothing if what precedes it is malformed.
/// `fixed` is the offset that octetsToInlineQos has at least.
std::optional<std::size_t> PayloadOffset(const View& body, std::uint8_t flags, std::size_t fixed) {
  // octetsToInlineQos counts from its own end.
  std::size_t offset = 4 + body.Half(2);
  if (offset != fixed || offset > body.size()) return std::nullopt;
  if ((flags & kInlineQosFlag) == 0) return offset;
  const std::optional<std::size_t> length = ParametersLength(body.From(offset));
  if (!length) return std::nullopt;
  return offset + *length;
}

/// Messages of discovery are lists of parameters.
bool IsGoodPayload(const View& body, std::size_t offset) {
  if (body.size() - offset < 4) return false;
  constexpr std::uint8_t kListBigEndian = 2, kListLittleEndian = 3;
  const std::uint8_t kind = body.At(offset + 1);
  // The last octet of the writer's entity id: 0xc0 for entities of the protocol itself.
  const bool discovery = (body.At(11) & 0xc0) == 0xc0;
  if (!discovery || (kind != kListBigEndian && kind != kListLittleEndian)) return true;
  const View list = body.From(offset + 4).InOrder(kind == kListLittleEndian);
  return ParametersLength(list).has_value();
}

bool IsGoodData(const View& body, std::uint8_t flags) {
  if (body.size() < 20 || body.Sequence(12) <= 0) return false;
  const std::optional<std::size_t> offset = PayloadOffset(body, flags, 20);
  if (!offset) return false;
  const bool has_payload = (flags & (kDataFlag | kKeyFlag)) != 0;
  return has_payload ? IsGoodPayload(body, *offset) : true;
}

bool IsGoodFragment(const View& body, std::uint8_t flags) {
  if (body.size() < 32 || body.Sequence(12) <= 0) return false;
  const std::optional<std::size_t> offset = PayloadOffset(body, flags, 32);
  if (!offset || (flags & kFragmentKeyFlag) != 0) return false;
  const std::uint64_t first = body.Word(20), count = body.Half(24), size = body.Half(26);
  const std::uint64_t whole = body.Word(28);
  if (first == 0 || count == 0 || size < 4 || whole < 4) return false;
  const std::uint64_t begin = (first - 1) * size;
  if (begin >= whole || begin + (count - 1) * size >= whole) return false;
  const std::uint64_t needed = std::min(count * size, whole - begin);
  return body.size() - *offset >= needed;
}

/// A set of numbers: its base of `base` octets, the number of bits, and their words. The length, or
/// nothing.
std::optional<std::size_t> SetLength(const View& set, std::size_t base) {
  if (set.size() < base + 4) return std::nullopt;
  const std::uint32_t bits = set.Word(base);
  const std::size_t length = base + 4 + 4 * std::size_t{(bits + 31) / 32};
  if (bits > 256 || length > set.size()) return std::nullopt;
  const bool positive = base == 8 ? set.Sequence(0) >= 0 : set.Word(0) > 0;
  if (!positive) return std::nullopt;
  return length;
}

bool IsGoodAckNack(const View& body) {
  if (body.size() < 8) return false;
  const std::optional<std::size_t> set = SetLength(body.From(8), 8);
  return set && body.size() >= 8 + *set + 4;
}

bool IsGoodGap(const View& body) {
  if (body.size() < 16 || body.Sequence(8) <= 0) return false;
  const std::optional<std::size_t> set = SetLength(body.From(16), 8);
  const std::int64_t begin = body.Sequence(8), end = set ? body.Sequence(16) : 0;
  return set && end >= begin && end - begin <= kLongestRange;
}

bool IsGoodHeartbeat(const View& body) {
  if (body.size() < 28) return false;
  const std::int64_t first = body.Sequence(8), last = body.Sequence(16);
  return first > 0 && last >= first - 1 && last - first <= kLongestRange;
}

bool IsGoodNackFragments(const View& body) {
  if (body.size() < 16 || body.Sequence(8) <= 0) return false;
  const std::optional<std::size_t> set = SetLength(body.From(16), 4);
  return set && body.size() >= 16 + *set + 4;
}

bool IsGoodHeartbeatFragments(const View& body) {
  return body.size() >= 24 && body.Sequence(8) > 0 && body.Word(16) > 0;
}

bool IsGoodSubmessage(std::uint8_t kind, std::uint8_t flags, const View& body) {
  switch (kind) {
    case kData:
      return IsGoodData(body, flags);
    case kDataFragments:
      return IsGoodFragment(body, flags);
    case kAckNack:
      return IsGoodAckNack(body);
    case kHeartbeat:
      return IsGoodHeartbeat(body);
    case kGap:
      return IsGoodGap(body);
    case kNackFragments:
      return IsGoodNackFragments(body);
    case kHeartbeatFragments:
      return IsGoodHeartbeatFragments(body);
    case kInfoTime:
      return (flags & kInvalidateFlag) != 0 || body.size() >= 8;
    case kInfoDestination:
      return body.size() >= 12;
    case kInfoSource:
      return body.size() >= 20;
    default:
      return true;  // libraries skip what they do not know
  }
}

}  // namespace

bool IsWellFormedRtps(const std::uint8_t* packet, std::size_t size) {
  if (size < kHeader || std::memcmp(packet, "RTPS", 4) != 0) return false;
  std::size_t offset = kHeader;
  while (offset < size) {
    if (size - offset < 4) return false;
    const std::uint8_t kind = packet[offset];
    const std::uint8_t flags = packet[offset + 1];
    const View header(packet + offset, 4, (flags & 1) != 0);
    offset += 4;
    std::size_t length = header.Half(2);
    // Length 0: to the end of the packet, except for kinds that may be empty.
    if (length == 0 && kind != kPad && kind != kInfoTime) length = size - offset;
    if (length > size - offset) return false;
    if (!IsGoodSubmessage(kind, flags, View(packet + offset, length, header.little()))) {
      return false;
    }
    offset += length;
  }
  return true;
}

}  // namespace surefoot::gateways::dds
