#include "surefoot/base/random.h"

#include <cmath>

#include "surefoot/base/hash.h"

namespace surefoot {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;

std::uint64_t RotateLeft(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

/// splitmix64: spreads a seed over the state so that no state is all zero.
std::uint64_t SplitMix(std::uint64_t* x) {
  *x += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = *x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, const std::string& name) {
  std::uint64_t x = HashString(name, seed);
  for (std::uint64_t& word : state_) word = SplitMix(&x);
}

RandomStream::RandomStream(std::uint64_t seed, const std::string& name, std::uint64_t sample) {
  std::uint64_t x = HashString(name, seed);
  x ^= SplitMix(&sample);
  for (std::uint64_t& word : state_) word = SplitMix(&x);
}

std::uint64_t RandomStream::NextBits() {
  const std::uint64_t result = RotateLeft(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = RotateLeft(state_[3], 45);
  return result;
}

double RandomStream::Uniform() { return static_cast<double>(NextBits() >> 11) * 0x1.0p-53; }

double RandomStream::Uniform(double low, double high) {
  const double x = low + (high - low) * Uniform();
  // The sum may round up to `high`.
  return x < high ? x : std::nextafter(high, low);
}

double RandomStream::Normal() {
  // 1 - u lies in (0, 1], so the logarithm is finite.
  const double radius = std::sqrt(-2.0 * std::log(1.0 - Uniform()));
  return radius * std::cos(kTwoPi * Uniform());
}

}  // namespace surefoot
