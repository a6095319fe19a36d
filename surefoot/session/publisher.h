#pragma once

/// Messages sent to a run at fixed rates: those of --publish and of experiment files.

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

/// A field that varies: values at times (s after the start, increasing). Constant before the first
/// and after the last point.
struct Course {
  std::string field;
  std::vector<std::pair<double, double>> points;
  /// Linear interpolation between the points; otherwise, each value holds until the next one.
  bool interpolated = true;

  double At(double seconds) const;
};

struct MessageStream {
  std::string topic;
  /// Messages per simulated second (Hz); commands to drives expire if they are not repeated.
  double rate = 10.0;
  /// Times of start and end (s after the start of the run); the end is exclusive.
  double from = 0.0;
  double until = std::numeric_limits<double>::infinity();
  /// Field ("linear.x") and value.
  std::vector<std::pair<std::string, std::string>> fields;
  std::vector<Course> courses;
};

/// A topic of the run; the error suggests a similar one, or lists all.
Result<const graph::Topic*> FindTopic(const graph::Graph& graph, const std::string& name);

/// Sends messages at their rates.
///
///   Publisher publisher = SUREFOOT_TRY(Publisher::Make(streams, *simulation));
///   while (...) {
///     SUREFOOT_TRY(publisher.Update(simulation));
///     SUREFOOT_TRY(simulation->Step());
///   }
class Publisher {
 public:
  /// Times count from this call. Fails if a topic or field does not exist.
  static Result<Publisher> Make(const std::vector<MessageStream>& streams,
                                const sim::Simulation& simulation);

  /// Call before each step.
  Status Update(sim::Simulation* simulation);

 private:
  struct Stream {
    sim::TopicMessage message;
    double rate = 0.0;
    double from = 0.0;
    double until = 0.0;
    std::int64_t sent = 0;
    /// The varying fields, and the message they are set in.
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
