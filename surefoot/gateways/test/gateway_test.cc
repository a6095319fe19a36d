#include "surefoot/gateways/gateway.h"

#include <gmock/gmock.h>

namespace surefoot::gateways {
namespace {

using testing::HasSubstr;

class GatewaySettings : public testing::Test {
 protected:
  GatewayKind kind_{"", {{"port", "", "8080"}, {"listen", "", "127.0.0.1"}}, nullptr};
};

TEST_F(GatewaySettings, HaveUsualValues) {
  EXPECT_EQ(NumberSetting(kind_, {}, "port", 0, 65535).value(), 8080.0);
  EXPECT_EQ(NumberSetting(kind_, {{"port", "0"}}, "port", 0, 65535).value(), 0.0);
  EXPECT_EQ(TextSetting(kind_, {}, "listen").value(), "127.0.0.1");
}

TEST_F(GatewaySettings, ErrorsNameOptionValueAndRange) {
  for (const char* bad : {"", "x", "8080x", "nan", "-1", "65536", "inf"}) {
    const Result<double> port = NumberSetting(kind_, {{"port", bad}}, "port", 0, 65535);
    ASSERT_FALSE(port.ok()) << bad;
    EXPECT_THAT(port.error().message, HasSubstr("port is '" + std::string(bad) + "'"));
    EXPECT_THAT(port.error().message, HasSubstr("0 to 65535"));
  }
  EXPECT_TRUE(CheckSettings(kind_, {{"port", "1"}}).ok());
  const Status unknown = CheckSettings(kind_, {{"prot", "1"}});
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("'prot'; accepted: port, listen"));
}

}  // namespace
}  // namespace surefoot::gateways
