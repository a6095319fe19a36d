#include "surefoot/gateways/gamecontroller/gateway.h"

#include <gmock/gmock.h>

#include "surefoot/graph/bridge.h"

namespace surefoot::gateways::gamecontroller {
namespace {

using testing::HasSubstr;

TEST(GameControllerGateway, OtherAddressesNeedTheFlag) {
  graph::Bridge bridge{graph::BridgeHost()};
  Metrics metrics;
  const GatewayKind kind = Kind("");
  for (const char* role : {"controller", "follower"}) {
    const auto refused = kind.start({&bridge, &metrics},
                                    {{"role", role}, {"listen", "0.0.0.0"}, {"data-port", "1"}});
    ASSERT_FALSE(refused.ok()) << role;
    EXPECT_THAT(refused.error().message, HasSubstr("listen is '0.0.0.0'"));
    EXPECT_THAT(refused.error().message, HasSubstr("insecure"));
  }
  const auto local = kind.start({&bridge, &metrics}, {{"role", "follower"}, {"data-port", "0"}});
  ASSERT_TRUE(local.ok()) << local.error().message;
  EXPECT_THAT((*local)->addresses()[0], HasSubstr("127.0.0.1"));
}

}  // namespace
}  // namespace surefoot::gateways::gamecontroller
