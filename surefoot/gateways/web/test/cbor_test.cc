#include "surefoot/gateways/web/rosbridge/cbor.h"

#include <gmock/gmock.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "surefoot/msgs/json.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::web {
namespace {

using nlohmann::json;

std::string Hex(const std::string& bytes) {
  std::string hex;
  for (const char c : bytes) {
    hex += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
    hex += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
  }
  return hex;
}

std::string OfInteger(std::int64_t value) {
  std::string out;
  AppendCborInteger(value, &out);
  return Hex(out);
}

// Appendix A of RFC 8949.
TEST(Cbor, WritesTheExamplesOfTheStandard) {
  EXPECT_EQ(OfInteger(0), "00");
  EXPECT_EQ(OfInteger(23), "17");
  EXPECT_EQ(OfInteger(24), "1818");
  EXPECT_EQ(OfInteger(1000), "1903e8");
  EXPECT_EQ(OfInteger(1000000), "1a000f4240");
  EXPECT_EQ(OfInteger(1000000000000), "1b000000e8d4a51000");
  EXPECT_EQ(OfInteger(-1), "20");
  EXPECT_EQ(OfInteger(-100), "3863");
  EXPECT_EQ(OfInteger(-1000), "3903e7");
  EXPECT_EQ(OfInteger(std::numeric_limits<std::int64_t>::min()), "3b7fffffffffffffff");
  std::string text;
  AppendCborText("\xc3\xbc", &text);
  EXPECT_EQ(Hex(text), "62c3bc");
  const std::array<std::uint8_t, 4> bytes{1, 2, 3, 4};
  std::string written;
  AppendCborBytes(bytes.data(), bytes.size(), &written);
  EXPECT_EQ(Hex(written), "4401020304");
}

TEST(Cbor, AnotherDecoderReadsAnImu) {
  msgs::sensor_msgs::Imu imu;
  imu.header.frame_id = "link";
  imu.header.stamp.sec = -5;
  imu.header.stamp.nanosec = 4000000000u;
  imu.linear_acceleration.z = 9.80665;
  imu.orientation.x = std::numeric_limits<double>::quiet_NaN();
  imu.angular_velocity_covariance[8] = 0.25;
  Bytes cdr;
  msgs::Encode(imu, &cdr);
  const std::string frame = CborPublish("/imu", imu.type(), cdr);
  const json read = json::from_cbor(frame, true, true, json::cbor_tag_handler_t::store);
  EXPECT_EQ(read["op"], "publish");
  EXPECT_EQ(read["topic"], "/imu");
  const json& msg = read["msg"];
  EXPECT_EQ(msg["header"]["frame_id"], "link");
  EXPECT_EQ(msg["header"]["stamp"]["sec"], -5);
  EXPECT_EQ(msg["header"]["stamp"]["nanosec"], 4000000000u);
  EXPECT_EQ(msg["linear_acceleration"]["z"], 9.80665);
  EXPECT_TRUE(std::isnan(msg["orientation"]["x"].get<double>()));
  const auto& covariance = msg["angular_velocity_covariance"].get_binary();
  EXPECT_EQ(covariance.subtype(), 86u) << "float64, little endian";
  ASSERT_EQ(covariance.size(), 72u);
  double last = 0.0;
  std::memcpy(&last, covariance.data() + 64, 8);
  EXPECT_EQ(last, 0.25);
}

TEST(Cbor, ArraysHaveTheirTags) {
  msgs::sensor_msgs::LaserScan scan;
  scan.ranges = {1.5f, 2.5f};
  std::string out;
  AppendCborMessage(scan.type(), &scan, &out);
  const json read = json::from_cbor(out, true, true, json::cbor_tag_handler_t::store);
  EXPECT_EQ(read["ranges"].get_binary().subtype(), 85u);
  EXPECT_EQ(read["ranges"].get_binary().size(), 8u);
  EXPECT_EQ(read["intensities"].get_binary().size(), 0u);
  msgs::sensor_msgs::Image image;
  image.data = {1, 2, 3};
  out.clear();
  AppendCborMessage(image.type(), &image, &out);
  const json picture = json::from_cbor(out);
  EXPECT_FALSE(picture["data"].get_binary().has_subtype());
  EXPECT_EQ(picture["data"].get_binary().size(), 3u);
  msgs::sensor_msgs::JointState joints;
  joints.name = {"a", "b"};
  out.clear();
  AppendCborMessage(joints.type(), &joints, &out);
  EXPECT_EQ(json::from_cbor(out, true, true, json::cbor_tag_handler_t::ignore)["name"],
            (json{"a", "b"}));
}

TEST(Cbor, RawHasTimeAndCdr) {
  const Bytes cdr{0, 1, 0, 0, 7, 0, 0, 0};
  const json read = json::from_cbor(CborRawPublish("/n", 1'500'000'000, cdr));
  EXPECT_EQ(read["msg"]["secs"], 1);
  EXPECT_EQ(read["msg"]["nsecs"], 500000000);
  EXPECT_EQ(static_cast<std::vector<std::uint8_t>>(read["msg"]["bytes"].get_binary()), cdr);
}

// Every type, with default values: the same names and, but for binary, the same values as in JSON.
TEST(Cbor, AgreesWithJsonForAllTypes) {
  for (const msgs::TypeInfo* type : msgs::AllTypes()) {
    const auto message = type->make();
    std::string out;
    AppendCborMessage(*type, message.get(), &out);
    const json cbor = json::from_cbor(out, true, true, json::cbor_tag_handler_t::store).flatten();
    const json text = json::parse(msgs::ToJson(*type, message.get())).flatten();
    for (const auto& [path, value] : cbor.items()) {
      if (value.is_binary() || value.is_null()) continue;
      EXPECT_EQ(text.value(path, json()), value) << type->name << " " << path;
    }
  }
}

}  // namespace
}  // namespace surefoot::gateways::web
