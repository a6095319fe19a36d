#include "surefoot/serve/loop_watch.h"

#include <algorithm>
#include <ctime>

#include "surefoot/base/text.h"

namespace surefoot::serve {
namespace {

/// A block of 50 ms is noticeable for people who drive a robot.
constexpr std::int64_t kLongNs = 50'000'000;
constexpr std::chrono::milliseconds kLookEvery(200);

/// Processor time of the calling thread: a block that lasts because others use the machine does not
/// count.
std::int64_t ThreadCpuNs() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{1'000'000'000} * now.tv_sec + now.tv_nsec;
}

}  // namespace

LoopWatch::LoopWatch(gateways::Metrics* metrics, Options options) : options_(std::move(options)) {
  using Kind = gateways::Metrics::Kind;
  max_block_ = metrics->Find("surefoot_loop_block_seconds_max", Kind::kGauge,
                             "Longest time without processing requests of clients");
  long_blocks_ = metrics->Find("surefoot_loop_long_blocks_total", Kind::kCounter,
                               "Times that no requests of clients were processed for 50 ms");
  thread_ = std::thread([this] { Watch(); });
}

LoopWatch::~LoopWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  condition_.notify_all();
  thread_.join();
}

void LoopWatch::Begin() {
  busy_ns_ = NowNs();
  beat_ns_.store(busy_ns_, std::memory_order_relaxed);
  if (options_.cpu) busy_cpu_ns_ = ThreadCpuNs();
}

void LoopWatch::EndBlock() {
  const std::int64_t now = NowNs();
  beat_ns_.store(now, std::memory_order_relaxed);
  if (busy_ns_ == 0) return;
  const std::int64_t block = now - busy_ns_;
  busy_ns_ = 0;
  if (block >= kLongNs) long_blocks_->Add();
  // Only this thread writes, apart from ResetMax, which tests call between turns; hence no
  // compare-and-swap.
  if (block > max_ns_.load(std::memory_order_relaxed)) {
    max_ns_.store(block, std::memory_order_relaxed);
    max_block_->Set(static_cast<double>(block) * 1e-9);
  }
  if (!options_.cpu) return;
  const std::int64_t cpu = ThreadCpuNs() - busy_cpu_ns_;
  max_cpu_ns_ = std::max(max_cpu_ns_.load(), cpu);
}

void LoopWatch::ResetMax() {
  max_ns_ = 0;
  max_cpu_ns_ = 0;
}

std::string LoopWatch::Trouble() const {
  const std::int64_t beat = beat_ns_.load(std::memory_order_relaxed);
  if (beat == kResting) return "";
  const std::int64_t silent = NowNs() - beat;
  if (std::chrono::nanoseconds(silent) < options_.limit) return "";
  return "the simulation loop has been stuck for " +
         NumberText(static_cast<double>(silent / 100'000'000) * 0.1, 4) + " s";
}

void LoopWatch::Watch() {
  bool hung = false;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!condition_.wait_for(lock, kLookEvery, [this] { return ends_; })) {
    const std::string trouble = Trouble();
    const bool is_new = !trouble.empty() && !hung;
    hung = !trouble.empty();
    if (is_new && options_.log) options_.log(trouble + "; /healthz answers 503 until it continues");
  }
}

}  // namespace surefoot::serve
