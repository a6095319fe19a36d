#pragma once

/// Seeded random streams. Each consumer has its own, keyed by (run seed, its name), so that adding
/// a consumer never changes the numbers of another.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace surefoot {

/// xoshiro256** (Blackman and Vigna 2018) with a state of four words that can be saved and
/// restored.
class RandomStream {
 public:
  using State = std::array<std::uint64_t, 4>;

  RandomStream(std::uint64_t seed, const std::string& name);
  /// The stream of one sample: independent of those of all other samples.
  RandomStream(std::uint64_t seed, const std::string& name, std::uint64_t sample);

  /// 64 uniform bits.
  std::uint64_t NextBits();
  /// Uniform in [0, 1).
  double Uniform();
  /// Uniform in [low, high).
  double Uniform(double low, double high);
  /// Standard normal by the Box-Muller method; the second value is not kept, so State is complete.
  double Normal();

  /// Many standard normal numbers, fast, by the ziggurat method (Marsaglia and Tsang 2000).
  void FillNormals(float* out, std::size_t count);
  /// Many uniform numbers in [0, 1), multiples of 2^-24.
  void FillUniforms(float* out, std::size_t count);

  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = state; }

 private:
  State state_;
};

}  // namespace surefoot
