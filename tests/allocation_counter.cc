#include "tests/allocation_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocation_count{0};
}  // namespace

// These replace the library's operators in the whole program, as the standard allows. They are
// in a separate file, because where the compiler can inline them, it reports `free` as mismatched.
void* operator new(std::size_t size) {
  ++allocation_count;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace surefoot {

long AllocationCount() { return allocation_count; }

}  // namespace surefoot
