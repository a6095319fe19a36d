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

/// Makes freed memory go back to the system, for programs that run for weeks. glibc otherwise has a
/// heap for each of up to 8 threads per processor, and lets the size above which it maps and trims
/// blocks grow with the largest block freed so far. Call before other threads exist.
void LimitHeaps();
/// Returns the free pages of all heaps to the system. Takes some milliseconds per 10 MB, in which
/// threads that allocate from the heap being trimmed wait.
void TrimHeaps();

}  // namespace surefoot
