#pragma once

#include <vector>

#include "surefoot/msgs/rosapi_msgs.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::web {

/// The fields of a type and, after it, of every type it uses, once each: what rosapi's
/// message_details tells.
std::vector<msgs::rosapi_msgs::TypeDef> TypeDefs(const msgs::TypeInfo& type);

}  // namespace surefoot::gateways::web
