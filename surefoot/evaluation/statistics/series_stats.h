#pragma once

/// Figures of a series: means, ranges, power spectra (docs/guides/gap.md).

#include <cstddef>
#include <vector>

namespace surefoot::gap {

/// What the comparison of simulators by Farley, Wang and Marshall keeps of one axis of an IMU.
struct SeriesStats {
  /// Equation (5).
  double mean = 0.0;
  /// Means of the highest and of the lowest one percent of the samples, against erratic ones.
  double top = 0.0;
  double bottom = 0.0;
  /// Equation (6) with these two in place of maximum and minimum.
  double range() const { return top - bottom; }
};

/// `values` must not be empty. One percent is rounded to whole samples, one at least. A value that
/// is not finite makes all of it NaN.
SeriesStats StatsOf(std::vector<double> values);

/// Equation (7) for one axis of one test: range error and mean error.
struct SeriesError {
  double range = 0.0;
  double mean = 0.0;
  double total() const { return range + mean; }
};
SeriesError ErrorOf(const SeriesStats& simulated, const SeriesStats& real);

/// One-sided power spectral density: its sum times the spacing of the frequencies is the variance.
struct Spectrum {
  /// Hz: 0, spacing, ... up to half the rate.
  std::vector<double> frequency;
  /// Unit of the signal squared per Hz.
  std::vector<double> density;

  double spacing() const { return frequency.size() > 1 ? frequency[1] : 0.0; }
};

/// By Welch's method: the mean over pieces of `length` samples that overlap by half, each without
/// its mean and under a Hann window. `length` is a power of two; a shorter series is one piece of
/// the largest power of two in it. Empty for less than 8 samples.
Spectrum WelchSpectrum(const std::vector<double>& values, double rate, std::size_t length = 512);

struct Band {
  double low = 0.0;
  double high = 0.0;
};

/// Half octaves from 0.5 to 45 Hz.
std::vector<Band> HalfOctaves();

/// Power of the frequencies in [low, high); not a number where the spectrum has none of them.
double BandPower(const Spectrum& spectrum, const Band& band);

/// 10 log10 of simulated over real power in a band: dB, 0 for alike. Not a number where either has
/// no frequencies in it.
double LevelDifference(const Spectrum& simulated, const Spectrum& real, const Band& band);

/// Root mean square of the level differences in half octaves (dB).
double SpectrumDistance(const Spectrum& simulated, const Spectrum& real);

/// Mean density of spectra with the same frequencies; those that differ from the first are left
/// out.
Spectrum MeanSpectrum(const std::vector<Spectrum>& spectra);

}  // namespace surefoot::gap
