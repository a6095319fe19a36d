#pragma once

/// Statistics of a sampled signal: mean, robust range, power spectral density (docs/guides/gap.md).

#include <cstddef>
#include <vector>

namespace surefoot::gap {

/// The statistics that Farley, Wang and Marshall (2022) compare of one IMU axis (section 3.3.4).
struct SeriesStats {
  /// Equation (5).
  double mean = 0.0;
  /// Means of the highest and of the lowest one percent of the samples, which are robust against
  /// single outliers.
  double top = 0.0;
  double bottom = 0.0;
  /// Equation (6), with `top` and `bottom` in place of maximum and minimum as the text below it
  /// says.
  double range() const { return top - bottom; }
};

/// `values` must not be empty. One percent is rounded to whole samples, at least one. NaN when a
/// value is not finite. O(n).
SeriesStats StatsOf(std::vector<double> values);

/// Equation (7) for one axis of one test: range error and mean error.
struct SeriesError {
  double range = 0.0;
  double mean = 0.0;
  double total() const { return range + mean; }
};
SeriesError ErrorOf(const SeriesStats& simulated, const SeriesStats& real);

/// One-sided power spectral density: its integral (sum times frequency spacing) is the variance.
struct Spectrum {
  /// Hz: 0, spacing, ... up to half the rate.
  std::vector<double> frequency;
  /// Unit of the signal squared per Hz.
  std::vector<double> density;

  double spacing() const { return frequency.size() > 1 ? frequency[1] : 0.0; }
};

/// Welch's method (P. D. Welch, 1967): the mean periodogram of segments of `length` samples that
/// overlap by half, each detrended by its mean and under a Hann window; the same as
/// scipy.signal.welch with its defaults. `length` is a power of two; a shorter series is one
/// segment of the largest power of two in it. Empty for fewer than 8 samples. `rate` in Hz.
Spectrum WelchSpectrum(const std::vector<double>& values, double rate, std::size_t length = 512);

struct Band {
  double low = 0.0;
  double high = 0.0;
};

/// 13 half octaves from 0.5 to 45 Hz: below is driving itself, above is beyond a 100 Hz IMU.
std::vector<Band> HalfOctaves();

/// Power at the frequencies in [low, high); NaN where the spectrum has no such frequency.
double BandPower(const Spectrum& spectrum, const Band& band);

/// 10 log10(simulated / real power) in a band (dB); 0 when they are equal. NaN where either
/// spectrum has no frequency in the band.
double LevelDifference(const Spectrum& simulated, const Spectrum& real, const Band& band);

/// Root mean square of the level differences in half octaves (dB).
double SpectrumDistance(const Spectrum& simulated, const Spectrum& real);

/// Mean density of spectra over the same frequencies; spectra with other frequencies than the first
/// are ignored.
Spectrum MeanSpectrum(const std::vector<Spectrum>& spectra);

}  // namespace surefoot::gap
