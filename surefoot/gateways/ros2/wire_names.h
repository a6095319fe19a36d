#pragma once

/// Names of ROS 2 in DDS, by the rules of rmw_fastrtps and rmw_cyclonedds
/// (https://design.ros2.org/articles/topic_and_service_names.html).

#include <string>
#include <string_view>

namespace surefoot::gateways::ros2 {

/// "/imu/data" gives "rt/imu/data".
std::string TopicOnWire(std::string_view ros_name);
/// The reverse; empty if it is not the topic of a ROS topic, but for example of a service.
std::string TopicOfWire(std::string_view dds_topic);
/// The service whose requests have this topic, "rq/resetRequest" gives "/reset"; empty if none.
std::string ServiceOfWire(std::string_view dds_topic);

/// "sensor_msgs/msg/Imu" gives "sensor_msgs::msg::dds_::Imu_"; `suffix` extends the last part:
/// "std_srvs/srv/Trigger" with "_Request" gives "std_srvs::srv::dds_::Trigger_Request_".
std::string TypeOnWire(std::string_view ros_type, std::string_view suffix = "");
/// The reverse, for messages to people; a name that is not by these rules is returned unchanged.
std::string TypeOfWire(std::string_view dds_type);

}  // namespace surefoot::gateways::ros2
