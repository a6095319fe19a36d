#include "surefoot/serve/services/command_call.h"

#include <gtest/gtest.h>

namespace surefoot::serve {
namespace {

TEST(CommandCall, IsTheServiceThatDoesIt) {
  const auto call = [](const std::string& line) {
    return ToCall(events::ParseCommand(line).value(), line).value();
  };
  EXPECT_EQ(call("pause").service, "/set_simulation_state");
  EXPECT_EQ(call("light lamp off").service, "/surefoot/set_light");
  EXPECT_NE(call("light lamp off").request.find("\"on\":false"), std::string::npos);
  EXPECT_EQ(call("fire gust").service, "/surefoot/events/fire");
  EXPECT_EQ(call("reset state").request, "{\"scope\":2}");
  // A command without a service of its own is passed to the run as text.
  for (const char* line : {"script count", "light lamp toggle", "attach a b::l c::l", "detach a",
                           "say hello", "fire a b", "fire a after 2"}) {
    EXPECT_EQ(call(line).service, "/surefoot/events/fire") << line;
    const std::string request = call(line).request;
    EXPECT_NE(request.find("\"subject\":\"" + std::string(line)), std::string::npos) << request;
    EXPECT_NE(request.find("\"action\":\"do\""), std::string::npos) << request;
  }
}

}  // namespace
}  // namespace surefoot::serve
