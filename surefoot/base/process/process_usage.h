#pragma once

namespace surefoot {

/// Resources used by this process so far.

/// Time since the start of the process, including dynamic linking (s).
double ProcessAge();
/// CPU time of all its threads, in user and system mode (s).
double CpuSeconds();
/// CPU time of the calling thread (s): other threads and programs do not count.
double ThreadCpuSeconds();
/// Peak resident memory so far, in MB (10^6 bytes).
double PeakMemoryMb();

}  // namespace surefoot
