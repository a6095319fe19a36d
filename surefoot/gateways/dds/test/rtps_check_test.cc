#include "surefoot/gateways/dds/rtps_check.h"

#include <gtest/gtest.h>

#include "surefoot/gateways/dds/test/dds_fixture.h"

namespace surefoot::gateways::dds {
namespace {

using Packet = Bytes;

void Append(Packet* packet, const Bytes& octets) {
  packet->insert(packet->end(), octets.begin(), octets.end());
}

/// Packets as a peer sends them, little endian.
class PacketMaker {
 public:
  PacketMaker(const Guid& from, const Guid& to) : from_(from), to_(to) {}

  /// A packet with one submessage after its destination.
  Packet With(std::uint8_t kind, std::uint8_t flags, const Bytes& body) const {
    Packet packet = {'R', 'T', 'P', 'S', 2, 3, 1, 15};
    packet.insert(packet.end(), from_.begin(), from_.begin() + 12);
    Append(&packet, {0x0e, 1, 12, 0});
    packet.insert(packet.end(), to_.begin(), to_.begin() + 12);
    Append(&packet, {kind, static_cast<std::uint8_t>(flags | 1)});
    ByteWriter(&packet).Put(static_cast<std::uint16_t>(body.size()));
    Append(&packet, body);
    return packet;
  }

  /// The entity ids, then the fields.
  template <typename... Fields>
  Bytes Body(const Guid& reader, const Guid& writer, Fields... fields) const {
    Bytes body(reader.begin() + 12, reader.end());
    body.insert(body.end(), writer.begin() + 12, writer.end());
    ByteWriter out(&body);
    (out.Put(fields), ...);
    return body;
  }

  Packet Data(const Guid& reader, const Guid& writer, std::uint32_t number,
              const Bytes& message) const {
    Bytes body = {0, 0, 16, 0};
    Append(&body, Body(reader, writer, std::uint32_t{0}, number));
    Append(&body, message);
    return With(0x15, 4, body);
  }

  Packet Fragment(const Guid& reader, const Guid& writer, std::uint32_t number, std::uint32_t first,
                  std::uint16_t count, std::uint16_t size, std::uint32_t whole,
                  std::size_t octets) const {
    Bytes body = {0, 0, 28, 0};
    Append(&body, Body(reader, writer, std::uint32_t{0}, number, first, count, size, whole));
    Append(&body, LargeCdr(octets, number));
    return With(0x16, 0, body);
  }

 private:
  Guid from_, to_;
};

Guid Entity(std::uint32_t id) {
  Guid guid = {};
  for (std::size_t i = 0; i < 4; ++i) guid[12 + i] = static_cast<std::uint8_t>(id >> (24 - 8 * i));
  return guid;
}

/// A list of parameters as in discovery data.
Bytes EndpointData(const Guid& guid, const std::string& topic) {
  Bytes data = {0, 3, 0, 0};
  ByteWriter out(&data);
  const auto text = [&](std::uint16_t id, const std::string& value) {
    const std::size_t padded = (value.size() + 4) / 4 * 4;
    out.Put(id);
    out.Put(static_cast<std::uint16_t>(padded + 4));
    out.Put(static_cast<std::uint32_t>(value.size() + 1));
    Bytes octets(value.begin(), value.end());
    octets.resize(padded);
    out.PutRaw(octets.data(), octets.size());
  };
  text(0x0005, topic);
  text(0x0007, kTextType);
  out.Put(std::uint16_t{0x005a});
  out.Put(std::uint16_t{16});
  out.PutRaw(guid.data(), guid.size());
  out.Put(std::uint32_t{1});
  return data;
}

TEST(RtpsCheckTest, AcceptsPacketsOfEveryKindAndNoTruncatedOnes) {
  Guid from = {}, to = {}, entity = {};
  from.fill(1);
  to.fill(2);
  const PacketMaker make(from, to);
  const Packet good[] = {
      make.Data(entity, entity, 1, TextCdr("x")),
      make.Data(Entity(0x3c7), Entity(0x3c2), 1, EndpointData(from, "rt/x")),
      make.Fragment(entity, entity, 1, 2, 1, 1000, 1500, 500),
      make.With(0x07, 0, make.Body(entity, entity, 0u, 1u, 0u, 0u, 1u)),
      make.With(0x06, 0, make.Body(entity, entity, 0u, 1u, 0u, 1u)),
  };
  for (const Packet& packet : good) {
    EXPECT_TRUE(IsWellFormedRtps(packet.data(), packet.size()));
    for (std::size_t size = 0; size < packet.size(); ++size) {
      // A packet may end after its destination, and has a valid shorter form then.
      if (size == 20 || size == 36) continue;
      EXPECT_FALSE(IsWellFormedRtps(packet.data(), size)) << size;
    }
  }
}

TEST(RtpsCheckTest, RejectsFragmentsBeyondTheirMessage) {
  const Guid entity = {};
  const PacketMaker make(entity, entity);
  const auto accepted = [&](std::uint32_t first, std::uint16_t count, std::uint16_t size,
                            std::uint32_t whole, std::size_t octets) {
    const Packet packet = make.Fragment(entity, entity, 1, first, count, size, whole, octets);
    return IsWellFormedRtps(packet.data(), packet.size());
  };
  EXPECT_TRUE(accepted(1, 2, 1000, 1500, 1500));
  EXPECT_FALSE(accepted(1, 2, 1000, 1500, 1496));         // fewer octets than announced
  EXPECT_FALSE(accepted(1, 1000, 60000, 60000000, 100));  // memory far beyond the packet
  EXPECT_FALSE(accepted(0, 1, 1000, 1500, 1000));
  EXPECT_FALSE(accepted(3, 1, 1000, 1500, 1000));
  EXPECT_FALSE(accepted(0xffffffff, 1, 0xffff, 1500, 1000));
  EXPECT_FALSE(accepted(1, 1, 0, 1500, 1000));
}

}  // namespace
}  // namespace surefoot::gateways::dds
