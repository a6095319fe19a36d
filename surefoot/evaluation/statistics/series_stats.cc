#include "surefoot/evaluation/statistics/series_stats.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>

#include "surefoot/base/check.h"

namespace surefoot::gap {
namespace {

template <typename Iterator>
double MeanOf(Iterator first, Iterator last) {
  return std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
}

using Complex = std::complex<double>;

constexpr std::size_t kFewest = 8;

/// Radix-2 fast Fourier transform (Cooley and Tukey, 1965) in place; the size is a power of two.
/// The transforms are short (512), so a library is not worth its dependency.
void Fourier(std::vector<Complex>* data) {
  const std::size_t n = data->size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap((*data)[i], (*data)[j]);
  }
  for (std::size_t size = 2; size <= n; size *= 2) {
    const double angle = -2.0 * std::numbers::pi / static_cast<double>(size);
    for (std::size_t k = 0; k < size / 2; ++k) {
      const Complex turn = std::polar(1.0, angle * static_cast<double>(k));
      for (std::size_t i = k; i < n; i += size) {
        const Complex other = turn * (*data)[i + size / 2];
        (*data)[i + size / 2] = (*data)[i] - other;
        (*data)[i] += other;
      }
    }
  }
}

std::vector<double> HannWindow(std::size_t length) {
  std::vector<double> window(length);
  for (std::size_t i = 0; i < length; ++i) {
    const double turn = 2.0 * std::numbers::pi * static_cast<double>(i);
    window[i] = 0.5 - 0.5 * std::cos(turn / static_cast<double>(length));
  }
  return window;
}

/// Adds the squared magnitudes of the segment's Fourier coefficients: one periodogram.
void AddPiece(const double* values, const std::vector<double>& window, std::vector<double>* sum) {
  const std::size_t length = window.size();
  double mean = 0.0;
  for (std::size_t i = 0; i < length; ++i) mean += values[i];
  mean /= static_cast<double>(length);
  std::vector<Complex> data(length);
  for (std::size_t i = 0; i < length; ++i) data[i] = window[i] * (values[i] - mean);
  Fourier(&data);
  for (std::size_t i = 0; i < sum->size(); ++i) (*sum)[i] += std::norm(data[i]);
}

}  // namespace

SeriesStats StatsOf(std::vector<double> values) {
  SUREFOOT_CHECK(!values.empty(), "statistics of nothing");
  if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {kNone, kNone, kNone};
  }
  const auto count = static_cast<std::ptrdiff_t>(values.size());
  const std::ptrdiff_t few =
      std::max<std::ptrdiff_t>(1, std::llround(0.01 * static_cast<double>(count)));
  SeriesStats stats;
  stats.mean = MeanOf(values.begin(), values.end());
  // The ends are sorted, so that the rounding of the sums does not depend on the order in which
  // nth_element leaves them.
  std::nth_element(values.begin(), values.begin() + few - 1, values.end());
  std::sort(values.begin(), values.begin() + few);
  stats.bottom = MeanOf(values.begin(), values.begin() + few);
  std::nth_element(values.begin(), values.end() - few, values.end());
  std::sort(values.end() - few, values.end());
  stats.top = MeanOf(values.end() - few, values.end());
  return stats;
}

SeriesError ErrorOf(const SeriesStats& simulated, const SeriesStats& real) {
  return {std::abs(simulated.range() - real.range()), std::abs(simulated.mean - real.mean)};
}

Spectrum WelchSpectrum(const std::vector<double>& values, double rate, std::size_t length) {
  SUREFOOT_CHECK(length >= kFewest && (length & (length - 1)) == 0, "a power of two");
  while (length > values.size() && length >= kFewest) length /= 2;
  Spectrum spectrum;
  if (length < kFewest || !(rate > 0.0)) return spectrum;
  const std::vector<double> window = HannWindow(length);
  double weight = 0.0;
  for (double w : window) weight += w * w;
  std::vector<double> sum(length / 2 + 1, 0.0);
  std::size_t pieces = 0;
  for (std::size_t begin = 0; begin + length <= values.size(); begin += length / 2) {
    AddPiece(values.data() + begin, window, &sum);
    ++pieces;
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    // One-sided: negative frequencies are added to the positive ones; 0 and the Nyquist frequency
    // have no counterpart.
    const double sides = i == 0 || i + 1 == sum.size() ? 1.0 : 2.0;
    spectrum.frequency.push_back(rate * static_cast<double>(i) / static_cast<double>(length));
    spectrum.density.push_back(sides * sum[i] / (rate * weight * static_cast<double>(pieces)));
  }
  return spectrum;
}

std::vector<Band> HalfOctaves() {
  std::vector<Band> bands;
  for (int i = 0; i < 13; ++i)
    bands.push_back({std::exp2(0.5 * i - 1.0), std::exp2(0.5 * i - 0.5)});
  return bands;
}

double BandPower(const Spectrum& spectrum, const Band& band) {
  double power = 0.0;
  bool any = false;
  for (std::size_t i = 0; i < spectrum.frequency.size(); ++i) {
    if (spectrum.frequency[i] < band.low || spectrum.frequency[i] >= band.high) continue;
    power += spectrum.density[i] * spectrum.spacing();
    any = true;
  }
  return any ? power : std::numeric_limits<double>::quiet_NaN();
}

double LevelDifference(const Spectrum& simulated, const Spectrum& real, const Band& band) {
  // Far below the noise of any IMU: it keeps the level difference of silent bands finite.
  constexpr double kSilence = 1e-14;
  const double a = BandPower(simulated, band), b = BandPower(real, band);
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  return 10.0 * std::log10(std::max(a, kSilence) / std::max(b, kSilence));
}

double SpectrumDistance(const Spectrum& simulated, const Spectrum& real) {
  double squares = 0.0;
  int count = 0;
  for (const Band& band : HalfOctaves()) {
    const double difference = LevelDifference(simulated, real, band);
    if (std::isnan(difference)) continue;
    squares += difference * difference;
    ++count;
  }
  return count > 0 ? std::sqrt(squares / count) : std::numeric_limits<double>::quiet_NaN();
}

Spectrum MeanSpectrum(const std::vector<Spectrum>& spectra) {
  if (spectra.empty()) return {};
  Spectrum mean;
  mean.frequency = spectra.front().frequency;
  mean.density.assign(mean.frequency.size(), 0.0);
  double count = 0.0;
  for (const Spectrum& spectrum : spectra) {
    if (spectrum.frequency != mean.frequency) continue;
    for (std::size_t i = 0; i < mean.density.size(); ++i) mean.density[i] += spectrum.density[i];
    count += 1.0;
  }
  for (double& density : mean.density) density /= count;
  return mean;
}

}  // namespace surefoot::gap
