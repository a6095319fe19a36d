#include "surefoot/cli/publish_argument.h"

#include <memory>
#include <utility>

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

Error NoTopic(const std::string& topic, const graph::Graph& graph) {
  std::vector<std::string> names;
  for (const auto& known : graph.topics()) names.push_back(known->name);
  return Error{"--publish: there is no topic '" + topic + "'; " +
               (names.empty() ? "this world has none" : world::NameAdvice(topic, names))};
}

}  // namespace

Result<PublishArgument> ParsePublishArgument(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return Wrong(text, "there is no '='");
  PublishArgument argument;
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

Result<Publisher> Publisher::Make(const std::vector<PublishArgument>& arguments,
                                  const sim::Simulation& simulation) {
  Publisher publisher;
  publisher.start_ns_ = simulation.time_ns();
  for (const PublishArgument& argument : arguments) {
    const graph::Topic* topic = simulation.graph().FindTopic(argument.topic);
    if (topic == nullptr) return NoTopic(argument.topic, simulation.graph());
    const std::shared_ptr<void> message = topic->type->make();
    for (const auto& [field, value] : argument.fields) {
      const std::string problem = topic->type->set_field(field, value, message.get());
      if (!problem.empty()) {
        return Error{"--publish " + argument.topic + " (" + topic->type->name + "): " + problem};
      }
    }
    Stream stream;
    stream.message.topic = argument.topic;
    stream.message.type = topic->type->name;
    topic->type->encode(message.get(), &stream.message.cdr);
    stream.rate = argument.rate;
    publisher.streams_.push_back(std::move(stream));
  }
  return publisher;
}

Status Publisher::Update(sim::Simulation* simulation) {
  for (Stream& stream : streams_) {
    const double elapsed = ToSeconds(simulation->time_ns() - start_ns_);
    if (elapsed * stream.rate < static_cast<double>(stream.sent) - 1e-9) continue;
    ++stream.sent;
    const Status status = simulation->Apply(stream.message);
    if (!status.ok()) return status.error().Within("--publish");
  }
  return Status();
}

}  // namespace surefoot::cli
