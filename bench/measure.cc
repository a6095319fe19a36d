#include "bench/measure.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace surefoot {

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double MeasureInChild(const std::function<double()>& measure) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return NAN;
  const pid_t child = fork();
  if (child == 0) {
    const double value = measure();
    const bool written = write(pipe_ends[1], &value, sizeof value) == sizeof value;
    _exit(written ? 0 : 1);
  }
  close(pipe_ends[1]);
  double value = 0.0;
  if (read(pipe_ends[0], &value, sizeof value) != sizeof value) value = NAN;
  close(pipe_ends[0]);
  waitpid(child, nullptr, 0);
  return value;
}

}  // namespace surefoot
