#pragma once

#include <functional>
#include <vector>

namespace surefoot::estimate {

/// A belief over cells on a line, such as distances to an obstacle: the discrete Bayes filter. All
/// probabilities are kept as logarithms until they are asked for, so that many sharp measurements
/// do not underflow to a belief in nothing.
class DiscreteBayes {
 public:
  /// Cells of one width from `first` (centre) on; uniform at the start. At least one cell.
  DiscreteBayes(double first, double width, int count);

  void Reset();

  /// Motion by `mean` with a normal spread: what leaves the cells at one end stays in the last one.
  /// Deviation 0 moves by the mean exactly, shared between two cells where it is no whole number of
  /// them.
  void Predict(double mean, double deviation);

  /// `log_likelihood` of the measurement, were the truth at the centre of a cell. A measurement
  /// that no cell can explain (all minus infinity) leaves the belief as it is; returns false then.
  bool Update(const std::function<double(double)>& log_likelihood);

  int size() const { return static_cast<int>(log_.size()); }
  double CenterOf(int cell) const { return first_ + width_ * cell; }
  /// Of all cells; they add up to 1.
  std::vector<double> Probabilities() const;
  /// Of equal ones the first.
  int MostProbable() const;
  double Mean() const;
  /// Cells with at most `share` of the belief outside at either end by half: the central interval.
  struct Interval {
    double low = 0.0;
    double high = 0.0;
  };
  Interval CentralInterval(double share) const;

 private:
  void Normalize();

  double first_;
  double width_;
  std::vector<double> log_;
};

/// Of a normal distribution.
double LogNormal(double value, double mean, double deviation);

}  // namespace surefoot::estimate
