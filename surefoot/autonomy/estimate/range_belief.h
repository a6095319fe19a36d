#pragma once

#include "surefoot/autonomy/estimate/discrete_bayes.h"
#include "surefoot/noise/range_model.h"

namespace surefoot::estimate {

/// How far an obstacle is, as a belief over cells of distance (m), out of the readings of a range
/// sensor whose model is the likelihood. The cells are those of Van Scoy et al. unless told
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

  /// The obstacle came nearer by `approach` (m), told with this standard deviation.
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
