#include "surefoot/evaluation/characterize/range_loss.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/statistics/curve_form.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

struct Count {
  double lost = 0.0;
  double all = 0.0;
};

Count CountOf(const RangePlace& place) {
  const double lost = static_cast<double>(place.lost);
  return {lost, lost + static_cast<double>(place.samples.size())};
}

/// Whether chance alone makes the places differ so much: chi-square by Wilson and Hilferty.
bool IsTheSameEverywhere(const std::vector<RangePlace>& places, double share) {
  double chi_square = 0.0, freedom = -1.0;
  for (const RangePlace& place : places) {
    const Count count = CountOf(place);
    chi_square += std::pow(count.lost - share * count.all, 2.0) /
                  (std::max(share * (1.0 - share), 1e-12) * count.all);
    freedom += 1.0;
  }
  if (freedom < 1.0) return true;
  const double part = 2.0 / (9.0 * freedom);
  const double z = (std::cbrt(chi_square / freedom) - (1.0 - part)) / std::sqrt(part);
  return z < NormalQuantile(0.99);
}

}  // namespace

noise::RangeModel::Sum FitLoss(const std::vector<RangePlace>& places) {
  noise::RangeModel::Sum sum;
  Count all;
  for (const RangePlace& place : places) {
    all.lost += CountOf(place).lost;
    all.all += CountOf(place).all;
  }
  const double share = all.lost / std::max(all.all, 1.0);
  if (all.lost == 0.0) return sum;
  if (IsTheSameEverywhere(places, share)) {
    sum.distance = noise::Curve::Constant(share);
    return sum;
  }
  std::vector<double> distances, angles, offsets;
  for (const RangePlace& place : places) {
    distances.push_back(place.distance);
    angles.push_back(place.angle);
    offsets.push_back(place.offset);
  }
  const auto varies = [](std::vector<double> v) {
    return *std::max_element(v.begin(), v.end()) > *std::min_element(v.begin(), v.end());
  };
  const auto angular = [&](const std::vector<double>& v) {
    return MakeShape(varies(v) ? CurveForm::kPiecewise : CurveForm::kNone, v, true, 6);
  };
  const CurveShape d = MakeShape(CurveForm::kPiecewise, distances);
  const CurveShape a = angular(angles);
  const CurveShape o = angular(offsets);
  const Eigen::Index nd = d.parameter_count(), na = a.parameter_count(), no = o.parameter_count();
  Eigen::MatrixXd A(static_cast<Eigen::Index>(places.size()), nd + na + no);
  Eigen::VectorXd b(A.rows());
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const RangePlace& place = places[static_cast<std::size_t>(i)];
    const Count count = CountOf(place);
    Eigen::RowVectorXd row(A.cols());
    row << d.Gradient(Eigen::VectorXd::Zero(nd), place.distance).transpose(),
        a.Gradient(Eigen::VectorXd::Zero(na), place.angle).transpose(),
        o.Gradient(Eigen::VectorXd::Zero(no), place.offset).transpose();
    A.row(i) = std::sqrt(count.all) * row;
    b(i) = std::sqrt(count.all) * count.lost / count.all;
  }
  const Eigen::VectorXd p = A.completeOrthogonalDecomposition().solve(b);
  sum.distance = d.ToCurve(p.head(nd));
  sum.incidence = a.ToCurve(p.segment(nd, na));
  sum.offset = o.ToCurve(p.tail(no));
  return sum;
}

}  // namespace surefoot::gap
