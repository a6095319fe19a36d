#include "surefoot/evaluation/report/thin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// A trial at 1 kHz gives 100,000 points for a plot of 600 pixels. Thinning by columns keeps the
// appearance and makes the file much smaller.

namespace surefoot::report {
namespace {

bool IsGap(const PlotPoint& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); }

/// Adds the points with these indices, each once, in their order.
template <std::size_t n>
void Keep(const std::vector<PlotPoint>& points, std::array<std::size_t, n> indices,
          std::vector<PlotPoint>& out) {
  std::sort(indices.begin(), indices.end());
  const auto end = std::unique(indices.begin(), indices.end());
  for (auto i = indices.begin(); i != end; ++i) out.push_back(points[*i]);
}

/// First, last and extremes of the points from `begin` to before `end`, which hold no gap.
void KeepExtremes(const std::vector<PlotPoint>& points, std::size_t begin, std::size_t end,
                  bool in_x, std::vector<PlotPoint>& out) {
  std::size_t bottom = begin, top = begin, left = begin, right = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (points[i].y < points[bottom].y) bottom = i;
    if (points[i].y > points[top].y) top = i;
    if (points[i].x < points[left].x) left = i;
    if (points[i].x > points[right].x) right = i;
  }
  if (!in_x) left = right = begin;
  Keep(points, std::array{begin, bottom, top, left, right, end - 1}, out);
}

/// Calls use(begin, end) for each run of points that same(begin, i) joins; gaps are copied.
template <typename Same, typename Use>
void ForRuns(const std::vector<PlotPoint>& points, std::vector<PlotPoint>& out, Same same,
             Use use) {
  std::size_t begin = 0;
  while (begin < points.size()) {
    std::size_t end = begin + 1;
    if (IsGap(points[begin])) {
      out.push_back(points[begin]);
    } else {
      while (end < points.size() && !IsGap(points[end]) && same(begin, end)) ++end;
      use(begin, end);
    }
    begin = end;
  }
}

/// Removes gaps within one column, which are invisible.
std::vector<PlotPoint> WithoutSmallGaps(const std::vector<PlotPoint>& points, double column) {
  std::vector<PlotPoint> out;
  out.reserve(points.size());
  const PlotPoint* before = nullptr;
  const PlotPoint* gap = nullptr;
  for (const PlotPoint& point : points) {
    if (IsGap(point)) {
      gap = &point;
      continue;
    }
    const bool seen = gap != nullptr && before != nullptr &&
                      std::floor(before->x / column) != std::floor(point.x / column);
    if (seen) out.push_back(*gap);
    out.push_back(point);
    before = &point;
    gap = nullptr;
  }
  return out;
}

}  // namespace

std::vector<PlotPoint> Thinned(const std::vector<PlotPoint>& all, double column, std::size_t max) {
  const std::vector<PlotPoint> points = WithoutSmallGaps(all, column);
  std::vector<PlotPoint> thin;
  const auto column_of = [&](std::size_t i) { return std::floor(points[i].x / column); };
  ForRuns(
      points, thin,
      [&](std::size_t begin, std::size_t i) { return column_of(begin) == column_of(i); },
      [&](std::size_t begin, std::size_t end) { KeepExtremes(points, begin, end, false, thin); });
  if (thin.size() <= max) return thin;

  // Back and forth between columns, as paths on the ground go. Gaps may break more stretches.
  std::vector<PlotPoint> thinner;
  const std::size_t stretch = thin.size() / std::max<std::size_t>(max / 6, 1) + 1;
  ForRuns(
      thin, thinner, [&](std::size_t begin, std::size_t i) { return i - begin < stretch; },
      [&](std::size_t begin, std::size_t end) { KeepExtremes(thin, begin, end, true, thinner); });
  return thinner;
}

}  // namespace surefoot::report
