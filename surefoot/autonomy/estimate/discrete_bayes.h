#pragma once

#include <functional>
#include <vector>

#include "surefoot/noise/range_model.h"

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
  /// Deviation 0 moves by the mean exactly, split between two cells if it is not a whole number of
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

/// How far an obstacle is, as a belief over cells of distance (m), out of the readings of a range
/// sensor whose model is the likelihood. The cells are those of Van Scoy et al. unless stated
/// otherwise: 591 from 1.0 to 60.0 cm.
class RangeBelief {
 public:
  struct Grid {
    /// Centre of the first cell, width of all (m).
    double first = 0.01;
    double width = 0.001;
    int cells = 591;
  };

  RangeBelief(const noise::RangeModel& model, const Grid& grid);
  explicit RangeBelief(const noise::RangeModel& model) : RangeBelief(model, Grid()) {}

  /// Anywhere again, all cells alike.
  void Reset() { cells_.Reset(); }

  /// The obstacle came nearer by `approach` (m), measured with this standard deviation.
  void Predict(double approach, double deviation) { cells_.Predict(-approach, deviation); }

  /// A reading in the sensor's own unit (cm, counts). False: no cell explains it, and the belief is
  /// as before. Angles as far as they are known.
  bool Update(double reading, double incidence = 0.0, double offset = 0.0);
  /// A sample without a reading. False when the model never loses one.
  bool UpdateLost();

  /// Centre of the most probable cell.
  double MostProbable() const { return cells_.CenterOf(cells_.MostProbable()); }
  double Mean() const { return cells_.Mean(); }
  /// From the lower edge of its first cell to the upper edge of its last.
  DiscreteBayes::Interval CentralInterval(double share) const;
  const DiscreteBayes& cells() const { return cells_; }

 private:
  noise::RangeModel model_;
  double width_;
  DiscreteBayes cells_;
};

}  // namespace surefoot::estimate
