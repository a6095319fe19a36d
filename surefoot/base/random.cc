#include "surefoot/base/random.h"

#include <cmath>

#include "surefoot/base/hash.h"

namespace surefoot {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;

std::uint64_t RotateLeft(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

/// splitmix64: distributes a seed over the state, so that no state is all zero.
std::uint64_t SplitMix(std::uint64_t* x) {
  *x += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = *x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

constexpr int kLayers = 256;
/// Start of the tail of the normal curve if tail and layers have equal areas.
constexpr double kTail = 3.6541528853610088;

double Bell(double x) { return std::exp(-0.5 * x * x); }

/// The area under the curve exp(-x^2/2), x > 0, divided into layers of equal area: layer i is a
/// rectangle from 0 to edge[i] between the heights bell[i] and bell[i + 1]. Layer 0 also contains
/// the tail, and its width is that of a rectangle of the same area.
struct Layers {
  float edge[kLayers + 1];
  /// Below this share of its width, a layer is completely under the curve.
  float safe[kLayers];
  double bell[kLayers + 1];

  /// Layers of equal area under the bell curve (Marsaglia and Tsang's ziggurat).
  Layers() {
    const double area =
        kTail * Bell(kTail) + std::sqrt(std::atan(1.0) * 2.0) * std::erfc(kTail / std::sqrt(2.0));
    double x[kLayers + 1];
    x[0] = area / Bell(kTail);
    x[1] = kTail;
    x[kLayers] = 0.0;
    for (int i = 2; i < kLayers; ++i) {
      x[i] = std::sqrt(-2.0 * std::log(area / x[i - 1] + Bell(x[i - 1])));
    }
    for (int i = 0; i <= kLayers; ++i) {
      edge[i] = static_cast<float>(x[i]);
      bell[i] = Bell(x[i]);
    }
    for (int i = 0; i < kLayers; ++i) safe[i] = static_cast<float>(x[i + 1] / x[i]);
  }
};

/// In (0, 1].
double PositiveUniform(RandomStream* stream) { return 1.0 - stream->Uniform(); }

/// A number beyond the last layer, by Marsaglia's method for the tail.
double TailNumber(RandomStream* stream) {
  for (;;) {
    const double x = -std::log(PositiveUniform(stream)) / kTail;
    const double y = -std::log(PositiveUniform(stream));
    if (2.0 * y > x * x) return kTail + x;
  }
}

/// A candidate that may be outside of the curve; returns false if it is, to draw again.
bool Settle(const Layers& layers, int layer, float share, RandomStream* stream, float* out) {
  if (layer == 0) {
    *out = static_cast<float>(std::copysign(TailNumber(stream), static_cast<double>(share)));
    return true;
  }
  const double x = static_cast<double>(share) * static_cast<double>(layers.edge[layer]);
  const double y =
      layers.bell[layer] + stream->Uniform() * (layers.bell[layer + 1] - layers.bell[layer]);
  *out = static_cast<float>(x);
  return y < Bell(x);
}

}  // namespace

// The name separates streams of the same seed.
RandomStream::RandomStream(std::uint64_t seed, const std::string& name) {
  std::uint64_t x = HashString(name, seed);
  for (std::uint64_t& word : state_) word = SplitMix(&x);
}

RandomStream::RandomStream(std::uint64_t seed, const std::string& name, std::uint64_t sample) {
  std::uint64_t x = HashString(name, seed);
  x ^= SplitMix(&sample);
  for (std::uint64_t& word : state_) word = SplitMix(&x);
}

// xoshiro256** by Blackman and Vigna.
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
  // 1 - u is in (0, 1], so the logarithm is finite.
  const double radius = std::sqrt(-2.0 * std::log(1.0 - Uniform()));
  return radius * std::cos(kTwoPi * Uniform());
}

void RandomStream::FillNormals(float* out, std::size_t count) {
  static const Layers layers;
  RandomStream local = *this;
  for (std::size_t i = 0; i < count; ++i) {
    for (;;) {
      const std::uint64_t bits = local.NextBits();
      const int layer = static_cast<int>(bits & (kLayers - 1));
      // From -1 to 1; these bits are not used for the layer.
      const float share =
          static_cast<float>(static_cast<std::int32_t>(bits >> 32)) * (1.0F / 2147483648.0F);
      out[i] = share * layers.edge[layer];
      if (std::abs(share) < layers.safe[layer]) break;
      if (Settle(layers, layer, share, &local, &out[i])) break;
    }
  }
  *this = local;
}

void RandomStream::FillUniforms(float* out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 2) {
    const std::uint64_t bits = NextBits();
    out[i] = static_cast<float>(bits >> 40) * 0x1.0p-24F;
    if (i + 1 < count) out[i + 1] = static_cast<float>((bits >> 8) & 0xffffff) * 0x1.0p-24F;
  }
}

}  // namespace surefoot
