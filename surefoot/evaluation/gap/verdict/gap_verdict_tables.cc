#include "surefoot/evaluation/gap/verdict/gap_verdict_tables.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "surefoot/evaluation/gap/verdict/verdict_words.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;

constexpr std::size_t kMostRows = 5;

/// Indices of a few times: the last, and what divides the time before evenly.
std::vector<std::size_t> FewOf(std::size_t count) {
  std::vector<std::size_t> few;
  for (std::size_t i = 1; i <= kMostRows; ++i) {
    const std::size_t k = count * i / kMostRows;
    if (k > 0 && (few.empty() || few.back() != k - 1)) few.push_back(k - 1);
  }
  return few;
}

Cell Amount(double value, const std::string& unit) {
  Cell cell(std::isfinite(value) ? gap::AmountText(value, unit) : "-");
  cell.is_number = true;
  return cell;
}

}  // namespace

Table ErrorTable(const gap::GapVerdict& verdict) {
  Table table;
  table.id = "errors";
  table.caption = "Errors: |real - simulated median|, over runs";
  table.header = {"quantity", "t (s)", "5 %",   "median", "its 95 % interval",
                  "95 %",     "c",     "bound", "n"};
  for (const gap::QuantityVerdict& quantity : verdict.quantities) {
    const std::string& unit = quantity.quantity.unit;
    for (const std::size_t k : FewOf(quantity.confidence.points.size())) {
      const gap::ConfidencePoint& point = quantity.confidence.points[k];
      table.rows.push_back({quantity.quantity.name, Cell::Number(point.t, 2),
                            Amount(quantity.error.low[k], unit),
                            Amount(quantity.error.median[k], unit),
                            gap::AmountText(quantity.error.median_low[k], unit) + " to " +
                                gap::AmountText(quantity.error.median_high[k], unit),
                            Amount(quantity.error.high[k], unit), Cell::Number(point.c, 2),
                            Cell::Number(point.lower, 2), Cell::Number(point.n, 0)});
    }
  }
  table.notes.push_back(
      "c: share of the runs whose error stayed within the tolerance up to t; bound: what it is at "
      "least with 90 % confidence; n: independent runs behind it.");
  return table;
}

Table DistributionTable(const gap::GapVerdict& verdict) {
  Table table;
  table.id = "distributions";
  table.caption = "Distributions, instant by instant";
  table.header = {"quantity", "t (s)",        "energy distance",  "Wasserstein",
                  "KS",       "spread ratio", "inside 50 % band", "inside 90 % band"};
  for (const gap::QuantityVerdict& quantity : verdict.quantities) {
    const gap::Distributions& sets = quantity.distributions;
    const std::string& unit = quantity.quantity.unit;
    for (const std::size_t k : FewOf(quantity.times.size())) {
      if (!std::isfinite(sets.ks[k])) continue;
      table.rows.push_back({quantity.quantity.name, Cell::Number(quantity.times[k], 2),
                            Amount(sets.energy[k], unit), Amount(sets.wasserstein[k], unit),
                            Cell::Number(sets.ks[k], 2), Cell::Number(sets.spread_ratio[k], 2),
                            Cell::Number(sets.coverage50[k], 2),
                            Cell::Number(sets.coverage90[k], 2)});
    }
  }
  return table;
}

Table StateChangeTable(const std::vector<gap::StateChangeReport>& changes) {
  Table table;
  table.id = "state_changes";
  table.caption = "State changes in their order";
  table.header = {"",
                  "change",
                  "real runs",
                  "simulated runs",
                  "real t (s)",
                  "simulated t (s)",
                  "later (s)",
                  "95 % interval",
                  "extra before it"};
  for (const gap::StateChangeReport& change : changes) {
    if (change.what.empty()) {
      table.rows.push_back(
          {"", "at the end", "", "", "", "", "", "", Cell::Number(change.extra, 2)});
      continue;
    }
    table.rows.push_back(
        {std::to_string(change.order), change.what, Cell::Number(100.0 * change.real_share, 0),
         Cell::Number(100.0 * change.simulated_share, 0), Cell::Number(change.real_t, 2),
         Cell::Number(change.simulated_t, 2), Cell::Number(change.difference, 2),
         Cell::Number(change.difference_low, 2).text + " to " +
             Cell::Number(change.difference_high, 2).text,
         Cell::Number(change.extra, 2)});
  }
  table.notes.push_back(
      "Shares in %. Extra: changes of simulated runs that most real ones do not have, per run.");
  return table;
}

}  // namespace surefoot::experiment
