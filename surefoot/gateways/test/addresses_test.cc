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

class ExposureTest : public testing::Test {
 protected:
  /// The warning; `status_` has the error, `role_` the role of clients.
  std::string Check(const Settings& settings,
                    std::optional<graph::Role> guests = graph::Role::kDriver) {
    SettingsReader reader(kind_, settings);
    const Exposure exposure = CheckExposure("the protocol", guests, &reader);
    status_ = reader.status();
    role_ = exposure.role;
    return exposure.note;
  }
  GatewayKind kind_{"", {{"listen", "", "127.0.0.1"}, InsecureOption()}, nullptr};
  Status status_;
  std::optional<graph::Role> role_;
};

TEST_F(ExposureTest, ClientsOnThisComputerAreGuests) {
  using graph::Role;
  EXPECT_EQ(Check({}, Role::kViewer), "");
  EXPECT_EQ(role_, Role::kViewer);
  EXPECT_THAT(Check({}, std::nullopt), HasSubstr("the protocol is off"));
  EXPECT_EQ(role_, std::nullopt);
  Check({{"insecure", "on"}}, std::nullopt);
  EXPECT_EQ(role_, Role::kDriver) << "it was opened to everybody";
  Check({{"listen", "0.0.0.0"}, {"insecure", "on"}}, Role::kViewer);
  EXPECT_EQ(role_, Role::kViewer);
}

TEST_F(ExposureTest, OfOtherAddressesNeedsTheFlag) {
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
