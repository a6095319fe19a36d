#pragma once

/// SIMD by compiler vectors: code is compiled for any machine and again for AVX2. Operations are
/// neither contracted nor reordered, so both versions give the same bits.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#if defined(__x86_64__) && defined(__GNUC__)
#define SUREFOOT_WIDE __attribute__((target("avx2")))
#else
#define SUREFOOT_WIDE
#endif
#define SUREFOOT_INLINE __attribute__((always_inline)) inline
#define SUREFOOT_INLINE_LAMBDA __attribute__((always_inline))

// All functions here are inlined, so no vector crosses a function's ABI.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace surefoot::ground {

/// Whether this machine runs the code marked SUREFOOT_WIDE. The environment variable SUREFOOT_PLAIN
/// disables it, to compare both versions.
inline bool IsWide() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool wide =
      __builtin_cpu_supports("avx2") != 0 && std::getenv("SUREFOOT_PLAIN") == nullptr;
  return wide;
#else
  return false;
#endif
}

/// Calls F, which is SUREFOOT_INLINE, or the member of its first argument that F points to.
template <auto F, typename First, typename... Rest>
SUREFOOT_INLINE auto CallInline(First&& first, Rest&&... rest) {
  if constexpr (std::is_member_function_pointer_v<decltype(F)>) {
    return (first->*F)(rest...);
  } else {
    return F(first, rest...);
  }
}
template <auto F, typename... Args>
auto CallPlain(Args&&... args) {
  return CallInline<F>(args...);
}
template <auto F, typename... Args>
SUREFOOT_WIDE auto CallWide(Args&&... args) {
  return CallInline<F>(args...);
}
/// Calls the version of F compiled for this machine.
template <auto F, typename... Args>
SUREFOOT_INLINE auto Call(Args&&... args) {
  return IsWide() ? CallWide<F>(args...) : CallPlain<F>(args...);
}

using Four = double __attribute__((vector_size(32)));
/// Masks: all bits of a lane are 1 or 0.
using FourBits = std::int64_t __attribute__((vector_size(32)));

SUREFOOT_INLINE Four Load(const double* p) {
  using Anywhere = double __attribute__((vector_size(32), aligned(8), may_alias));
  return *reinterpret_cast<const Anywhere*>(p);
}
SUREFOOT_INLINE void Store(const Four& a, double* p) {
  using Anywhere = double __attribute__((vector_size(32), aligned(8), may_alias));
  *reinterpret_cast<Anywhere*>(p) = a;
}
SUREFOOT_INLINE void Store(const FourBits& a, std::int64_t* p) {
  using Anywhere = std::int64_t __attribute__((vector_size(32), aligned(8), may_alias));
  *reinterpret_cast<Anywhere*>(p) = a;
}
SUREFOOT_INLINE Four All(double a) { return Four{a, a, a, a}; }
SUREFOOT_INLINE Four Max(const Four& a, const Four& b) { return a > b ? a : b; }
SUREFOOT_INLINE Four Min(const Four& a, const Four& b) { return a < b ? a : b; }
SUREFOOT_INLINE double SumOf(const Four& a) { return (a[0] + a[1]) + (a[2] + a[3]); }
SUREFOOT_INLINE double MaxOf(const Four& a) {
  const double low = a[0] > a[1] ? a[0] : a[1];
  const double high = a[2] > a[3] ? a[2] : a[3];
  return low > high ? low : high;
}
SUREFOOT_INLINE bool Any(const FourBits& a) { return ((a[0] | a[1]) | (a[2] | a[3])) != 0; }

SUREFOOT_INLINE Four Sqrt(const Four& a) {
  Four root;
  for (int i = 0; i < 4; ++i) root[i] = std::sqrt(a[i]);
  return root;
}
SUREFOOT_INLINE Four Abs(const Four& a) { return a < 0.0 ? -a : a; }

// The same functions for one number.
SUREFOOT_INLINE double Max(double a, double b) { return a > b ? a : b; }
SUREFOOT_INLINE double Min(double a, double b) { return a < b ? a : b; }
SUREFOOT_INLINE double Sqrt(double a) { return std::sqrt(a); }
SUREFOOT_INLINE double Abs(double a) { return std::abs(a); }
SUREFOOT_INLINE bool Any(bool a) { return a; }

}  // namespace surefoot::ground
