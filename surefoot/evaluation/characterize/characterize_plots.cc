#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/characterize/characterize_tables.h"

namespace surefoot::experiment {
namespace {

using gap::PlaceReport;
using report::Line;
using report::LinePlot;
using report::Tone;

constexpr std::size_t kLeastForHistogram = 20;
constexpr std::size_t kLeastForSpread = 5;
constexpr int kCurvePoints = 200;

/// Outline of a histogram, as shares per unit of the reading.
Line Outline(const std::vector<double>& readings, double low, double bin, std::size_t count) {
  std::vector<double> shares(count, 0.0);
  for (const double reading : readings) {
    const auto at = static_cast<std::size_t>(std::max(0.0, (reading - low) / bin));
    if (at < count) shares[at] += 1.0 / (bin * static_cast<double>(readings.size()));
  }
  Line line{"readings", Tone::kReal, {low}, {0.0}, false, Line::Symbols::kNone};
  for (std::size_t i = 0; i < count; ++i) {
    const double left = low + bin * static_cast<double>(i);
    for (const double x : {left, left + bin}) {
      line.x.push_back(x);
      line.y.push_back(shares[i]);
    }
  }
  line.x.push_back(line.x.back());
  line.y.push_back(0.0);
  return line;
}

LinePlot HistogramPlot(const CharacterizeResult& result, const PlaceReport& at) {
  const CharacterizeUnits& units = result.units;
  LinePlot plot;
  plot.title = "At " + PlainText(at.place.distance) + " " + units.distance;
  if (at.place.angle > 0.0) plot.title += ", " + PlainText(at.place.angle) + " " + units.angle;
  plot.x.label = "reading (" + units.reading + ")";
  plot.y.label = "share per unit";
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
  plot.lines.push_back(Outline(readings, low, bin, std::min<std::size_t>(count, 500)));
  Line density{"model", Tone::kFirst, {}, {}, false, Line::Symbols::kNone};
  const double wide = std::hypot(at.fitted_sd, step / std::sqrt(12.0));
  for (int i = 0; i <= kCurvePoints; ++i) {
    const double x = low + 10.0 * sd * i / kCurvePoints;
    const double z = (x - at.fitted_mean) / wide;
    density.x.push_back(x);
    density.y.push_back((1.0 - result.found.fit.outliers) * std::exp(-0.5 * z * z) /
                        (wide * std::sqrt(2.0 * M_PI)));
  }
  plot.lines.push_back(std::move(density));
  return plot;
}

/// The fit over the distance, square on.
Line FitLine(const CharacterizeResult& result,
             double (gap::RangeCurves::*value)(const gap::PlaceStats&) const) {
  Line line{"fit", Tone::kFirst, {}, {}, false, Line::Symbols::kNone};
  const double near = result.found.places.front().place.distance;
  const double far = result.found.places.back().place.distance;
  for (int i = 0; i <= kCurvePoints; ++i) {
    gap::PlaceStats at;
    at.distance = near + (far - near) * i / kCurvePoints;
    line.x.push_back(at.distance);
    line.y.push_back((result.found.fit.curves.*value)(at));
  }
  return line;
}

}  // namespace

std::string PlainText(double value) { return NumberText(value, 6); }

std::vector<LinePlot> HistogramPlots(const CharacterizeResult& result) {
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
  std::vector<LinePlot> plots;
  const PlaceReport* last = nullptr;
  for (const double part : {0.05, 0.45, 0.95}) {
    if (many.empty()) break;
    const double at = std::round(part * static_cast<double>(many.size() - 1));
    const PlaceReport* one = many[static_cast<std::size_t>(at)];
    if (one != last) plots.push_back(HistogramPlot(result, *one));
    last = one;
  }
  return plots;
}

std::vector<LinePlot> CurvePlots(const CharacterizeResult& result) {
  const CharacterizeUnits& units = result.units;
  LinePlot mean, spread;
  mean.title = "Mean";
  spread.title = "Standard deviation";
  for (LinePlot* plot : {&mean, &spread}) {
    plot->x.label = "distance (" + units.distance + ")";
    plot->y.label = units.reading;
  }
  Line means{"measured", Tone::kReal, {}, {}, false, Line::Symbols::kOnly};
  Line spreads = means;
  const gap::RangeCurves& curves = result.found.fit.curves;
  for (const PlaceReport& report : result.found.places) {
    if (report.good.n < 0.5) continue;
    gap::PlaceStats square = report.good;
    square.angle = square.offset = 0.0;
    means.x.push_back(report.place.distance);
    means.y.push_back(report.good.mean - report.fitted_mean + curves.MeanAt(square));
    if (report.place.samples.size() < kLeastForSpread) continue;
    spreads.x.push_back(report.place.distance);
    spreads.y.push_back(std::sqrt(report.good.variance) - report.fitted_sd + curves.SdAt(square));
  }
  mean.lines = {means, FitLine(result, &gap::RangeCurves::MeanAt)};
  spread.lines = {spreads, FitLine(result, &gap::RangeCurves::SdAt)};
  return {mean, spread};
}

std::vector<LinePlot> AnglePlots(const CharacterizeResult& result) {
  std::vector<LinePlot> plots;
  const gap::RangeCurves& curves = result.found.fit.curves;
  const struct {
    const char* name;
    double gap::PlaceStats::*variable;
  } angles[] = {{"Incidence", &gap::PlaceStats::angle}, {"Offset", &gap::PlaceStats::offset}};
  for (const auto& angle : angles) {
    double widest = 0.0;
    Line measured{"measured", Tone::kReal, {}, {}, false, Line::Symbols::kOnly};
    for (const PlaceReport& report : result.found.places) {
      if (report.good.n < 0.5) continue;
      gap::PlaceStats square = report.good;
      square.*angle.variable = 0.0;
      measured.x.push_back(report.good.*angle.variable);
      measured.y.push_back(report.good.mean - curves.MeanAt(square));
      widest = std::max(widest, report.good.*angle.variable);
    }
    if (!(widest > 0.0)) continue;
    LinePlot plot;
    plot.title = std::string(angle.name) + ": what it adds to the mean";
    plot.x.label = "angle (" + result.units.angle + ")";
    plot.y.label = result.units.reading;
    Line fit{"fit", Tone::kFirst, {}, {}, false, Line::Symbols::kNone};
    for (int i = 0; i <= kCurvePoints; ++i) {
      gap::PlaceStats at, square;
      at.distance = square.distance = result.found.places.front().place.distance;
      at.*angle.variable = widest * i / kCurvePoints;
      fit.x.push_back(at.*angle.variable);
      fit.y.push_back(curves.MeanAt(at) - curves.MeanAt(square));
    }
    plot.lines = {measured, fit};
    plots.push_back(std::move(plot));
  }
  return plots;
}

LinePlot SampleSizePlot(const CharacterizeResult& result) {
  const gap::SampleSizeStudy& study = result.found.size;
  LinePlot plot;
  plot.title =
      "Error of so many readings, at " + PlainText(study.distance) + " " + result.units.distance;
  plot.x.label = "readings";
  plot.x.logarithmic = true;
  plot.y.label = "in standard deviations";
  Line mean{"mean", Tone::kFirst, {}, {}, false, Line::Symbols::kSome};
  Line sd{"standard deviation", Tone::kSecond, {}, {}, false, Line::Symbols::kSome};
  Line histogram{
      "share of the histogram elsewhere", Tone::kThird, {}, {}, true, Line::Symbols::kNone};
  Line limit{"tolerance", Tone::kFaint, {}, {}, true, Line::Symbols::kNone};
  for (const gap::SampleSizePoint& point : study.points) {
    const double n = point.n;
    for (Line* line : {&mean, &sd, &histogram, &limit}) line->x.push_back(n);
    mean.y.push_back(point.mean_error);
    sd.y.push_back(point.sd_error);
    histogram.y.push_back(point.histogram);
    limit.y.push_back(study.tolerance);
  }
  plot.lines = {mean, sd, histogram, limit};
  return plot;
}

}  // namespace surefoot::experiment
