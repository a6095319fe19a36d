#pragma once

#include <cstddef>
#include <vector>

namespace surefoot::solver {

/// A symmetric matrix in profile (skyline) storage: of the lower triangle, each row from its first
/// nonzero entry to the diagonal. A Cholesky factor fits into the same profile (George and Liu,
/// 1981). With the degrees of freedom of a tree numbered from the leaves to the root, the profile
/// of a mass matrix contains no zeros: the sparse factorization of Featherstone (2008, section
/// 6.5).
///
///   Skyline matrix;
///   matrix.Reset(2);
///   matrix.Cover(1, 0);
///   matrix.Layout();
///   matrix.row(0)[0] = 2.0, matrix.row(1)[0] = 1.0, matrix.row(1)[1] = 2.0;
///   if (matrix.Factor()) matrix.Solve(x);
class Skyline {
 public:
  /// Drops the entries; every row begins at its diagonal.
  void Reset(int size);
  int size() const { return static_cast<int>(first_.size()); }

  /// Before Layout(): extends the profile to the entry (row, column), column <= row.
  void Cover(int row, int column) {
    int& first = first_[static_cast<std::size_t>(row)];
    if (column < first) first = column;
  }
  /// Allocates the entries of the profile; their values are not set.
  void Layout();

  int first(int row) const { return first_[static_cast<std::size_t>(row)]; }
  /// Entry (i, j) is row(i)[j] for first(i) <= j <= i.
  double* row(int i) { return entries_.data() + start_[static_cast<std::size_t>(i)]; }
  const double* row(int i) const { return entries_.data() + start_[static_cast<std::size_t>(i)]; }

  /// Replaces the matrix by its Cholesky factor; false when it is not positive definite.
  bool Factor();
  /// After Factor(): x = A^-1 x.
  void Solve(double* x) const;
  /// out[begin..end) = A x for a diagonal block that is not coupled to rows outside of it.
  void Multiply(int begin, int end, const double* x, double* out) const;

 private:
  void FactorLeft(int begin);
  bool FactorRow(int i, int done);

  std::vector<int> first_;
  /// Index in entries_ where column zero of each row would be (may be negative).
  std::vector<std::ptrdiff_t> start_;
  std::vector<double> entries_;
};

}  // namespace surefoot::solver
