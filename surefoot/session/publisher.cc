#include "surefoot/session/publisher.h"

#include <algorithm>

#include "surefoot/base/try.h"
#include "surefoot/graph/graph.h"
#include "surefoot/world/parse.h"

namespace surefoot {
namespace {

/// Step sizes are integers of nanoseconds; seconds computed from them are rounded.
constexpr double kSlack = 1e-9;

}  // namespace

// The last value that is due, or the interpolated one.
double Course::At(double seconds) const {
  const auto after = std::upper_bound(
      points.begin(), points.end(), seconds + kSlack,
      [](double time, const std::pair<double, double>& point) { return time < point.first; });
  if (after == points.begin()) return points.front().second;
  const auto& [time, value] = *(after - 1);
  if (!interpolated || after == points.end()) return value;
  const double share = (seconds - time) / (after->first - time);
  return value + share * (after->second - value);
}

/// The error suggests the nearest name.
Result<const graph::Topic*> FindTopic(const graph::Graph& graph, const std::string& name) {
  if (const graph::Topic* topic = graph.FindTopic(name)) return topic;
  std::vector<std::string> names;
  for (const auto& known : graph.topics()) names.push_back(known->name);
  return Error{"there is no topic '" + name + "'; " +
               (names.empty() ? "this world has none" : world::NameAdvice(name, names))};
}

// Fields with a fixed value are set once.
Result<Publisher::Stream> Publisher::MakeStream(const MessageStream& stream,
                                                const graph::Topic& topic) {
  Stream made;
  made.type = topic.type;
  made.typed = topic.type->make();
  for (const auto& [field, value] : stream.fields) {
    const std::string problem = msgs::SetField(*topic.type, field, value, made.typed.get());
    if (!problem.empty()) return Error{problem};
  }
  for (const Course& course : stream.courses) {
    msgs::FieldPath path = SUREFOOT_TRY(msgs::FieldPath::Make(*topic.type, course.field));
    for (const auto& point : course.points) {
      if (path.Set(point.second, made.typed.get())) continue;
      return Error{"'" + std::to_string(point.second) + "' does not fit the field '" +
                   course.field + "'"};
    }
    made.courses.emplace_back(std::move(path), course);
  }
  made.message.topic = stream.topic;
  made.message.type = topic.type->name;
  made.type->encode(made.typed.get(), &made.message.cdr);
  made.rate = stream.rate;
  made.from = stream.from;
  made.until = stream.until;
  return made;
}

// Times count from the present time of the simulation.
Result<Publisher> Publisher::Make(const std::vector<MessageStream>& streams,
                                  const sim::Simulation& simulation) {
  Publisher publisher;
  publisher.start_ns_ = simulation.time_ns();
  for (const MessageStream& stream : streams) {
    const graph::Topic* topic = SUREFOOT_TRY(FindTopic(simulation.graph(), stream.topic));
    Result<Stream> made = MakeStream(stream, *topic);
    if (!made.ok()) {
      return made.error().Within(stream.topic + " (" + topic->type->name + ")");
    }
    publisher.streams_.push_back(std::move(made).value());
  }
  return publisher;
}

// Encodes again only if values change.
Status Publisher::Send(double seconds, Stream* stream, sim::Simulation* simulation) {
  ++stream->sent;
  if (!stream->courses.empty()) {
    for (const auto& [path, course] : stream->courses) {
      path.Set(course.At(seconds), stream->typed.get());
    }
    stream->type->encode(stream->typed.get(), &stream->message.cdr);
  }
  return simulation->Apply(stream->message);
}

// Called before each step; at most one message per stream and step.
Status Publisher::Update(sim::Simulation* simulation) {
  const double seconds = ToSeconds(simulation->time_ns() - start_ns_);
  for (Stream& stream : streams_) {
    if (seconds > stream.until - kSlack) continue;
    if ((seconds - stream.from) * stream.rate < static_cast<double>(stream.sent) - kSlack) continue;
    SUREFOOT_TRY(Send(seconds, &stream, simulation));
  }
  return Status();
}

}  // namespace surefoot
