#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre_kinds.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/graph/graph.h"
#include "surefoot/session/publisher.h"
#include "surefoot/world/parse.h"

// Publishes messages at a fixed rate, with fields that are constants or functions
// of time. Rates are in simulated time, so commands arrive at the same step on every machine.

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

constexpr double kMaxRate = 1000.0;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class PublishManoeuvre : public Manoeuvre {
 public:
  PublishManoeuvre(std::vector<MessageStream> streams, std::string where)
      : streams_(std::move(streams)), where_(std::move(where)) {}

  Status Start(const Trial&, Session* session) override {
    publisher_ = SUREFOOT_TRY(Within(where_, Publisher::Make(streams_, session->simulation())));
    return Status();
  }
  Status Update(Session* session) override {
    const Status status = publisher_->Update(&session->simulation());
    return status.ok() ? status : Status(status.error().Within(where_));
  }

 private:
  std::vector<MessageStream> streams_;
  std::string where_;
  std::optional<Publisher> publisher_;
};

/// Parses "[[0, 0.1], [2, 0.5]]", pairs of time (s) and value.
void ReadPoints(const Element& list, Problems* problems, Course* course) {
  for (const Element& item : list.children) {
    const auto pair = world::ParseVector(item.text, 2, item.source, problems);
    if (!pair) return;
    const double time = (*pair)[0];
    if (!course->points.empty() && !(time > course->points.back().first)) {
      problems->Error(item.source, "the times of a course must increase", item.text);
      return;
    }
    course->points.emplace_back(time, (*pair)[1]);
  }
  if (course->points.empty()) {
    problems->Error(list.source, "a course needs points", list.text,
                    "write [[time, value], [time, value], ...]");
  }
}

MessageStream ReadStream(const Element& element, Problems* problems) {
  const ElementReader reader(element, problems);
  MessageStream stream;
  stream.topic = graph::TopicName("", RequiredText(reader, "topic", "/husky/cmd_vel"));
  stream.rate = reader.Number("rate", stream.rate, 1e-3, kMaxRate);
  stream.from = reader.Number("from", 0.0, 0.0, 1e6);
  stream.until = reader.Number("until", kInfinity, stream.from, kInfinity);
  const bool interpolated = reader.Choice(reader.WithOldName("interpolation", "between"),
                                          {"linear", "hold"}, "linear") == "linear";
  for (const Element& field : reader.Child("fields").element().children) {
    stream.fields.emplace_back(field.name, field.text);
  }
  for (const Element& field : reader.Child("values").element().children) {
    Course course{field.name, {}, interpolated};
    ReadPoints(field, problems, &course);
    stream.courses.push_back(std::move(course));
  }
  RefuseUnknown(reader);
  return stream;
}

}  // namespace

std::unique_ptr<Manoeuvre> MakePublish(const Element& list, Problems* problems) {
  const int before = problems->error_count();
  std::vector<MessageStream> streams;
  for (const Element& item : list.children) {
    if (item.name != "item") {
      // A single mapping instead of a list.
      streams.push_back(ReadStream(list, problems));
      break;
    }
    streams.push_back(ReadStream(item, problems));
  }
  if (streams.empty()) {
    problems->Error(list.source, "nothing to publish", list.text,
                    "write a list of {topic: /husky/cmd_vel, fields: {linear.x: 0.5}}");
  }
  if (problems->error_count() > before) return nullptr;
  return std::make_unique<PublishManoeuvre>(std::move(streams), PlaceOf(list));
}

}  // namespace surefoot::experiment
