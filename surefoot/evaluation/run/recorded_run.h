#pragma once

/// What figures need of the recording of a trial.

#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::experiment {

/// Numbers over time; time counts from the start of the recording.
struct RecordedValues {
  std::vector<double> time;
  /// One per field, each as long as `time`.
  std::vector<std::vector<double>> values;
};
Result<RecordedValues> ReadValues(const std::string& recording, const std::string& topic,
                                  const std::vector<std::string>& fields);

/// Where a model went: x and y of its first link.
struct RecordedPath {
  std::vector<double> time;
  std::vector<double> x;
  std::vector<double> y;
};
Result<RecordedPath> ReadPath(const std::string& recording, const std::string& model);

}  // namespace surefoot::experiment
