#pragma once

/// Messages that are sent to a run at a rate: those of --publish and of experiment files.

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/msgs/field_path.h"
#include "surefoot/sim/simulation.h"

namespace surefoot {

/// A field that changes: values at times (s after the start, rising). Before the first and after
/// the last it stays as it is there.
struct Course {
  std::string field;
  std::vector<std::pair<double, double>> points;
  /// Straight lines between the points; otherwise a value holds until the next one.
  bool interpolated = true;

  double At(double seconds) const;
};

struct MessageStream {
  std::string topic;
  /// Messages per simulated second; commands of drives run out when they are not repeated.
  double rate = 10.0;
  /// When it begins, and before when it ends (s after the start).
  double from = 0.0;
  double until = std::numeric_limits<double>::infinity();
  /// Field ("linear.x") and value.
  std::vector<std::pair<std::string, std::string>> fields;
  std::vector<Course> courses;
};

/// A topic of the run; the error names the nearest one, or all that there are.
Result<const graph::Topic*> FindTopic(const graph::Graph& graph, const std::string& name);

/// Sends messages at their rates.
class Publisher {
 public:
  /// Times count from here. The error says what is wrong with a topic or a field.
  static Result<Publisher> Make(const std::vector<MessageStream>& streams,
                                const sim::Simulation& simulation);

  /// Before each step.
  Status Update(sim::Simulation* simulation);

 private:
  struct Stream {
    sim::TopicMessage message;
    double rate = 0.0;
    double from = 0.0;
    double until = 0.0;
    std::int64_t sent = 0;
    /// What changes, and the message it changes.
    std::vector<std::pair<msgs::FieldPath, Course>> courses;
    const msgs::TypeInfo* type = nullptr;
    std::shared_ptr<void> typed;
  };
  static Result<Stream> MakeStream(const MessageStream& stream, const graph::Topic& topic);
  static Status Send(double seconds, Stream* stream, sim::Simulation* simulation);

  std::vector<Stream> streams_;
  SimTimeNs start_ns_ = 0;
};

}  // namespace surefoot
