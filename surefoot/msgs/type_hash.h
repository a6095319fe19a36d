#pragma once

/// The hashes of REP-2016 ("RIHS01_..."), by which ROS 2 since Iron identifies definitions. They
/// are computed when the messages are generated (type_hash.py).

#include <string>

#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// The key that an endpoint announces in its user data, "typehash=RIHS01_...;": topics that of
/// their message, services and their clients that of the service, for requests and responses alike.
inline std::string TypeHash(const TypeInfo& type) { return type.type_hash; }
inline std::string TypeHash(const ServiceInfo& service) { return service.type_hash; }

/// Of what an action consists of on the wire; CancelGoal and GoalStatusArray are types of
/// action_msgs.
struct ActionTypeHashes {
  std::string send_goal;
  std::string get_result;
  std::string feedback_message;
};

inline ActionTypeHashes TypeHash(const ActionInfo& action) {
  return {action.send_goal_hash, action.get_result_hash, action.feedback_message_hash};
}

}  // namespace surefoot::msgs
