#include "surefoot/gateways/ros2/failure_response.h"

#include <gtest/gtest.h>

#include "surefoot/msgs/gazebo_msgs.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/std_srvs.h"

namespace surefoot::gateways::ros2 {
namespace {

namespace si = msgs::simulation_interfaces;

template <typename Response>
Response Failed(const std::string& reason) {
  Response response;
  EXPECT_TRUE(msgs::Decode(FailureResponse(Response::type(), reason), &response));
  return response;
}

TEST(FailureResponse, SaysWhyInTheFieldsThatTheTypeHas) {
  const auto flag = Failed<msgs::std_srvs::SetBool::Response>("the horn is broken");
  EXPECT_FALSE(flag.success);
  EXPECT_EQ(flag.message, "the horn is broken");
  const auto simulation = Failed<si::LoadWorld::Response>("no such file");
  EXPECT_EQ(simulation.result.result, si::Result::RESULT_OPERATION_FAILED);
  EXPECT_EQ(simulation.result.error_message, "no such file");
  EXPECT_EQ(Failed<msgs::gazebo_msgs::SpawnModel::Response>("no").status_message, "no");
}

TEST(FailureResponse, IsEmptyWhereTheTypeHasNoSuchField) {
  EXPECT_EQ(FailureResponse(msgs::std_srvs::Empty::Response::type(), "no"), (Bytes{0, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace surefoot::gateways::ros2
