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
  const Settings none;
  const Settings zero{{"port", "0"}};
  EXPECT_EQ(SettingsReader(kind_, none).Number("port", 0, 65535), 8080.0);
  EXPECT_EQ(SettingsReader(kind_, zero).Number("port", 0, 65535), 0.0);
  EXPECT_EQ(SettingsReader(kind_, none).Text("listen"), "127.0.0.1");
}

TEST_F(GatewaySettings, ErrorsNameOptionValueAndRange) {
  for (const char* bad : {"", "x", "8080x", "nan", "-1", "65536", "inf"}) {
    const Settings settings{{"port", bad}};
    SettingsReader reader(kind_, settings);
    reader.Number("port", 0, 65535);
    ASSERT_FALSE(reader.status().ok()) << bad;
    EXPECT_THAT(reader.status().error().message, HasSubstr("port is '" + std::string(bad) + "'"));
    EXPECT_THAT(reader.status().error().message, HasSubstr("0 to 65535"));
  }
  const Settings good{{"port", "1"}};
  const Settings bad{{"prot", "1"}};
  EXPECT_TRUE(SettingsReader(kind_, good).status().ok());
  const Status unknown = SettingsReader(kind_, bad).status();
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("'prot'; accepted: port, listen"));
}

}  // namespace
}  // namespace surefoot::gateways
