#include "surefoot/base/process/process_usage.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

// Times come from /proc and getrusage(). They are for reports only: nothing in a run depends on
// them.

namespace surefoot {
namespace {

/// Start of the process (s since boot); negative if the system does not report it.
double StartSinceBoot() {
  std::ifstream file("/proc/self/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return -1.0;
  std::istringstream fields(text.substr(end_of_name + 1));
  std::string field;
  constexpr int kFieldsToStart = 20;  // state is field 3 of proc(5), starttime is 22
  for (int i = 0; i < kFieldsToStart; ++i) fields >> field;
  std::istringstream number(field);
  double ticks = -1.0;
  number >> ticks;
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double Seconds(clockid_t clock) {
  timespec now = {};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

double ProcessAge() {
  const double start = StartSinceBoot();
  const double age = Seconds(CLOCK_BOOTTIME) - start;
  // The start has a resolution of 10 ms, or is unknown; the CPU time is a lower bound.
  return std::max(start < 0.0 ? 0.0 : age, CpuSeconds());
}

double CpuSeconds() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

double ThreadCpuSeconds() { return Seconds(CLOCK_THREAD_CPUTIME_ID); }

void LimitHeaps() {
#ifdef __GLIBC__
  // Two: the thread that steps, and all others. Steps do not allocate, so few threads contend.
  mallopt(M_ARENA_MAX, 2);
  // Either value ends the growth. Pictures of up to 1 MP stay in the heap, where they are reused.
  constexpr int kMapBytes = 4 << 20;
  constexpr int kTrimBytes = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kMapBytes);
  mallopt(M_TRIM_THRESHOLD, kTrimBytes);
#endif
}

void TrimHeaps() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// From VmHWM, the largest resident size so far.
double PeakMemoryMb() {
  // getrusage would also count the process's time before exec.
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    if (word != "VmHWM:") {
      file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
      continue;
    }
    double kibibytes = 0.0;
    file >> kibibytes;
    return kibibytes * 1024.0 * 1e-6;
  }
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0 * 1e-6;
}

}  // namespace surefoot
