#pragma once

#include <cstddef>
#include <vector>

namespace surefoot::solver {

/// The lower triangle of a symmetric matrix, each row from its first entry that is not zero up to
/// the diagonal. Cholesky's factor fills nothing outside of that. With the degrees of freedom of a
/// tree numbered from the leaves to the root, a mass matrix has no zeros inside.
class Skyline {
 public:
  /// Forgets the entries; every row begins at its diagonal.
  void Reset(int size);
  int size() const { return static_cast<int>(first_.size()); }

  /// Before Layout(): makes room for the entry (row, column), column <= row.
  void Cover(int row, int column) {
    int& first = first_[static_cast<std::size_t>(row)];
    if (column < first) first = column;
  }
  /// Makes room for the entries; their values are not set.
  void Layout();

  int first(int row) const { return first_[static_cast<std::size_t>(row)]; }
  /// Entry (i, j) is row(i)[j] for first(i) <= j <= i.
  double* row(int i) { return entries_.data() + start_[static_cast<std::size_t>(i)]; }
  const double* row(int i) const { return entries_.data() + start_[static_cast<std::size_t>(i)]; }

  /// Replaces the matrix by its Cholesky factor; false when it is not positive definite.
  bool Factor();
  /// With the factor: x = A^-1 x.
  void Solve(double* x) const;
  /// out[begin..end) = A x for rows and columns in that range, which nothing outside couples to.
  void Multiply(int begin, int end, const double* x, double* out) const;

 private:
  void FactorLeft(int begin);
  bool FactorRow(int i, int done);

  std::vector<int> first_;
  /// Where column zero of each row would be in entries_.
  std::vector<std::ptrdiff_t> start_;
  std::vector<double> entries_;
};

}  // namespace surefoot::solver
