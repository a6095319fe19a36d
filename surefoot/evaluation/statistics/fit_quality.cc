// How well data tell the parameters of a fit.

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "surefoot/base/check.h"
#include "surefoot/base/random.h"
#include "surefoot/evaluation/statistics/robust_fit.h"

namespace surefoot::gap {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kDraws = 1000;

/// Fits the linearised residuals of drawn observations.
class Redraw {
 public:
  Redraw(const Fit& fit, const std::vector<int>& groups) : fit_(fit) {
    std::map<int, std::vector<Eigen::Index>> by_group;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      by_group[groups[i]].push_back(static_cast<Eigen::Index>(i) * fit.block);
    }
    std::vector<Eigen::Index> all;
    for (auto& [group, members] : by_group) {
      all.insert(all.end(), members.begin(), members.end());
      groups_.push_back(std::move(members));
    }
    centre_ = Settle(all);
  }

  /// How far the parameters are from the fit. All observations are no move at all, also where the
  /// search ended beside the minimum of what the derivatives tell.
  VectorXd Draw(RandomStream* random) const {
    std::vector<Eigen::Index> drawn;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const double place = random->Uniform() * static_cast<double>(groups_.size());
      const auto& members = groups_[static_cast<std::size_t>(place)];
      drawn.insert(drawn.end(), members.begin(), members.end());
    }
    return Settle(drawn) - centre_;
  }

 private:
  VectorXd Settle(const std::vector<Eigen::Index>& drawn) const {
    VectorXd moved = VectorXd::Zero(fit_.jacobian.cols());
    constexpr int kRounds = 6;
    for (int round = 0; round < kRounds; ++round) moved = Refit(drawn, moved);
    return moved;
  }

  VectorXd Refit(const std::vector<Eigen::Index>& drawn, const VectorXd& moved) const {
    const Eigen::Index n = fit_.jacobian.cols();
    MatrixXd curvature = MatrixXd::Zero(n, n);
    VectorXd slope = VectorXd::Zero(n);
    for (Eigen::Index first : drawn) {
      const auto jacobian = fit_.jacobian.middleRows(first, fit_.block);
      const auto residual = fit_.residuals.segment(first, fit_.block);
      const double weight = 1.0 / std::sqrt(1.0 + (residual + jacobian * moved).squaredNorm());
      curvature += weight * jacobian.transpose() * jacobian;
      slope += weight * jacobian.transpose() * residual;
    }
    curvature.diagonal().array() += 1e-9 * (1.0 + curvature.diagonal().maxCoeff());
    return -curvature.ldlt().solve(slope);
  }

  const Fit& fit_;
  std::vector<std::vector<Eigen::Index>> groups_;
  VectorXd centre_;
};

/// The parameter after a move of what is searched.
double Moved(const FitParameter& parameter, double value, double move) {
  const double moved =
      parameter.is_factor ? value * std::exp(move) : value + parameter.scale * move;
  return std::min(std::max(moved, parameter.low), parameter.high);
}

FitRange RangeOf(double value, const std::vector<double>& drawn) {
  return {value, {Quantile(drawn, 0.05), Quantile(drawn, 0.95)}};
}

void AddCurvature(const Fit& fit, FitQuality* quality) {
  const Eigen::Index n = fit.jacobian.cols();
  MatrixXd curvature = MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i + fit.block <= fit.residuals.size(); i += fit.block) {
    const auto jacobian = fit.jacobian.middleRows(i, fit.block);
    const double weight = 1.0 / std::sqrt(1.0 + fit.residuals.segment(i, fit.block).squaredNorm());
    curvature += weight * jacobian.transpose() * jacobian;
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(curvature);
  const double least = eigen.eigenvalues()[0];
  const double most = eigen.eigenvalues()[n - 1];
  const bool known = least > 1e-12 * most;
  quality->condition = known ? most / least : std::numeric_limits<double>::infinity();
  curvature.diagonal().array() += 1e-12 * (1e-12 + most);
  const MatrixXd covariance = curvature.ldlt().solve(MatrixXd::Identity(n, n));
  const VectorXd spread = covariance.diagonal().cwiseMax(1e-300).cwiseSqrt();
  quality->correlation =
      spread.cwiseInverse().asDiagonal() * covariance * spread.cwiseInverse().asDiagonal();
}

}  // namespace

FitQuality QualityOf(const Fit& fit, const std::vector<int>& groups) {
  SUREFOOT_CHECK(static_cast<Eigen::Index>(groups.size()) * fit.block == fit.residuals.size(),
                 "a group for each observation");
  FitQuality quality;
  AddCurvature(fit, &quality);
  const Redraw redraw(fit, groups);
  RandomStream random(0, "fit quality");
  const std::size_t n = fit.parameters.size();
  const auto value = [&fit](std::size_t i) { return fit.values[static_cast<Eigen::Index>(i)]; };
  std::vector<std::vector<double>> drawn(n);
  for (int draw = 0; draw < kDraws; ++draw) {
    const VectorXd moved = redraw.Draw(&random);
    for (std::size_t i = 0; i < n; ++i) {
      drawn[i].push_back(Moved(fit.parameters[i], value(i), moved[static_cast<Eigen::Index>(i)]));
    }
  }
  for (std::size_t i = 0; i < n; ++i) quality.parameters.push_back(RangeOf(value(i), drawn[i]));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      std::vector<double> ratios;
      for (std::size_t d = 0; d < drawn[i].size(); ++d) ratios.push_back(drawn[i][d] / drawn[k][d]);
      quality.ratios.push_back({i, k, RangeOf(value(i) / value(k), ratios)});
    }
  }
  return quality;
}

}  // namespace surefoot::gap
