#pragma once

/// Reads from a trial's recording what figures show.

#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::experiment {

/// Fields of a topic over time, s from the start of the recording.
struct RecordedValues {
  std::vector<double> time;
  /// One per field, each as long as `time`.
  std::vector<std::vector<double>> values;
};
Result<RecordedValues> ReadValues(const std::string& recording, const std::string& topic,
                                  const std::vector<std::string>& fields);

/// Path of a model on the ground: x and y of its first link, m.
struct RecordedPath {
  std::vector<double> time;
  std::vector<double> x;
  std::vector<double> y;
};
Result<RecordedPath> ReadPath(const std::string& recording, const std::string& model);

}  // namespace surefoot::experiment
