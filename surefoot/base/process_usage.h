#pragma once

namespace surefoot {

/// What this process has used so far.

/// Seconds since the process was started, dynamic linking included.
double ProcessAge();
/// CPU time of all its threads, in user and system mode, in s.
double CpuSeconds();
/// CPU time of the thread that calls, in s: other threads and programs do not count.
double ThreadCpuSeconds();
/// Largest resident memory so far, in MB (10^6 bytes).
double PeakMemoryMb();

}  // namespace surefoot
