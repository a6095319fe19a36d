#include "surefoot/gateways/ros/robot_names.h"

#include <utility>

#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::ros {

namespace si = msgs::simulation_interfaces;

Bytes RobotsRequest() {
  si::GetEntities_Request request;
  si::EntityCategory robots;
  robots.category = si::EntityCategory::CATEGORY_ROBOT;
  request.filters.categories.push_back(robots);
  Bytes cdr;
  msgs::Encode(request, &cdr);
  return cdr;
}

std::vector<std::string> RobotNames(const Bytes& response) {
  si::GetEntities_Response decoded;
  if (!msgs::Decode(response, &decoded)) return {};
  return std::move(decoded.entities);
}

}  // namespace surefoot::gateways::ros
