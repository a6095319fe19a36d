#include "surefoot/gateways/addresses.h"

#include <gmock/gmock.h>

namespace surefoot::gateways {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(Addresses, LoopbackIsThisComputerOnly) {
  for (const char* local : {"127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost", "LOCALHOST"}) {
    EXPECT_TRUE(IsLoopback(local)) << local;
  }
  for (const char* other : {"0.0.0.0", "::", "192.168.1.2", "127.0.0.1.example.org", "1270.0.0.1",
                            "::ffff:10.0.0.1", "example.org", ""}) {
    EXPECT_FALSE(IsLoopback(other)) << other;
  }
}

TEST(Addresses, GroupsAreWhatOneCustomerHas) {
  EXPECT_EQ(AddressGroup("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(AddressGroup("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(AddressGroup("::1"), "::1");
  EXPECT_EQ(AddressGroup("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(AddressGroup("2001:db8:1:2::9"), AddressGroup("2001:db8:1:2:ffff::"));
  EXPECT_NE(AddressGroup("2001:db8:1:2::9"), AddressGroup("2001:db8:1:3::9"));
  EXPECT_EQ(AddressGroup("fe80::1%eth0"), "fe80::/64");
  EXPECT_EQ(AddressGroup("no address"), "no address");
}

class Exposure : public testing::Test {
 protected:
  /// The warning; `status_` has the error.
  std::string Check(const Settings& settings) {
    SettingsReader reader(kind_, settings);
    std::string warning = CheckExposure("the protocol", &reader);
    status_ = reader.status();
    return warning;
  }
  GatewayKind kind_{"", {{"listen", "", "127.0.0.1"}, InsecureOption()}, nullptr};
  Status status_;
};

TEST_F(Exposure, OfOtherAddressesNeedsTheFlag) {
  EXPECT_EQ(Check({}), "");
  EXPECT_TRUE(status_.ok());
  for (const char* listen : {"0.0.0.0", "::", "192.168.1.2"}) {
    EXPECT_EQ(Check({{"listen", listen}}), "") << listen;
    ASSERT_FALSE(status_.ok()) << listen;
    EXPECT_THAT(status_.error().message,
                AllOf(HasSubstr(std::string("listen is '") + listen + "'"), HasSubstr("insecure")));
    EXPECT_THAT(Check({{"listen", listen}, {"insecure", "on"}}),
                AllOf(HasSubstr("WARNING"), HasSubstr(listen)));
    EXPECT_TRUE(status_.ok()) << listen;
  }
  EXPECT_EQ(Check({{"insecure", "on"}}), "");
}

}  // namespace
}  // namespace surefoot::gateways
