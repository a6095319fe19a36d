#pragma once

/// Helpers for studies: parallel work with progress, and lists of numbers in settings.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

using experiment::StudyContext;

/// Calls `work` for 0 to count - 1 in the context's threads and reports progress from one share of
/// the study to another. On failure it returns the error with the lowest index among those that
/// occurred, or that the study was cancelled.
Status DoAll(const StudyContext& context, const std::string& what, double from, double to,
             std::size_t count, const std::function<Status(std::size_t)>& work);

/// The numbers of a list or of a single value; `fallback` when the key is missing. Values out of
/// range are reported with their line.
std::vector<double> ReadNumbers(const world::ElementReader& reader, const std::string& key,
                                const std::vector<double>& fallback, double min, double max);

/// Each value times the factor, for conversion of units.
std::vector<double> Scaled(std::vector<double> values, double factor);

/// A number as it is used in names: "21", "0.05".
std::string PlainNumber(double value);

}  // namespace surefoot::studies
