#include "surefoot/evaluation/report/band_svg.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/evaluation/report/svg.h"
#include "surefoot/evaluation/report/thin.h"

namespace surefoot::report {
namespace {

constexpr double kColumn = 0.8;
constexpr std::size_t kMostPoints = 4000;

struct Sides {
  std::vector<PlotPoint> low;
  std::vector<PlotPoint> high;
};

/// Once round a piece without gaps.
std::string Around(const Sides& sides) {
  std::vector<PlotPoint> points = Thinned(sides.high, kColumn, kMostPoints);
  std::vector<PlotPoint> back = Thinned(sides.low, kColumn, kMostPoints);
  points.insert(points.end(), back.rbegin(), back.rend());
  return PathThrough(points) + "z";
}

std::size_t SizeOf(const Band& band) {
  return std::min({band.x.size(), band.low.size(), band.high.size()});
}

}  // namespace

void AddExtent(const Band& band, Extent* x, Extent* y) {
  for (std::size_t i = 0; i < SizeOf(band); ++i) {
    if (!std::isfinite(band.x[i]) || !std::isfinite(band.low[i]) || !std::isfinite(band.high[i])) {
      continue;
    }
    x->Add(band.x[i]);
    y->Add(band.low[i]);
    y->Add(band.high[i]);
  }
}

std::string BandPath(const Band& band, const Scale& x, const Scale& y) {
  std::string path;
  Sides sides;
  const auto finish = [&] {
    if (sides.low.size() > 1) path += Around(sides);
    sides = {};
  };
  for (std::size_t i = 0; i < SizeOf(band); ++i) {
    const double least = y.logarithmic() ? y.low() : -HUGE_VAL;
    const double at = x.At(band.x[i]);
    const double high = y.length() - y.At(band.high[i]);
    const double low = y.length() - y.At(std::max(band.low[i], least));
    if (!std::isfinite(at) || !std::isfinite(high) || !std::isfinite(low) ||
        std::isnan(band.low[i])) {
      finish();
      continue;
    }
    sides.low.push_back({at, low});
    sides.high.push_back({at, high});
  }
  finish();
  return path;
}

}  // namespace surefoot::report
