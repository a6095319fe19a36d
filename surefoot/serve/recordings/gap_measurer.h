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

/// Compares a recording with the served world by running "surefoot gap" as a separate process:
/// minutes of simulation that do not delay the run, at lower priority. The functions run on the
/// server thread; a worker thread waits for the process.
class GapMeasurer {
 public:
  using Finder = std::function<Result<std::string>()>;
  using Request = msgs::surefoot_msgs::MeasureGap::Request;

  /// `program` is the path of surefoot; empty if nothing can be measured. `wake` wakes the server
  /// thread.
  GapMeasurer(std::string program, gateways::Files* files, std::function<void()> wake)
      : program_(std::move(program)), files_(files), wake_(wake), worker_(std::move(wake)) {}

  /// What a measurement needs, copied between two steps.
  struct Task {
    /// The present world, and the engine it runs on.
    world::WorldSpec world;
    std::string engine;
    Parts parts;
    /// The recording's name for clients, and a function that finds its file, called on the worker's
    /// thread.
    std::string name;
    Finder recording;
  };
  /// Starts a measurement and answers the call (MeasureGap) when it is done. One at a time: a new
  /// request of the same client cancels its previous one, other clients are refused.
  void Measure(const std::shared_ptr<graph::Call>& call, Task task);
  /// Cancels this client's measurement; false if there is none.
  bool Cancel(const std::string& client);
  bool running() const { return job_ != nullptr && !job_->done; }

  /// Call often: answers finished calls, and passes the program's last line to `progress`.
  void Pump(const std::function<void(const std::string&)>& progress);

  /// Shared by the worker's thread and the server thread; `mutex` guards `news`.
  struct Job {
    std::string client;
    std::atomic<bool> cancelled{false};
    std::atomic<bool> has_news{false};
    /// Server thread only.
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
  /// Declared last, so that its thread ends before the members it uses.
  Worker worker_;
};

/// The command line options of "surefoot gap" for a request. An error names the field that cannot
/// be used as one.
Result<std::vector<std::string>> GapArguments(const GapMeasurer::Request& request);

/// The reason why the program failed: its last error message, otherwise how it ended.
std::string GapFailure(const std::string& log, const std::string& how_it_ended);

}  // namespace surefoot::serve
