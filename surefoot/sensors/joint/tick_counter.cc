#include "surefoot/sensors/joint/tick_counter.h"

#include <algorithm>
#include <cmath>

namespace surefoot::sensors {
namespace {

/// How many of `count` events with this probability happen.
std::int64_t DrawCount(std::int64_t count, double probability, RandomStream* stream) {
  if (probability <= 0.0 || count <= 0) return 0;
  constexpr std::int64_t kFewEnoughToDrawEach = 100;
  if (count <= kFewEnoughToDrawEach) {
    std::int64_t happened = 0;
    for (std::int64_t i = 0; i < count; ++i) happened += stream->Uniform() < probability ? 1 : 0;
    return happened;
  }
  const double n = static_cast<double>(count);
  const double spread = std::sqrt(n * probability * (1.0 - probability));
  const double drawn = std::round(n * probability + spread * stream->Normal());
  return static_cast<std::int64_t>(std::clamp(drawn, 0.0, n));
}

std::int64_t EdgeBelow(double q, double ticks_per_unit) {
  constexpr double kMost = 1e15;
  return static_cast<std::int64_t>(std::clamp(std::floor(q * ticks_per_unit), -kMost, kMost));
}

}  // namespace

void TickCounter::Update(double q, RandomStream* stream) {
  const std::int64_t edge = EdgeBelow(q, spec_.ticks_per_unit);
  if (!started_) edge_ = edge;
  started_ = true;
  const std::int64_t passed = std::abs(edge - edge_);
  const std::int64_t seen =
      passed - DrawCount(passed, spec_.missed, stream) + DrawCount(passed, spec_.extra, stream);
  ticks_ += edge < edge_ ? -seen : seen;
  edge_ = edge;
}

void TickCounter::Archive(StateArchive* archive) { archive->Items(&started_, &edge_, &ticks_); }

}  // namespace surefoot::sensors
