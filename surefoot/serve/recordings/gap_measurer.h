#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "surefoot/gateways/files.h"
#include "surefoot/graph/call.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/worker.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::serve {

/// Compares a recording with the world that is served, by running "surefoot gap" beside the server:
/// minutes of simulation which leave the processor to others, and of which the run feels nothing.
class GapMeasurer {
 public:
  using Finder = std::function<Result<std::string>()>;
  using Request = msgs::surefoot_msgs::MeasureGap::Request;

  /// `program` is this one; empty: nothing can be measured.
  GapMeasurer(std::string program, gateways::Files* files, std::function<void()> wake)
      : program_(std::move(program)), files_(files), wake_(wake), worker_(std::move(wake)) {}

  /// What a measurement needs, taken while nothing moves.
  struct Task {
    /// The world as it is now, and the engine it runs on.
    world::WorldSpec world;
    std::string engine;
    Parts parts;
    /// What the recording is called here, and where it is; asked in the thread.
    std::string name;
    Finder recording;
  };
  /// Answers the call (MeasureGap) when it is done. One at a time: the same client's last one is
  /// given up, others are refused.
  void Measure(const std::shared_ptr<graph::Call>& call, Task task);
  /// Gives up what this client asked for; false when there is nothing.
  bool Cancel(const std::string& client);
  bool running() const { return job_ != nullptr && !job_->done; }

  /// On the server's thread: answers, and tells `progress` what the program last said.
  void Pump(const std::function<void(const std::string&)>& progress);

  /// Between the thread and the server.
  struct Job {
    std::string client;
    std::atomic<bool> cancelled{false};
    std::atomic<bool> has_news{false};
    /// On the server's thread.
    bool done = false;
    std::mutex mutex;
    std::string news;
  };

 private:
  std::string program_;
  gateways::Files* files_;
  std::function<void()> wake_;
  std::shared_ptr<Job> job_;
  int reports_ = 0;
  /// Last: it goes first.
  Worker worker_;
};

/// The options of "surefoot gap" that a request stands for. An error names the field that cannot be
/// one.
Result<std::vector<std::string>> GapArguments(const GapMeasurer::Request& request);

/// What to tell of a program that failed: its last error, else how it ended.
std::string GapFailure(const std::string& log, const std::string& how_it_ended);

}  // namespace surefoot::serve
