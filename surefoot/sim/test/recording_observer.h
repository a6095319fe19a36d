#pragma once

#include <string>
#include <vector>

#include "surefoot/sim/simulation.h"

namespace surefoot::sim::test {

/// Writes one line for each call.
class RecordingObserver final : public Observer {
 public:
  void OnInput(std::int64_t next_step, const Input& input) override {
    lines.push_back("input " + std::to_string(next_step) + ": " + Describe(input));
  }
  void OnRejected(std::int64_t next_step, const Input& input, const Error& error) override {
    lines.push_back("rejected " + std::to_string(next_step) + ": " + Describe(input) + ": " +
                    error.message);
  }
  void OnWorld(const Simulation& simulation) override {
    lines.push_back("world of " + std::to_string(simulation.world().model_count()));
  }
  void OnStep(const Simulation& simulation) override {
    lines.push_back("step " + std::to_string(simulation.step_count()));
    hashes.push_back(simulation.hash());
  }

  std::vector<std::string> lines;
  std::vector<std::uint64_t> hashes;
};

}  // namespace surefoot::sim::test
