#pragma once

#include <string>
#include <vector>

#include "bench/accuracy/measure.h"

namespace surefoot::accuracy {

/// A line of headings, then one per outcome.
std::string ToCsv(const std::vector<Outcome>& outcomes);
Result<std::vector<Outcome>> FromCsv(const std::string& text);

std::string ToJson(const std::vector<Outcome>& outcomes);

/// For the terminal: one line, and the headings above it.
std::string TextHeadings();
std::string TextLine(const Outcome& outcome);

/// A table per task: a row per engine, a column per time step.
std::string ToMarkdown(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes);

/// Error against speed: a panel per task, a curve per engine.
std::string ToSvg(const std::vector<Task>& tasks, const std::vector<Outcome>& outcomes);

/// Names in the order of their first appearance.
std::vector<std::string> EnginesOf(const std::vector<Outcome>& outcomes);

}  // namespace surefoot::accuracy
