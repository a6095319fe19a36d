#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/statistics/series_stats.h"
#include "surefoot/msgs/field_path.h"
#include "surefoot/session/publisher.h"

// Metric `series`: statistics of fields of any topic. Fields are read by their path in the
// message's schema, so that it works for user-defined messages, too.

namespace surefoot::experiment {
namespace {

/// Initial capacity in samples, enough for most trials.
constexpr std::size_t kRoom = 1 << 14;

struct Series {
  std::string name;
  msgs::FieldPath path;
  std::vector<double> values;
};

/// Population standard deviation (division by n): the values are the whole series and not a sample.
double Deviation(const std::vector<double>& values, double mean) {
  double sum = 0.0;
  for (double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

class SeriesMeasure : public TimedMeasure {
 public:
  SeriesMeasure(const std::string& name, const world::ElementReader& reader)
      : TimedMeasure(name, reader),
        topic_(graph::TopicName("", RequiredText(reader, "topic", "/husky/imu/data"))),
        fields_(Texts(reader, "fields")),
        single_(reader.Has("field")) {
    RefuseUnknown(reader, {"kind", "topic", "field", "fields"});
    if (single_ == reader.Has("fields")) {
      reader.Error("field", single_ ? "cannot be given with `fields`" : "is missing", "",
                   "write field: angular_velocity.x, or a list `fields`");
    }
    if (single_) fields_ = {reader.Text("field")};
  }

  Status Begin(Session* session) override {
    graph::Graph& graph = session->simulation().graph();
    const graph::Topic* topic = SUREFOOT_TRY(FindTopic(graph, topic_));
    for (const std::string& field : fields_) {
      msgs::FieldPath path =
          SUREFOOT_TRY(Within(topic_, msgs::FieldPath::Make(*topic->type, field)));
      const std::string name = single_ ? name_ : name_ + "." + field;
      series_.push_back(Series{name, std::move(path), {}});
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
  /// Ignores values that are not finite, which mean "no measurement" (a LIDAR's rays without an
  /// echo).
  void Take(const void* message) {
    for (Series& series : series_) {
      const std::optional<double> value = series.path.Get(message);
      if (value && std::isfinite(*value)) series.values.push_back(*value);
    }
  }

  std::string topic_;
  std::vector<std::string> fields_;
  /// With a single field, the names of the numbers do not contain the field.
  bool single_;
  std::vector<Series> series_;
  graph::Subscription subscription_;
};

}  // namespace

MeasureKind SeriesMetric() { return KindOf<SeriesMeasure>("statistics of numbers on a topic"); }

}  // namespace surefoot::experiment
