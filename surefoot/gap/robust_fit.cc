#include "surefoot/gap/robust_fit.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/check.h"

namespace surefoot::gap {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Between the parameters and the numbers that are searched.
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
  /// A difference that stays inside the range.
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

/// Residuals and their derivatives at a point.
struct Linear {
  VectorXd residuals;
  MatrixXd jacobian;
};

class Search {
 public:
  Search(const std::vector<FitParameter>& parameters, const FitModel& model,
         const FitOptions& options)
      : scales_(parameters), model_(model), options_(options) {}

  Result<Linear> Linearise(const VectorXd& x) {
    std::vector<VectorXd> points = {scales_.Values(x)};
    VectorXd steps(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      steps[i] = scales_.Difference(x, i, options_.difference);
      VectorXd moved = x;
      moved[i] += steps[i];
      points.push_back(scales_.Values(moved));
    }
    evaluations_ += static_cast<int>(points.size());
    Result<std::vector<VectorXd>> all = model_(points);
    if (!all.ok()) return all.error();
    Linear linear;
    linear.residuals = (*all)[0];
    linear.jacobian.resize(linear.residuals.size(), x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const VectorXd& moved = (*all)[static_cast<std::size_t>(i) + 1];
      SUREFOOT_CHECK(moved.size() == linear.residuals.size(), "as many residuals everywhere");
      linear.jacobian.col(i) = (moved - linear.residuals) / steps[i];
    }
    return linear;
  }

  /// Trial steps with several dampings, computed at once; the best. Cost as given if none is
  /// better.
  Result<std::pair<VectorXd, double>> BestStep(const VectorXd& x, const Linear& at, double cost,
                                               double* damping);

  int evaluations() const { return evaluations_; }
  const Scales& scales() const { return scales_; }

 private:
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
  const double least = 1e-9 * (1.0 + curvature.diagonal().maxCoeff());
  curvature.diagonal() += damping * curvature.diagonal();
  curvature.diagonal().array() += least;
  return -curvature.ldlt().solve(weighted * at.residuals);
}

Result<std::pair<VectorXd, double>> Search::BestStep(const VectorXd& x, const Linear& at,
                                                     double cost, double* damping) {
  // A factor of more than e in one step is beyond what derivatives tell.
  constexpr double kLongest = 1.0;
  const VectorXd weights = Weights(at.residuals, options_.block);
  std::pair<VectorXd, double> best = {x, cost};
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::vector<VectorXd> tried;
    std::vector<VectorXd> points;
    std::vector<double> dampings = {*damping, 10.0 * *damping};
    for (double each : dampings) {
      VectorXd step = DampedStep(at, weights, each);
      const double longest = step.cwiseAbs().maxCoeff();
      if (longest > kLongest) step *= kLongest / longest;
      VectorXd moved = x + step;
      scales_.Clamp(&moved);
      tried.push_back(moved);
      points.push_back(scales_.Values(moved));
    }
    evaluations_ += static_cast<int>(points.size());
    const Result<std::vector<VectorXd>> all = model_(points);
    if (!all.ok()) return all.error();
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double now = RobustCost((*all)[i], options_.block);
      if (now >= best.second) continue;
      best = {tried[i], now};
      chosen = i;
    }
    if (best.second < cost) {
      *damping = std::max(1e-4, 0.2 * dampings[chosen]);
      return best;
    }
    *damping *= 100.0;
  }
  return best;
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
  VectorXd x = search.scales().Start();
  double damping = 1e-2;
  while (true) {
    Result<Linear> at = search.Linearise(x);
    if (!at.ok()) return at.error();
    fit.residuals = at->residuals;
    fit.jacobian = at->jacobian;
    fit.cost = RobustCost(at->residuals, options.block);
    if (fit.converged || fit.iterations >= options.iterations) break;
    ++fit.iterations;
    const auto next = search.BestStep(x, *at, fit.cost, &damping);
    if (!next.ok()) return next.error();
    const double moved = (next->first - x).cwiseAbs().maxCoeff();
    const double gained = fit.cost - next->second;
    x = next->first;
    fit.converged = moved < options.tolerance || gained < 1e-5 * (1e-3 + fit.cost);
    if (moved == 0.0) break;
  }
  fit.values = search.scales().Values(x);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    fit.at_limit.push_back(search.scales().AtLimit(x, i));
  }
  fit.evaluations = search.evaluations();
  return fit;
}

}  // namespace surefoot::gap
