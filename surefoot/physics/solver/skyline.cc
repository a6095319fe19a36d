#include "surefoot/physics/solver/skyline.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace surefoot::solver {
namespace {

/// Four partial sums, so that the additions do not wait for each other. Their order is fixed, which
/// makes results reproducible.
double Dot(const double* a, const double* b, int count) {
  double sums[4] = {0.0, 0.0, 0.0, 0.0};
  int k = 0;
  for (; k + 4 <= count; k += 4) {
    for (int i = 0; i < 4; ++i) sums[i] += a[k + i] * b[k + i];
  }
  for (; k < count; ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Two doubles, the width of SSE2 and NEON.
using Pair = double __attribute__((vector_size(16)));

Pair PairAt(const double* p) {
  Pair pair;
  std::memcpy(&pair, p, sizeof pair);
  return pair;
}

/// Products of kRows rows with one row, whose entries are loaded once.
template <int kRows>
void Dots(double* const* rows, const double* b, int begin, int end, double* out) {
  Pair sums[kRows] = {};
  int k = begin;
  for (; k + 2 <= end; k += 2) {
    const Pair factor = PairAt(b + k);
    for (int r = 0; r < kRows; ++r) sums[r] += PairAt(rows[r] + k) * factor;
  }
  for (int r = 0; r < kRows; ++r) out[r] = sums[r][0] + sums[r][1];
  for (; k < end; ++k) {
    for (int r = 0; r < kRows; ++r) out[r] += rows[r][k] * b[k];
  }
}

/// Number of rows that are factored together: those of a free body.
constexpr int kBlock = 6;

}  // namespace

void Skyline::Reset(int size) {
  first_.resize(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) first_[static_cast<std::size_t>(i)] = i;
}

void Skyline::Layout() {
  start_.resize(first_.size());
  std::ptrdiff_t end = 0;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    start_[i] = end - first_[i];
    end += static_cast<std::ptrdiff_t>(i) - first_[i] + 1;
  }
  entries_.resize(static_cast<std::size_t>(end));
}

bool Skyline::Factor() {
  for (int i = 0; i < size();) {
    int rows = 1;
    while (rows < kBlock && i + rows < size() && first(i + rows) == first(i)) ++rows;
    if (rows == kBlock) {
      FactorLeft(i);
    } else {
      rows = 1;
    }
    const int done = rows == kBlock ? i : first(i);
    for (int r = i; r < i + rows; ++r) {
      if (!FactorRow(r, done)) return false;
    }
    i += rows;
  }
  return true;
}

/// A block of rows that begin at the same column: all columns left of the block's own triangle.
void Skyline::FactorLeft(int begin) {
  double* L[kBlock];
  for (int r = 0; r < kBlock; ++r) L[r] = row(begin + r);
  const int first_i = first(begin);
  for (int j = first_i; j < begin; ++j) {
    const double* Lj = row(j);
    double dots[kBlock];
    Dots<kBlock>(L, Lj, std::max(first_i, first(j)), j, dots);
    for (int r = 0; r < kBlock; ++r) L[r][j] = (L[r][j] - dots[r]) / Lj[j];
  }
}

/// A row whose columns before `done` are finished.
bool Skyline::FactorRow(int i, int done) {
  double* Li = row(i);
  const int first_i = first(i);
  for (int j = done; j < i; ++j) {
    const double* Lj = row(j);
    const int k = std::max(first_i, first(j));
    Li[j] = (Li[j] - Dot(Li + k, Lj + k, j - k)) / Lj[j];
  }
  const double rest = Li[i] - Dot(Li + first_i, Li + first_i, i - first_i);
  // Also false for NaN.
  if (!(rest > 0.0)) return false;
  Li[i] = std::sqrt(rest);
  return true;
}

void Skyline::Solve(double* x) const {
  // Forward substitution with L, then backward with its transpose.
  for (int i = 0; i < size(); ++i) {
    const double* Li = row(i);
    const int first_i = first(i);
    x[i] = (x[i] - Dot(Li + first_i, x + first_i, i - first_i)) / Li[i];
  }
  for (int i = size() - 1; i >= 0; --i) {
    const double* Li = row(i);
    x[i] /= Li[i];
    const double xi = x[i];
    for (int j = first(i); j < i; ++j) x[j] -= Li[j] * xi;
  }
}

void Skyline::Multiply(int begin, int end, const double* x, double* out) const {
  for (int i = begin; i < end; ++i) {
    const double* Ai = row(i);
    const int first_i = first(i);
    out[i] = Dot(Ai + first_i, x + first_i, i - first_i + 1);
    const double xi = x[i];
    for (int j = first_i; j < i; ++j) out[j] += Ai[j] * xi;
  }
}

}  // namespace surefoot::solver
