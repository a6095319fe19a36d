#include "surefoot/gateways/address_limit.h"

#include <gmock/gmock.h>

namespace surefoot::gateways {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

class AddressLimitTest : public testing::Test {
 protected:
  bool Admits(const std::string& address) { return limit_.Admit(address, now_).empty(); }

  AddressLimit limit_{{.connections = 3, .rate = 2.0}};
  AddressLimit::TimePoint now_{seconds(1000)};
};

TEST_F(AddressLimitTest, HoldsConnectionsOfOneAddress) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Admits("192.0.2.1"));
  EXPECT_THAT(limit_.Admit("192.0.2.1", now_), HasSubstr("3 connections from 192.0.2.1"));
  EXPECT_TRUE(Admits("192.0.2.2"));
  limit_.Leave("192.0.2.1");
  EXPECT_TRUE(Admits("192.0.2.1"));
  EXPECT_FALSE(Admits("192.0.2.1"));
}

TEST_F(AddressLimitTest, HoldsTheRateOfOneAddress) {
  const auto come_and_go = [&] {
    const bool admitted = Admits("2001:db8::1");
    if (admitted) limit_.Leave("2001:db8::1");
    return admitted;
  };
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(come_and_go()) << i;
  EXPECT_FALSE(come_and_go());
  EXPECT_THAT(limit_.Admit("2001:db8::77", now_), HasSubstr("more than 2 new connections"))
      << "another address of the same customer";
  now_ += milliseconds(500);
  EXPECT_TRUE(come_and_go());
  EXPECT_FALSE(come_and_go());
  now_ += seconds(100);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(come_and_go()) << i;
  EXPECT_FALSE(come_and_go()) << "no more than the burst is saved";
}

TEST_F(AddressLimitTest, ThisComputerMayHaveMany) {
  for (const char* local : {"127.0.0.1", "::1", "::ffff:127.0.0.1"}) {
    for (int i = 0; i < 500; ++i) EXPECT_TRUE(Admits(local)) << local << " " << i;
  }
  int admitted = 0;
  for (int i = 0; i < 20000; ++i) admitted += Admits("127.0.0.1") ? 1 : 0;
  EXPECT_LE(admitted, 5000) << "not without an end";
}

TEST_F(AddressLimitTest, RemembersSoManyAddresses) {
  ASSERT_TRUE(Admits("192.0.2.1"));
  for (int i = 0; i < 30000; ++i) {
    const std::string address = "10.1." + std::to_string(i / 250) + "." + std::to_string(i % 250);
    EXPECT_TRUE(Admits(address));
    limit_.Leave(address);
  }
  EXPECT_LE(limit_.size(), 4097u);
  ASSERT_TRUE(Admits("192.0.2.1"));
  ASSERT_TRUE(Admits("192.0.2.1"));
  EXPECT_FALSE(Admits("192.0.2.1")) << "one that is connected is not forgotten";
}

}  // namespace
}  // namespace surefoot::gateways
