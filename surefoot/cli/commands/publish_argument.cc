#include "surefoot/cli/commands/publish_argument.h"

#include <algorithm>
#include <vector>

#include "surefoot/graph/graph.h"
#include "surefoot/world/parse.h"

namespace surefoot::cli {
namespace {

constexpr double kMostRate = 1000.0;

Error Wrong(const std::string& text, const std::string& why) {
  return Error{"--publish " + text + ": " + why +
               "; write TOPIC[@RATE]=FIELD:VALUE,..., for example "
               "/husky/cmd_vel=linear.x:0.5,angular.z:0.2"};
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

}  // namespace

Result<MessageStream> ParsePublishArgument(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return Wrong(text, "there is no '='");
  MessageStream argument;
  argument.topic = text.substr(0, equals);
  const std::size_t at = argument.topic.find('@');
  if (at != std::string::npos) {
    Problems problems;
    const auto rate = world::ParseDouble(argument.topic.substr(at + 1), Source(), &problems);
    if (!rate || !(*rate > 0.0 && *rate <= kMostRate)) {
      return Wrong(text, "the rate must lie above 0 and not above 1000 Hz");
    }
    argument.rate = *rate;
    argument.topic.resize(at);
  }
  if (argument.topic.empty()) return Wrong(text, "the topic is missing");
  argument.topic = graph::TopicName("", argument.topic);
  if (equals + 1 == text.size()) return argument;
  for (const std::string& field : Split(text.substr(equals + 1), ',')) {
    const std::size_t colon = field.find(':');
    if (colon == std::string::npos) return Wrong(text, "'" + field + "' has no ':'");
    argument.fields.emplace_back(field.substr(0, colon), field.substr(colon + 1));
  }
  return argument;
}

}  // namespace surefoot::cli
