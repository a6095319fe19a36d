#include "surefoot/evaluation/statistics/robust_fit.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/random.h"
#include "surefoot/base/try.h"

namespace surefoot::gap {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Conversion between parameters and search space: logarithms of factors, other values over their
/// scale.
class Scales {
 public:
  explicit Scales(const std::vector<FitParameter>& parameters) : parameters_(parameters) {}

  VectorXd Start() const {
    VectorXd x(size());
    for (Eigen::Index i = 0; i < size(); ++i) x[i] = In(i, at(i).start);
    return x;
  }
  VectorXd Values(const VectorXd& x) const {
    VectorXd values(size());
    for (Eigen::Index i = 0; i < size(); ++i) {
      const double value = at(i).is_factor ? std::exp(x[i]) : x[i] * at(i).scale;
      values[i] = std::clamp(value, at(i).low, at(i).high);
    }
    return values;
  }
  void Clamp(VectorXd* x) const {
    for (Eigen::Index i = 0; i < size(); ++i) {
      (*x)[i] = std::clamp((*x)[i], In(i, at(i).low), In(i, at(i).high));
    }
  }
  /// A finite difference that stays inside the range: backward at the upper limit.
  double Difference(const VectorXd& x, Eigen::Index i, double size) const {
    return x[i] + size <= In(i, at(i).high) ? size : -size;
  }
  bool AtLimit(const VectorXd& x, Eigen::Index i) const {
    return x[i] <= In(i, at(i).low) + 1e-9 || x[i] >= In(i, at(i).high) - 1e-9;
  }
  Eigen::Index size() const { return static_cast<Eigen::Index>(parameters_.size()); }

 private:
  const FitParameter& at(Eigen::Index i) const { return parameters_[static_cast<std::size_t>(i)]; }
  double In(Eigen::Index i, double value) const {
    return at(i).is_factor ? std::log(value) : value / at(i).scale;
  }

  const std::vector<FitParameter>& parameters_;
};

/// Residuals and Jacobian at a point.
struct Linear {
  VectorXd residuals;
  MatrixXd jacobian;
};

class Search {
 public:
  Search(const std::vector<FitParameter>& parameters, const FitModel& model,
         const FitOptions& options)
      : scales_(parameters), model_(model), options_(options) {}

  /// `known`: the residuals at x from the step before; empty: not computed yet.
  Result<Linear> Linearise(const VectorXd& x, const VectorXd& known) {
    const bool others = static_cast<bool>(options_.derivatives);
    Linear linear;
    linear.residuals = known;
    if (others && known.size() == 0) {
      const std::vector<VectorXd> here = SUREFOOT_TRY(Evaluate({scales_.Values(x)}));
      linear.residuals = here[0];
    }
    std::vector<VectorXd> points;
    if (others || known.size() == 0) points.push_back(scales_.Values(x));
    const std::size_t first = points.size();
    VectorXd steps(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      steps[i] = scales_.Difference(x, i, options_.difference);
      VectorXd moved = x;
      moved[i] += steps[i];
      points.push_back(scales_.Values(moved));
    }
    const std::vector<VectorXd> all =
        SUREFOOT_TRY(others ? options_.derivatives(points) : Evaluate(points));
    const VectorXd& base = first > 0 ? all[0] : known;
    if (linear.residuals.size() == 0) linear.residuals = base;
    linear.jacobian.resize(base.size(), x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const VectorXd& moved = all[static_cast<std::size_t>(i) + first];
      SUREFOOT_CHECK(moved.size() == linear.residuals.size(),
                     "the same number of residuals in every evaluation");
      linear.jacobian.col(i) = (moved - base) / steps[i];
    }
    return linear;
  }

  struct Step {
    VectorXd x;
    VectorXd residuals;
    double cost = 0.0;
  };

  /// The best of trial steps with several dampings, evaluated in one batch; `from` if none is
  /// better.
  Result<Step> BestStep(const Step& from, const Linear& at, double* damping);

  int evaluations() const { return evaluations_; }
  const Scales& scales() const { return scales_; }

 private:
  Result<std::vector<VectorXd>> Evaluate(const std::vector<VectorXd>& points) {
    evaluations_ += static_cast<int>(points.size());
    return model_(points);
  }

  Scales scales_;
  const FitModel& model_;
  const FitOptions& options_;
  int evaluations_ = 0;
};

VectorXd Weights(const VectorXd& residuals, int block) {
  VectorXd weights(residuals.size());
  for (Eigen::Index i = 0; i + block <= residuals.size(); i += block) {
    const double weight = 1.0 / std::sqrt(1.0 + residuals.segment(i, block).squaredNorm());
    weights.segment(i, block).setConstant(weight);
  }
  return weights;
}

VectorXd DampedStep(const Linear& at, const VectorXd& weights, double damping) {
  const MatrixXd weighted = at.jacobian.transpose() * weights.asDiagonal();
  MatrixXd curvature = weighted * at.jacobian;
  const double min = 1e-9 * (1.0 + curvature.diagonal().maxCoeff());
  curvature.diagonal() += damping * curvature.diagonal();
  curvature.diagonal().array() += min;
  return -curvature.ldlt().solve(weighted * at.residuals);
}

Result<Search::Step> Search::BestStep(const Step& from, const Linear& at, double* damping) {
  // A step of more than a factor e leaves the region where the linearization holds.
  constexpr double kLongest = 1.0;
  const VectorXd weights = Weights(at.residuals, options_.block);
  Step best = from;
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::vector<VectorXd> tried;
    std::vector<VectorXd> points;
    const std::vector<double> dampings = {*damping, 10.0 * *damping};
    for (double each : dampings) {
      VectorXd step = DampedStep(at, weights, each);
      const double longest = step.cwiseAbs().maxCoeff();
      if (longest > kLongest) step *= kLongest / longest;
      VectorXd moved = from.x + step;
      scales_.Clamp(&moved);
      tried.push_back(moved);
      points.push_back(scales_.Values(moved));
    }
    const std::vector<VectorXd> all = SUREFOOT_TRY(Evaluate(points));
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double now = RobustCost(all[i], options_.block);
      if (now >= best.cost) continue;
      best = {tried[i], all[i], now};
      chosen = i;
    }
    if (best.cost < from.cost) {
      *damping = std::max(1e-4, 0.2 * dampings[chosen]);
      return best;
    }
    *damping *= 100.0;
  }
  return best;
}

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kDraws = 1000;

/// Refits the linearized residuals to resampled observations.
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

  /// The change of the parameters for one resample. It is relative to the minimum of the linearized
  /// problem with all observations, which may lie beside the fit where the search stopped early.
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

/// The parameter after a change in search space, within its range.
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
  const double min = eigen.eigenvalues()[0];
  const double max = eigen.eigenvalues()[n - 1];
  const bool known = min > 1e-12 * max;
  quality->condition = known ? max / min : std::numeric_limits<double>::infinity();
  curvature.diagonal().array() += 1e-12 * (1e-12 + max);
  const MatrixXd covariance = curvature.ldlt().solve(MatrixXd::Identity(n, n));
  const VectorXd spread = covariance.diagonal().cwiseMax(1e-300).cwiseSqrt();
  quality->correlation =
      spread.cwiseInverse().asDiagonal() * covariance * spread.cwiseInverse().asDiagonal();
}

}  // namespace

double RobustCost(const VectorXd& residuals, int block) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i + block <= residuals.size(); i += block) {
    sum += std::sqrt(1.0 + residuals.segment(i, block).squaredNorm()) - 1.0;
  }
  return sum / std::max(1.0, static_cast<double>(residuals.size() / block));
}

Result<Fit> FitRobustly(const std::vector<FitParameter>& parameters, const FitModel& model,
                        const FitOptions& options) {
  SUREFOOT_CHECK(!parameters.empty(), "something to fit");
  Search search(parameters, model, options);
  Fit fit;
  fit.parameters = parameters;
  fit.block = options.block;
  Search::Step now{search.scales().Start(), {}, 0.0};
  double damping = 1e-2;
  while (true) {
    const Linear at = SUREFOOT_TRY(search.Linearise(now.x, now.residuals));
    now.residuals = fit.residuals = at.residuals;
    fit.jacobian = at.jacobian;
    now.cost = fit.cost = RobustCost(at.residuals, options.block);
    if (fit.converged || fit.iterations >= options.iterations) break;
    ++fit.iterations;
    Search::Step next = SUREFOOT_TRY(search.BestStep(now, at, &damping));
    const double moved = (next.x - now.x).cwiseAbs().maxCoeff();
    const double gained = fit.cost - next.cost;
    now = std::move(next);
    fit.converged = moved < options.tolerance || gained < 1e-5 * (1e-3 + fit.cost);
    if (moved == 0.0) break;
  }
  fit.values = search.scales().Values(now.x);
  for (Eigen::Index i = 0; i < now.x.size(); ++i) {
    fit.at_limit.push_back(search.scales().AtLimit(now.x, i));
  }
  fit.evaluations = search.evaluations();
  return fit;
}

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
