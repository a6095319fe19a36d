#include "surefoot/cli/evaluation/work_progress.h"

#include <cstdio>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/progress.h"

namespace surefoot::cli {
namespace {

constexpr std::chrono::milliseconds kInterval(100);
constexpr std::chrono::seconds kLogInterval(5);
constexpr int kBarWidth = 40;

}  // namespace

WorkProgress::WorkProgress(bool quiet, std::string unit)
    : quiet_(quiet), terminal_(IsTerminal(stderr)), unit_(std::move(unit)) {
  due_ = Clock::now() + (terminal_ ? Clock::duration(kInterval) : Clock::duration(kLogInterval));
}

void WorkProgress::Update(double done, double total) {
  const Clock::time_point now = Clock::now();
  if (quiet_ || now < due_) return;
  const std::string text = StrFormat("%.0f of %.0f %s", done, total, unit_.c_str());
  const double share = total > 0.0 ? done / total : 1.0;
  if (terminal_) {
    std::fprintf(stderr, "\r\033[K%s %s", BarText(share, kBarWidth).c_str(), text.c_str());
    due_ = now + kInterval;
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
    due_ = now + kLogInterval;
  }
  std::fflush(stderr);
  shown_ = true;
}

void WorkProgress::Finish() {
  if (shown_ && terminal_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace surefoot::cli
