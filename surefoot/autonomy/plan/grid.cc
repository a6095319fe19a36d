#include "surefoot/autonomy/plan/grid.h"

#include <cmath>
#include <limits>

namespace surefoot::plan {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Squared distances along one line: the lower envelope of parabolas that stand on `values`.
void TransformLine(std::vector<double>* values, std::vector<int>* feet, std::vector<double>* from) {
  const int count = static_cast<int>(values->size());
  const std::vector<double> f = *values;
  int last = -1;
  for (int q = 0; q < count; ++q) {
    const double height = f[static_cast<std::size_t>(q)];
    if (height == kFar) continue;
    double begin = -kFar;
    while (last >= 0) {
      const int foot = (*feet)[static_cast<std::size_t>(last)];
      const double other = f[static_cast<std::size_t>(foot)];
      begin = (height + double(q) * q - other - double(foot) * foot) / (2.0 * (q - foot));
      if (begin > (*from)[static_cast<std::size_t>(last)]) break;
      --last;
      begin = -kFar;
    }
    ++last;
    (*feet)[static_cast<std::size_t>(last)] = q;
    (*from)[static_cast<std::size_t>(last)] = begin;
  }
  if (last < 0) return;
  int k = 0;
  for (int q = 0; q < count; ++q) {
    while (k < last && (*from)[static_cast<std::size_t>(k) + 1] < q) ++k;
    const int foot = (*feet)[static_cast<std::size_t>(k)];
    (*values)[static_cast<std::size_t>(q)] =
        double(q - foot) * (q - foot) + f[static_cast<std::size_t>(foot)];
  }
}

}  // namespace

Cell Grid::CellOf(const Eigen::Vector2d& p) const {
  const Eigen::Vector2d q = (p - origin) / cell;
  const auto index = [](double x) {
    return static_cast<int>(std::floor(std::min(std::max(x, -1.0), 1e9)));
  };
  return {index(q.x()), index(q.y())};
}

std::vector<double> DistanceTo(const Grid& grid, const std::vector<bool>& marked) {
  std::vector<double> squares(grid.size(), kFar);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (marked[i]) squares[i] = 0.0;
  }
  const std::size_t longest = static_cast<std::size_t>(std::max(grid.cols, grid.rows));
  std::vector<int> feet(longest);
  std::vector<double> from(longest);
  std::vector<double> line;
  for (int col = 0; col < grid.cols; ++col) {
    line.clear();
    for (int row = 0; row < grid.rows; ++row) line.push_back(squares[grid.IndexOf({col, row})]);
    TransformLine(&line, &feet, &from);
    for (int row = 0; row < grid.rows; ++row) {
      squares[grid.IndexOf({col, row})] = line[static_cast<std::size_t>(row)];
    }
  }
  for (int row = 0; row < grid.rows; ++row) {
    line.clear();
    for (int col = 0; col < grid.cols; ++col) line.push_back(squares[grid.IndexOf({col, row})]);
    TransformLine(&line, &feet, &from);
    for (int col = 0; col < grid.cols; ++col) {
      squares[grid.IndexOf({col, row})] = line[static_cast<std::size_t>(col)];
    }
  }
  for (double& value : squares) value = grid.cell * std::sqrt(value);
  return squares;
}

}  // namespace surefoot::plan
