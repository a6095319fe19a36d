#pragma once

namespace surefoot {

/// What this process has used so far.

/// Seconds since the process was started, dynamic linking included.
double ProcessAge();
/// CPU time of all its threads, in user and system mode, in s.
double CpuSeconds();
/// Largest resident memory so far, in MB (10^6 bytes).
double PeakMemoryMb();

}  // namespace surefoot
