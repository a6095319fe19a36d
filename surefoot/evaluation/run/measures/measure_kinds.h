#pragma once

/// The kinds of metric and condition, one function each. Private to this folder.

#include <memory>
#include <string>

#include "surefoot/evaluation/run/measures/measure.h"

namespace surefoot::experiment {

MeasureKind SeriesMetric();
MeasureKind PathMetric();
MeasureKind SlipMetric();
MeasureKind ContactsMetric();
MeasureKind OdometryErrorMetric();
MeasureKind EnergyMetric();
MeasureKind WheelsMetric();

MeasureKind GoalCondition();
MeasureKind NoCollisionCondition();
MeasureKind TimeCondition();
MeasureKind SlipCondition();
MeasureKind UprightCondition();
MeasureKind InsideCondition();
MeasureKind MetricCondition();

/// A kind whose measures are constructed from their name and their reader.
template <typename T>
MeasureKind KindOf(const char* help) {
  return {help, [](const std::string& name, const world::ElementReader& reader) {
            return std::unique_ptr<Measure>(std::make_unique<T>(name, reader));
          }};
}

/// Adds "name.what".
void AddMetric(const std::string& name, const std::string& what, double value, TrialResult* result);

/// A number with few digits for sentences: "0.3", "12.41".
std::string Short(double value);

/// Base of metrics and conditions: name, place in the file for messages, and start time.
class TimedMeasure : public Measure {
 public:
  TimedMeasure(std::string name, const world::ElementReader& reader);

  Status Start(Session* session) final;

 protected:
  virtual Status Begin(Session* session) = 0;
  /// Adds a verdict of this condition.
  void Judge(bool passed, const std::string& text, TrialResult* result) const;
  void Add(const std::string& what, double value, TrialResult* result) const {
    AddMetric(name_, what, value, result);
  }
  /// Simulated seconds since the start.
  double Elapsed(const Session& session) const;

  const std::string name_;

 private:
  std::string where_;
  SimTimeNs start_ns_ = 0;
};

}  // namespace surefoot::experiment
