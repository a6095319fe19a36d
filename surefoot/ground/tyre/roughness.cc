#include "surefoot/ground/tyre/roughness.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <utility>

#include "surefoot/base/random.h"
#include "surefoot/ground/wide.h"

// Unevenness below the resolution of the ground's shape, as a random field with the spectral
// density of ISO 8608.

namespace surefoot::ground {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// Range of wave numbers (cycles/m). Longer waves belong to the shape; shorter ones are filtered by
/// the contact patch.
constexpr double kLowest = 0.1;
constexpr double kHighest = 10.0;
/// Reference wave number of ISO 8608 (cycles/m).
constexpr double kReference = 0.1;

using Complex = std::complex<double>;

/// Fast Fourier transform in place, radix 2, positive exponent, not scaled; elements `stride`
/// apart.
void Transform(Complex* data, int count, int stride) {
  const auto at = [&](int i) -> Complex& { return data[static_cast<std::ptrdiff_t>(i) * stride]; };
  for (int i = 1, j = 0; i < count; ++i) {
    int bit = count >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(at(i), at(j));
  }
  for (int size = 2; size <= count; size *= 2) {
    for (int k = 0; k < size / 2; ++k) {
      const Complex turn = std::polar(1.0, 2.0 * kPi * k / size);
      for (int first = k; first < count; first += size) {
        const Complex odd = turn * at(first + size / 2);
        at(first + size / 2) = at(first) - odd;
        at(first) += odd;
      }
    }
  }
}

/// Two-dimensional density (m^4) of an isotropic surface whose sections have the one-sided density
/// G(n) = g n^-w. Inverting the Abel integral over the wave numbers across the section gives
///  S(k) = g k^-(w+1) Gamma((w+1)/2) / (2 sqrt(pi) Gamma(w/2)).
double PlaneDensity(double g, double waviness, double k) {
  const double share = std::tgamma(0.5 * (waviness + 1.0)) / std::tgamma(0.5 * waviness);
  return 0.5 * g * share / std::sqrt(kPi) * std::pow(k, -waviness - 1.0);
}

using FourInts = std::int32_t __attribute__((vector_size(16)));

SUREFOOT_INLINE FourInts Floor(const Four& a) {
  // The comparison is -1 where truncation rounded up.
  const FourInts down = __builtin_convertvector(a, FourInts);
  return down + __builtin_convertvector(__builtin_convertvector(down, Four) > a, FourInts);
}

SUREFOOT_INLINE void Add(const Roughness& roughness, const Fan& fan, const FanSlice& at,
                         double* depth) {
  const Roughness::Place start = Roughness::Turned(at.p_W.x(), at.p_W.y());
  const Roughness::Place down = Roughness::Turned(at.down_W.x(), at.down_W.y());
  const Roughness::Place forward = Roughness::Turned(at.forward_W.x(), at.forward_W.y());
  for (int i = 0; i < kFanRays + 1; i += 4) {
    const Four d = Load(depth + i);
    const Four cos = Load(fan.cos.data() + i);
    const Four along_down = (at.radius - d) * cos;
    const Four along_forward = (at.radius - d) * Load(fan.sin.data() + i);
    const Four u = start.u + along_down * down.u + along_forward * forward.u;
    const Four v = start.v + along_down * down.v + along_forward * forward.v;
    const FourInts col = Floor(u);
    const FourInts row = Floor(v);
    const Four s = u - __builtin_convertvector(col, Four);
    const Four t = v - __builtin_convertvector(row, Four);
    Four height;
    for (int k = 0; k < 4; ++k) height[k] = roughness.Between(col[k], row[k], s[k], t[k]);
    // Nothing is raised where ground is missing.
    Store(d < -0.5 * at.radius ? d : d + height / cos, depth + i);
  }
}

}  // namespace

Result<std::unique_ptr<Roughness>> Roughness::Make(const world::GroundMaterial& ground,
                                                   std::uint64_t seed) {
  const double roughness = ground.hard.roughness;
  const double waviness = ground.hard.waviness;
  if (!(roughness >= 0.0 && roughness <= 1.0)) {
    return Error{"ground \"" + ground.name + "\": roughness " + std::to_string(roughness) +
                 " m^3, accepted are 0 to 1 (ISO 8608: class A below 32e-6)"};
  }
  if (!(waviness >= 1.0 && waviness <= 4.0)) {
    return Error{"ground \"" + ground.name + "\": waviness " + std::to_string(waviness) +
                 ", accepted are 1 to 4"};
  }
  if (roughness == 0.0) return std::unique_ptr<Roughness>();
  RandomStream random(seed, "ground roughness " + ground.name);
  const double g = roughness * std::pow(kReference, waviness);
  const double step = kPerMetre / kSamples;
  std::vector<Complex> waves(static_cast<std::size_t>(kSamples) * kSamples);
  for (int row = 0; row < kSamples; ++row) {
    for (int col = 0; col < kSamples; ++col) {
      const double ky = step * (row <= kSamples / 2 ? row : row - kSamples);
      const double kx = step * (col <= kSamples / 2 ? col : col - kSamples);
      const double k = std::hypot(kx, ky);
      // The real part of waves with random amplitudes and phases; it has half of their power.
      const Complex any(random.Normal(), random.Normal());
      if (k < kLowest || k > kHighest) continue;
      waves[static_cast<std::size_t>(row * kSamples + col)] =
          any * step * std::sqrt(PlaneDensity(g, waviness, k));
    }
  }
  for (int i = 0; i < kSamples; ++i)
    Transform(&waves[static_cast<std::size_t>(i * kSamples)], kSamples, 1);
  for (int i = 0; i < kSamples; ++i)
    Transform(&waves[static_cast<std::size_t>(i)], kSamples, kSamples);
  std::unique_ptr<Roughness> made(new Roughness());
  made->heights_.reserve(waves.size());
  for (const Complex& wave : waves) {
    made->heights_.push_back(static_cast<float>(wave.real()));
    made->highest_ = std::max(made->highest_, wave.real());
  }
  return made;
}

void AddRoughness(const Roughness& roughness, const Fan& fan, const FanSlice& at,
                  SliceDepths* slice) {
  Call<Add>(roughness, fan, at, slice->depth.data());
}

}  // namespace surefoot::ground
