#pragma once

/// What studies share: work in threads, lists of numbers in their settings.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

using experiment::StudyContext;

/// Does `work` for 0 to count - 1 in the context's threads, and tells how far it is, from one share
/// of the study to another. The error is the same for any number of threads: the first by index of
/// those that were met; or that the study was cancelled.
Status DoAll(const StudyContext& context, const std::string& what, double from, double to,
             std::size_t count, const std::function<Status(std::size_t)>& work);

/// The numbers of a list, or of a single value; `fallback` when there is none. Values out of range
/// are errors with their line.
std::vector<double> ReadNumbers(const world::ElementReader& reader, const std::string& key,
                                const std::vector<double>& fallback, double least, double most);

/// Each times the factor: another unit.
std::vector<double> Scaled(std::vector<double> values, double factor);

/// "21", "0.05".
std::string PlainNumber(double value);

}  // namespace surefoot::studies
