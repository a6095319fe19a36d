#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "surefoot/experiment/measure_kinds.h"
#include "surefoot/experiment/yaml.h"
#include "surefoot/gap/series_stats.h"
#include "surefoot/msgs/field_path.h"
#include "surefoot/session/publisher.h"

namespace surefoot::experiment {
namespace {

/// What most trials need; longer ones grow a few times.
constexpr std::size_t kRoom = 1 << 14;

struct Series {
  std::string name;
  msgs::FieldPath path;
  std::vector<double> values;
};

/// Standard deviation of the values themselves, not of what they are a sample of.
double Deviation(const std::vector<double>& values, double mean) {
  double sum = 0.0;
  for (double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

class SeriesMeasure : public Measure {
 public:
  /// `single`: the numbers do not carry the field's name.
  SeriesMeasure(std::string name, std::string topic, std::vector<std::string> fields, bool single,
                std::string where)
      : name_(std::move(name)),
        topic_(std::move(topic)),
        fields_(std::move(fields)),
        single_(single),
        where_(std::move(where)) {}

  Status Start(Session* session) override {
    graph::Graph& graph = session->simulation().graph();
    const Result<const graph::Topic*> topic = FindTopic(graph, topic_);
    if (!topic.ok()) return topic.error().Within(where_);
    for (const std::string& field : fields_) {
      Result<msgs::FieldPath> path = msgs::FieldPath::Make(*(*topic)->type, field);
      if (!path.ok()) return path.error().Within(where_ + ": " + topic_);
      const std::string name = single_ ? name_ : name_ + "." + field;
      series_.push_back(Series{name, std::move(path).value(), {}});
      series_.back().values.reserve(kRoom);
    }
    subscription_ = graph.Subscribe(topic_, [this](const graph::Delivery& delivery) {
      const void* message = delivery.message();
      if (message != nullptr) Take(message);
    });
    return Status();
  }

  bool Update(const Session&) override { return false; }

  void Finish(const Session&, TrialResult* result) override {
    subscription_.Reset();
    for (const Series& series : series_) {
      const std::vector<double>& values = series.values;
      AddMetric(series.name, "count", static_cast<double>(values.size()), result);
      if (values.empty()) continue;
      const gap::SeriesStats stats = gap::StatsOf(values);
      AddMetric(series.name, "mean", stats.mean, result);
      AddMetric(series.name, "top", stats.top, result);
      AddMetric(series.name, "bottom", stats.bottom, result);
      AddMetric(series.name, "range", stats.range(), result);
      AddMetric(series.name, "min", *std::min_element(values.begin(), values.end()), result);
      AddMetric(series.name, "max", *std::max_element(values.begin(), values.end()), result);
      AddMetric(series.name, "std", Deviation(values, stats.mean), result);
    }
  }

 private:
  /// Numbers that are not finite say that nothing was measured (a laser's far rays).
  void Take(const void* message) {
    for (Series& series : series_) {
      const std::optional<double> value = series.path.Get(message);
      if (value && std::isfinite(*value)) series.values.push_back(*value);
    }
  }

  std::string name_;
  std::string topic_;
  std::vector<std::string> fields_;
  bool single_;
  std::string where_;
  std::vector<Series> series_;
  graph::Subscription subscription_;
};

}  // namespace

MeasureKind SeriesMetric() {
  MeasureKind kind;
  kind.help = "statistics of numbers on a topic";
  kind.make = [](const std::string& name,
                 const world::ElementReader& reader) -> std::unique_ptr<Measure> {
    RefuseUnknown(reader, {"kind", "topic", "field", "fields"});
    const std::string topic = RequiredText(reader, "topic", "/husky/imu/data");
    std::vector<std::string> fields = Texts(reader, "fields");
    const bool single = reader.Has("field");
    if (single == reader.Has("fields")) {
      reader.Error("field", single ? "cannot be given with `fields`" : "is missing", "",
                   "write field: angular_velocity.x, or a list `fields`");
    }
    if (single) fields = {reader.Text("field")};
    return std::make_unique<SeriesMeasure>(name, graph::TopicName("", topic), std::move(fields),
                                           single, PlaceOf(reader.element()));
  };
  return kind;
}

}  // namespace surefoot::experiment
