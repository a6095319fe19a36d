#include "surefoot/evaluation/characterize/range_plots.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/text.h"

namespace surefoot::experiment {
namespace {

using gap::PlaceReport;
using gap::PlaceStats;

constexpr std::size_t kLeastForHistogram = 20;
constexpr std::size_t kLeastForSpread = 5;
constexpr int kCurvePoints = 200;

struct Points {
  std::vector<double> x;
  std::vector<double> y;

  void Add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

/// `value` at even distances from `from` to `to`.
template <typename Function>
Points Sampled(double from, double to, Function value) {
  Points points;
  for (int i = 0; i <= kCurvePoints; ++i) {
    const double x = from + (to - from) * i / kCurvePoints;
    points.Add(x, value(x));
  }
  return points;
}

void AddPlot(const char* kind, const std::string& title, const std::string& x, const std::string& y,
             Points measured, Points fit, RecordSet* plots) {
  plots->Add()
      .Set("kind", kind)
      .Set("title", title)
      .Set("x", x)
      .Set("y", y)
      .Set("measured.x", std::move(measured.x))
      .Set("measured.y", std::move(measured.y))
      .Set("fit.x", std::move(fit.x))
      .Set("fit.y", std::move(fit.y));
}

/// Outline of a histogram, as shares per unit of the reading.
Points Outline(const std::vector<double>& readings, double low, double bin, std::size_t count) {
  std::vector<double> shares(count, 0.0);
  for (const double reading : readings) {
    const auto at = static_cast<std::size_t>(std::max(0.0, (reading - low) / bin));
    if (at < count) shares[at] += 1.0 / (bin * static_cast<double>(readings.size()));
  }
  Points outline;
  outline.Add(low, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const double left = low + bin * static_cast<double>(i);
    outline.Add(left, shares[i]);
    outline.Add(left + bin, shares[i]);
  }
  outline.Add(outline.x.back(), 0.0);
  return outline;
}

void AddHistogram(const CharacterizeResult& result, const PlaceReport& at, RecordSet* plots) {
  const CharacterizeUnits& units = result.units;
  std::string title = "At " + NumberText(at.place.distance, 6) + " " + units.distance;
  if (at.place.angle > 0.0) title += ", " + NumberText(at.place.angle, 6) + " " + units.angle;
  std::vector<double> readings;
  for (const std::size_t i : at.place.samples) {
    readings.push_back(result.found.samples.samples[i].reading);
  }
  // Each place has bins of its own spread; outliers far away would hide the rest.
  const double sd = std::max(std::sqrt(at.good.variance), at.fitted_sd);
  const double step = result.found.step;
  double bin = 3.49 * sd / std::cbrt(static_cast<double>(readings.size()));
  if (step > 0.0) bin = step * std::max(1.0, std::round(bin / step));
  const double low = step > 0.0 ? std::floor((at.good.mean - 5.0 * sd) / step) * step - 0.5 * step
                                : at.good.mean - 5.0 * sd;
  const auto count = static_cast<std::size_t>(std::ceil(10.0 * sd / bin)) + 1;
  const double wide = std::hypot(at.fitted_sd, step / std::sqrt(12.0));
  const auto density = [&](double x) {
    const double z = (x - at.fitted_mean) / wide;
    return (1.0 - result.found.fit.outliers) * std::exp(-0.5 * z * z) /
           (wide * std::sqrt(2.0 * M_PI));
  };
  AddPlot("histogram", title, "reading (" + units.reading + ")", "share per unit",
          Outline(readings, low, bin, std::min<std::size_t>(count, 500)),
          Sampled(low, low + 10.0 * sd, density), plots);
}

void AddHistograms(const CharacterizeResult& result, RecordSet* plots) {
  std::vector<const PlaceReport*> many;
  // Square on, if that was measured.
  double angle = 1e300;
  for (const PlaceReport& report : result.found.places) {
    angle = std::min(angle, report.place.angle + report.place.offset);
  }
  for (const PlaceReport& report : result.found.places) {
    if (report.place.angle + report.place.offset > angle) continue;
    if (report.place.samples.size() >= kLeastForHistogram && report.good.n > 2.0) {
      many.push_back(&report);
    }
  }
  const PlaceReport* last = nullptr;
  for (const double part : {0.05, 0.45, 0.95}) {
    if (many.empty()) break;
    const double at = std::round(part * static_cast<double>(many.size() - 1));
    const PlaceReport* one = many[static_cast<std::size_t>(at)];
    if (one != last) AddHistogram(result, *one, plots);
    last = one;
  }
}

void AddCurves(const CharacterizeResult& result, RecordSet* plots) {
  Points means, spreads;
  const gap::RangeCurves& curves = result.found.fit.curves;
  for (const PlaceReport& report : result.found.places) {
    if (report.good.n < 0.5) continue;
    PlaceStats square = report.good;
    square.angle = square.offset = 0.0;
    means.Add(report.place.distance, report.good.mean - report.fitted_mean + curves.MeanAt(square));
    if (report.place.samples.size() < kLeastForSpread) continue;
    spreads.Add(report.place.distance,
                std::sqrt(report.good.variance) - report.fitted_sd + curves.SdAt(square));
  }
  const auto add = [&](const char* title, Points measured, auto value) {
    const auto fit = [&](double distance) {
      PlaceStats at;
      at.distance = distance;
      return (curves.*value)(at);
    };
    AddPlot("curve", title, "distance (" + result.units.distance + ")", result.units.reading,
            std::move(measured),
            Sampled(result.found.places.front().place.distance,
                    result.found.places.back().place.distance, fit),
            plots);
  };
  add("Mean", std::move(means), &gap::RangeCurves::MeanAt);
  add("Standard deviation", std::move(spreads), &gap::RangeCurves::SdAt);
}

void AddAngles(const CharacterizeResult& result, const std::string& name,
               double PlaceStats::*variable, RecordSet* plots) {
  const gap::RangeCurves& curves = result.found.fit.curves;
  double widest = 0.0;
  Points measured;
  for (const PlaceReport& report : result.found.places) {
    if (report.good.n < 0.5) continue;
    PlaceStats square = report.good;
    square.*variable = 0.0;
    measured.Add(report.good.*variable, report.good.mean - curves.MeanAt(square));
    widest = std::max(widest, report.good.*variable);
  }
  if (!(widest > 0.0)) return;
  const auto fit = [&](double angle) {
    PlaceStats at, square;
    at.distance = square.distance = result.found.places.front().place.distance;
    at.*variable = angle;
    return curves.MeanAt(at) - curves.MeanAt(square);
  };
  AddPlot("angle", name + ": what it adds to the mean", "angle (" + result.units.angle + ")",
          result.units.reading, std::move(measured), Sampled(0.0, widest, fit), plots);
}

}  // namespace

RecordSet RangePlots(const CharacterizeResult& result) {
  RecordSet plots{"plots", {}, "", {}};
  AddHistograms(result, &plots);
  AddCurves(result, &plots);
  AddAngles(result, "Incidence", &PlaceStats::angle, &plots);
  AddAngles(result, "Offset", &PlaceStats::offset, &plots);
  return plots;
}

}  // namespace surefoot::experiment
