#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/sim/simulation.h"

namespace surefoot::cli {

/// The value of --publish: TOPIC[@RATE]=FIELD:VALUE[,FIELD:VALUE...].
struct PublishArgument {
  std::string topic;
  /// Messages per simulated second; commands of drives run out when they are not repeated.
  double rate = 10.0;
  /// Field ("linear.x") and value.
  std::vector<std::pair<std::string, std::string>> fields;
};

Result<PublishArgument> ParsePublishArgument(const std::string& text);

/// Sends messages at their rates.
class Publisher {
 public:
  /// The error names the topics that there are, or what is wrong with a field.
  static Result<Publisher> Make(const std::vector<PublishArgument>& arguments,
                                const sim::Simulation& simulation);

  /// Before each step.
  Status Update(sim::Simulation* simulation);

 private:
  struct Stream {
    sim::TopicMessage message;
    double rate = 0.0;
    std::int64_t sent = 0;
  };
  std::vector<Stream> streams_;
  SimTimeNs start_ns_ = 0;
};

}  // namespace surefoot::cli
