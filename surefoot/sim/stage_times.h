#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace surefoot::sim {

/// The stages of a step, in their order.
enum class Stage { kEvents, kDrives, kGround, kPhysics, kSensors, kPublish, kHash, kCount };

/// Names for reports: "events", "drives", ...
const char* StageName(Stage stage);

/// Wall time spent in each stage since the start. Measuring costs one clock query for each stage.
class StageTimes {
 public:
  using Clock = std::chrono::steady_clock;

  void StartStep() { last_ = Clock::now(); }
  /// Adds the time since the last call to `stage`.
  void Finish(Stage stage) {
    const Clock::time_point now = Clock::now();
    total_[static_cast<std::size_t>(stage)] += now - last_;
    last_ = now;
  }
  double Seconds(Stage stage) const {
    return std::chrono::duration<double>(total_[static_cast<std::size_t>(stage)]).count();
  }

 private:
  std::array<Clock::duration, static_cast<std::size_t>(Stage::kCount)> total_{};
  Clock::time_point last_;
};

}  // namespace surefoot::sim
