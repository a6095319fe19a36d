#include "surefoot/gateways/ros2/wire_names.h"

namespace surefoot::gateways::ros2 {
namespace {

constexpr std::string_view kTopicPrefix = "rt/";
constexpr std::string_view kRequestPrefix = "rq/";
constexpr std::string_view kRequestSuffix = "Request";
constexpr std::string_view kNamespace = "::dds_::";

}  // namespace

std::string TopicOnWire(std::string_view ros_name) { return "rt" + std::string(ros_name); }

std::string TopicOfWire(std::string_view dds_topic) {
  if (!dds_topic.starts_with(kTopicPrefix)) return "";
  return std::string(dds_topic.substr(kTopicPrefix.size() - 1));
}

std::string ServiceOfWire(std::string_view dds_topic) {
  if (!dds_topic.starts_with(kRequestPrefix) || !dds_topic.ends_with(kRequestSuffix)) return "";
  dds_topic.remove_suffix(kRequestSuffix.size());
  return std::string(dds_topic.substr(kRequestPrefix.size() - 1));
}

std::string TypeOnWire(std::string_view ros_type, std::string_view suffix) {
  const std::size_t first = ros_type.find('/');
  const std::size_t last = ros_type.rfind('/');
  std::string name(ros_type.substr(0, first));
  name += "::";
  name += ros_type.substr(first + 1, last - first - 1);
  name += kNamespace;
  name += ros_type.substr(last + 1);
  name += suffix;
  return name + "_";
}

std::string TypeOfWire(std::string_view dds_type) {
  const std::size_t kind = dds_type.find("::");
  const std::size_t type = dds_type.find(kNamespace);
  if (type == std::string_view::npos || kind >= type || !dds_type.ends_with('_')) {
    return std::string(dds_type);
  }
  std::string name(dds_type.substr(0, kind));
  name += "/";
  name += dds_type.substr(kind + 2, type - kind - 2);
  name += "/";
  const std::size_t begin = type + kNamespace.size();
  name += dds_type.substr(begin, dds_type.size() - begin - 1);
  return name;
}

}  // namespace surefoot::gateways::ros2
