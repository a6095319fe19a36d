#include "surefoot/drives/test/allocation_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocation_count{0};
}  // namespace

// Replace the library's for the whole program, as the standard allows. In a file of their own:
// where the compiler can inline them, it takes free for a mistake.
void* operator new(std::size_t size) {
  ++allocation_count;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace surefoot::drives::test {

long AllocationCount() { return allocation_count; }

}  // namespace surefoot::drives::test
