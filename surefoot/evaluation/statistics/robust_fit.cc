#include "surefoot/evaluation/statistics/robust_fit.h"

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

  /// `known`: the residuals at x; empty: they are not known yet.
  Result<Linear> Linearise(const VectorXd& x, const VectorXd& known) {
    const bool others = static_cast<bool>(options_.derivatives);
    Linear linear;
    linear.residuals = known;
    if (others && known.size() == 0) {
      const Result<std::vector<VectorXd>> here = Evaluate({scales_.Values(x)});
      if (!here.ok()) return here.error();
      linear.residuals = (*here)[0];
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
    const Result<std::vector<VectorXd>> all =
        others ? options_.derivatives(points) : Evaluate(points);
    if (!all.ok()) return all.error();
    const VectorXd& base = first > 0 ? (*all)[0] : known;
    if (linear.residuals.size() == 0) linear.residuals = base;
    linear.jacobian.resize(base.size(), x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const VectorXd& moved = (*all)[static_cast<std::size_t>(i) + first];
      SUREFOOT_CHECK(moved.size() == linear.residuals.size(), "as many residuals everywhere");
      linear.jacobian.col(i) = (moved - base) / steps[i];
    }
    return linear;
  }

  struct Step {
    VectorXd x;
    VectorXd residuals;
    double cost = 0.0;
  };

  /// Trial steps with several dampings, computed at once; the best. Where it was if none is better.
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
  const double least = 1e-9 * (1.0 + curvature.diagonal().maxCoeff());
  curvature.diagonal() += damping * curvature.diagonal();
  curvature.diagonal().array() += least;
  return -curvature.ldlt().solve(weighted * at.residuals);
}

Result<Search::Step> Search::BestStep(const Step& from, const Linear& at, double* damping) {
  // A factor of more than e in one step is beyond what derivatives tell.
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
    const Result<std::vector<VectorXd>> all = Evaluate(points);
    if (!all.ok()) return all.error();
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double now = RobustCost((*all)[i], options_.block);
      if (now >= best.cost) continue;
      best = {tried[i], (*all)[i], now};
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
    const Result<Linear> at = search.Linearise(now.x, now.residuals);
    if (!at.ok()) return at.error();
    now.residuals = fit.residuals = at->residuals;
    fit.jacobian = at->jacobian;
    now.cost = fit.cost = RobustCost(at->residuals, options.block);
    if (fit.converged || fit.iterations >= options.iterations) break;
    ++fit.iterations;
    Result<Search::Step> next = search.BestStep(now, *at, &damping);
    if (!next.ok()) return next.error();
    const double moved = (next->x - now.x).cwiseAbs().maxCoeff();
    const double gained = fit.cost - next->cost;
    now = std::move(next).value();
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

}  // namespace surefoot::gap
