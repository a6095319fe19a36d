#include "surefoot/evaluation/characterize/characterize_tables.h"

#include <cmath>

#include "surefoot/evaluation/report/text.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::ShortNumber;
using report::Table;

Cell Right(const std::string& text) {
  Cell cell(text);
  cell.is_number = true;
  return cell;
}

}  // namespace

Table RangeParameterTable(const CharacterizeResult& result) {
  Table table;
  table.id = "parameters";
  table.caption =
      "Fitted curves: constant a; linear a + b x; power a + b x^c; exponential a + b "
      "e^(c x); with 90 % intervals";
  table.header = {"parameter", Right("value"), Right("from"), Right("to")};
  for (const gap::RangeParameter& parameter : result.found.parameters) {
    table.rows.push_back({parameter.name, Right(ShortNumber(parameter.value, 6)),
                          Right(ShortNumber(parameter.interval.low, 6)),
                          Right(ShortNumber(parameter.interval.high, 6))});
  }
  table.notes = {"x is the distance in " + result.units.distance + " or the angle in " +
                 result.units.angle + "; values are in " + result.units.reading + "."};
  return table;
}

Table RangeFormTable(const CharacterizeResult&, const gap::FormChoice& choice) {
  Table table;
  table.id = "forms_" + choice.what;
  table.caption = "Forms of the " + choice.what;
  table.header = {"form", Right("parameters"), Right("score"), Right("standard error")};
  for (const gap::FormScore& score : choice.scores) {
    Cell name(gap::CurveFormName(score.form));
    name.strong = score.chosen;
    if (score.chosen) name.text += " (taken)";
    const bool hopeless = score.score < -1e6;
    table.rows.push_back({name, Cell::Number(score.parameters, 0),
                          hopeless ? Right("-") : Cell::Number(score.score, 4),
                          hopeless ? Right("-") : Cell::Number(score.error, 4)});
  }
  table.notes = {
      "Score: mean logarithm of the likelihood of a reading at a distance that was left out of the "
      "fit, less that of the best form. Taken is the one with the fewest parameters that is not "
      "worse than the best by more than a standard error."};
  return table;
}

Table RangePlaceTable(const CharacterizeResult& result) {
  const CharacterizeUnits& units = result.units;
  Table table;
  table.id = "places";
  table.caption = "What was measured and fitted at each place (" + units.reading + ")";
  table.header = {Right("distance (" + units.distance + ")"),
                  Right("angle (" + units.angle + ")"),
                  Right("readings"),
                  Right("lost"),
                  Right("wrong"),
                  Right("mean"),
                  Right("fit"),
                  Right("spread"),
                  Right("fit"),
                  Right("A-D"),
                  Right("p"),
                  Right("distance"),
                  "normal"};
  for (const gap::PlaceReport& report : result.found.places) {
    const double all = static_cast<double>(report.place.samples.size());
    table.rows.push_back(
        {Right(ShortNumber(report.place.distance, 4)), Right(ShortNumber(report.place.angle, 4)),
         Cell::Number(all, 0), Cell::Number(static_cast<double>(report.place.lost), 0),
         Cell::Number(std::max(0.0, all - report.good.n), 0),
         Right(ShortNumber(report.good.mean, 5)), Right(ShortNumber(report.fitted_mean, 5)),
         Right(ShortNumber(std::sqrt(report.good.variance), 4)),
         Right(ShortNumber(report.fitted_sd, 4)), Cell::Number(report.normality.statistic, 2),
         Cell::Number(report.normality.p, 3), Cell::Number(report.normality.distance, 3),
         report.normality.n < 8 ? "too few"
         : report.is_normal     ? "yes"
                                : "no"});
  }
  table.notes = {
      "A-D: Anderson and Darling's statistic for a normal distribution with unknown mean and "
      "spread; p: how often chance exceeds it. Distance: the greatest difference of the cumulative "
      "shares from the normal curve. Not normal: by Holm's rule over all places at 1 %. Wrong "
      "readings are left out."};
  return table;
}

Table SampleSizeTable(const CharacterizeResult& result) {
  Table table;
  table.id = "sample_size";
  table.caption =
      "How far so many readings are from all, in 90 of 100 draws, in standard "
      "deviations";
  table.header = {Right("readings"), Right("mean"), Right("standard deviation"),
                  Right("histogram elsewhere")};
  for (const gap::SampleSizePoint& point : result.found.size.points) {
    Cell n = Cell::Number(point.n, 0);
    n.strong = result.found.size.enough && *result.found.size.enough == point.n;
    table.rows.push_back({n, Cell::Number(point.mean_error, 3), Cell::Number(point.sd_error, 3),
                          Cell::Number(point.histogram, 3)});
  }
  return table;
}

}  // namespace surefoot::experiment
