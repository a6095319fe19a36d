#pragma once

/// Figures of a verdict, as SVG.

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/verdict/verdict.h"

namespace surefoot::experiment {

/// c(t), its bound and the limit.
std::string ConfidenceFigure(const gap::QuantityVerdict& verdict);

/// Errors over time: median with its interval, 90 % band, tolerance.
std::string ErrorFigure(const gap::QuantityVerdict& verdict);

/// Spread ratio and coverage over time; empty where they are unknown.
std::string SpreadFigure(const gap::QuantityVerdict& verdict);

/// Energy and Wasserstein distance over time; empty where they are unknown.
std::string DistanceFigure(const gap::QuantityVerdict& verdict);

/// d(t) with its interval.
std::string DistinctFigure(const gap::Indistinguishability& all);

/// Paths of all runs, and of the medians.
std::string PathFigure(const gap::Comparison& position);

/// One component or quantity of all runs over time: 90 % bands and medians. `component` counts from
/// 0.
std::string BandFigure(const gap::Comparison& comparison, int component);

}  // namespace surefoot::experiment
