#include "surefoot/msgs/type_hash.h"

#include <gtest/gtest.h>

#include <map>

#include "surefoot/msgs/std_srvs.h"

namespace surefoot::msgs {
namespace {

// As ROS 2 Jazzy announces them; integration/cdr_independent compares all messages with rosbags.
TEST(TypeHash, OfRos2) {
  const std::map<std::string, std::string> hashes = {
      {"std_msgs/String", "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"},
      {"sensor_msgs/Range", "b42b62562e93cbfe9d42b82fe5994dfa3d63d7d5c90a317981703f7388adff3a"},
      {"rosgraph_msgs/Clock", "692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564"},
      {"action_msgs/GoalStatusArray",
       "6c1684b00f177d37438febe6e709fc4e2b0d4248dca4854946f9ed8b30cda83e"},
  };
  for (const auto& [name, hash] : hashes) {
    EXPECT_EQ(TypeHash(*FindType(name)), "RIHS01_" + hash) << name;
  }
  EXPECT_EQ(TypeHash(*FindServiceType("action_msgs/CancelGoal")->request),
            "RIHS01_3d3c84653c1f96918086887e1dcb236faec88b81a5b14fd4cf4840065bcdf8af");
  EXPECT_EQ(TypeHash(std_srvs::Trigger::service()),
            "RIHS01_eeff2cd6fa5ad9d27cdf4dec64818317839b62f212a91e6b5304b634b2062c5f");
}

}  // namespace
}  // namespace surefoot::msgs
