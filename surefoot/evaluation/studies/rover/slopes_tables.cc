#include "surefoot/evaluation/studies/rover/slopes_tables.h"

#include <cmath>
#include <optional>

#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/rover/slopes_checks.h"
#include "surefoot/evaluation/studies/rover/slopes_published.h"

namespace surefoot::studies {

using report::Cell;
using report::FixedNumber;
using report::Table;

namespace {

constexpr double kDegree = M_PI / 180.0;

std::optional<double> PrintedAt(const std::string& soil, double slope) {
  for (const PrintedSlip& printed : PrintedSlips()) {
    if (soil == printed.soil && std::abs(slope / kDegree - printed.slope) < 1e-6) {
      return printed.slip;
    }
  }
  return std::nullopt;
}

Cell SlipCell(const std::optional<double>& slip) {
  return slip ? Cell::Number(*slip, 4) : Cell("cannot climb");
}

/// A vehicle that slips all the way, or backwards, does not climb.
Cell ClimbCell(double slip) { return slip < 1.0 ? Cell::Number(slip, 4) : Cell("cannot climb"); }

/// Slip at a slope over the drawn soils; those that cannot climb have slip 1.
std::vector<double> SlipsAtPlace(const ClimbSpread& climb, double slope) {
  std::vector<double> slips;
  for (std::size_t i = 0; i < climb.slopes.size(); ++i) {
    if (std::abs(climb.slopes[i] - slope) > 1e-6) continue;
    for (const auto& sample : climb.samples) slips.push_back(sample[i]);
  }
  return slips;
}

}  // namespace

Table DriveTable(const SlopesWork& work) {
  Table table;
  table.id = "drives";
  table.caption = "Drives with constant steering";
  table.header = {"Slope (deg)",
                  "Soil",
                  "Centre (m)",
                  "Highest slip",
                  "Once round after",
                  "Gap then (m)",
                  "Heading at the end (deg)"};
  for (const SlopeRun& run : work.runs) {
    const auto closure = ClosureOf(run);
    std::vector<Cell> row = {Cell::Number(run.slope / kDegree, 1), work.soils[run.soil].title,
                             Cell::Number(run.center, 2)};
    if (run.track.empty()) {
      row.push_back("cannot climb");
    } else {
      row.push_back(Cell::Number(HighestSlip(run), 3));
      row.push_back(closure ? FixedNumber(closure->time, 0) + " s" : "-");
      row.push_back(closure ? Cell::Number(closure->gap, 1) : Cell("-"));
      row.push_back(Cell::Number(run.track.back().heading / kDegree, 1));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table SlipTable(const SlopesWork& work) {
  Table table;
  table.id = "slips";
  table.caption = "Slip straight up, against the article";
  table.header = {"Slope (deg)", "Soil",          "Wheels straight", "Wheels steered",
                  "Article",     "50 % interval", "90 % interval"};
  for (const PlaceSlip& place : work.places) {
    const NamedSoil& soil = work.soils[place.soil];
    const std::vector<double> slips = SlipsAtPlace(work.climbs[place.soil], place.slope);
    const auto printed = PrintedAt(soil.name, place.slope);
    Cell article = printed ? Cell::Number(*printed, 2) : Cell("-");
    article.faint = true;
    const auto range = [&](double low, double high) {
      return slips.empty() ? std::string("-")
                           : RangeText(gap::Quantile(slips, low), gap::Quantile(slips, high), 3);
    };
    table.rows.push_back({Cell::Number(place.slope / kDegree, 1), soil.title,
                          SlipCell(place.straight), SlipCell(place.steered), article,
                          range(0.25, 0.75), range(0.05, 0.95)});
  }
  table.notes = {
      "Intervals are of wheels that are straight, over the soils that were drawn; slip 1 is a "
      "vehicle that cannot climb."};
  return table;
}

Table LimitTable(const SlopesWork& work) {
  Table table;
  table.id = "limits";
  table.caption = "The steepest slope that is climbed (deg)";
  table.header = {"Soil",          "As its file says", "Wheels steered", "50 % interval",
                  "90 % interval", "Article: climbs",  "does not"};
  for (std::size_t i = 0; i < work.soils.size(); ++i) {
    const ClimbSpread& climb = work.climbs[i];
    Cell climbs("-");
    Cell fails("-");
    for (const PrintedLimit& printed : PrintedLimits()) {
      if (work.soils[i].name != printed.soil) continue;
      climbs = Cell::Number(printed.climbs, 0);
      if (printed.fails > 0.0) fails = Cell::Number(printed.fails, 0);
    }
    climbs.faint = fails.faint = true;
    const auto range = [&](double low, double high) {
      return RangeText(gap::Quantile(climb.limits, low) / kDegree,
                       gap::Quantile(climb.limits, high) / kDegree, 2);
    };
    table.rows.push_back({work.soils[i].title, Cell::Number(climb.limit / kDegree, 2),
                          Cell::Number(climb.steered_limit / kDegree, 2), range(0.25, 0.75),
                          range(0.05, 0.95), climbs, fails});
  }
  return table;
}

Table MultibodyTable(const SlopesWork& work, const std::vector<SlopeTrial>& trials) {
  Table table;
  table.id = "multibody";
  table.caption = "Slip: multibody rover and quasi-static vehicle";
  table.header = {"Slope (deg)",  "Soil",       "Engine",       "Multibody",
                  "Quasi-static", "Difference", "90 % interval"};
  for (const SlopeTrial& trial : trials) {
    for (std::size_t i = 0; i < work.soils.size(); ++i) {
      if (work.soils[i].name != trial.soil) continue;
      const ClimbSpread& climb = work.climbs[i];
      double nominal = std::nan("");
      for (std::size_t k = 0; k < climb.slopes.size(); ++k) {
        if (std::abs(climb.slopes[k] - trial.slope) < 1e-6) nominal = climb.nominal[k];
      }
      const std::vector<double> slips = SlipsAtPlace(climb, trial.slope);
      const bool both = trial.slip < 1.0 && nominal < 1.0;
      table.rows.push_back(
          {Cell::Number(trial.slope / kDegree, 1), work.soils[i].title, trial.engine,
           ClimbCell(trial.slip), ClimbCell(nominal),
           both ? Cell::Number(trial.slip - nominal, 4) : Cell("-"),
           slips.empty() ? "-"
                         : RangeText(gap::Quantile(slips, 0.05), gap::Quantile(slips, 0.95), 3)});
    }
  }
  return table;
}

}  // namespace surefoot::studies
