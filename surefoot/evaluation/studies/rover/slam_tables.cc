#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/studies/rover/slam_report.h"

namespace surefoot::studies {

using experiment::StudySection;
using report::Cell;
using report::Table;

namespace {

Cell Faint(const std::string& text) {
  Cell cell(text);
  cell.faint = true;
  return cell;
}

/// What the reference implementation gave, with its own seeds.
struct ReferenceRow {
  const char* name;
  const char* odometry;
  const char* slam;
  const char* ratio;
  const char* better;
  const char* nis;
  const char* nees;
};
constexpr ReferenceRow kReferenceRows[] = {
    {"base", "56.6 / 69.7 / 44.9", "6.47 / 8.08 / 6.07", "8.74", "92 %", "2.26", "2.73 / 9.11"},
    {"consistent", "56.6 / 69.8 / 44.9", "6.28 / 7.58 / 6.00", "9.01", "92 %", "1.99",
     "7.21 / 20.0"},
    {"low_noise", "5.71 / 7.07 / 4.51", "0.495 / 0.586 / 0.463", "11.5", "94 %", "1.99",
     "2.75 / 3.22"}};

std::string Three(const FilterSummary& s) {
  return report::ShortNumber(s.mean, 3) + " / " + report::ShortNumber(s.rms, 3) + " / " +
         report::ShortNumber(s.median, 3);
}

Table CaseTable(const std::vector<SlamCaseResult>& cases) {
  Table table;
  table.id = "slam_cases";
  table.caption = "Final errors over the seeds: mean / rms / median (m)";
  table.header = {"Case",
                  "Seeds",
                  "Odometry and IMU",
                  "SLAM",
                  "Ratio of means",
                  "SLAM better",
                  "NIS",
                  "NEES of the pose: odometry / SLAM"};
  for (const SlamCaseResult& result : cases) {
    const SlamSummary& s = result.summary;
    table.rows.push_back(
        {result.one.name + ": " + result.one.title,
         Cell::Number(static_cast<double>(result.runs.size()), 0), Three(s.odometry), Three(s.slam),
         Cell::Number(s.ratio, 2), report::FixedNumber(100.0 * s.better, 0) + " %",
         Cell::Number(s.nis, 3),
         report::ShortNumber(s.odometry.nees, 3) + " / " + report::ShortNumber(s.slam.nees, 3)});
    for (const ReferenceRow& row : kReferenceRows) {
      if (result.one.name != row.name) continue;
      table.rows.push_back({Faint("reference"), Faint("50"), Faint(row.odometry), Faint(row.slam),
                            Faint(row.ratio), Faint(row.better), Faint(row.nis), Faint(row.nees)});
    }
  }
  table.notes = {
      "Reference: another program for the same equations, with its own random numbers and map.",
      "NIS is 2 and NEES 3 on average when a filter knows how wrong it is."};
  return table;
}

Table AssociationTable(const std::vector<SlamCaseResult>& cases) {
  Table table;
  table.id = "landmarks";
  table.caption = "Landmarks";
  table.header = {"Case",
                  "Landmarks at the end",
                  "Error (m)",
                  "Taken for another",
                  "Known, but taken as new",
                  "Left out as doubtful"};
  const auto percent = [](double share) { return report::FixedNumber(100.0 * share, 2) + " %"; };
  for (const SlamCaseResult& result : cases) {
    const SlamSummary& s = result.summary;
    table.rows.push_back({result.one.name, Cell::Number(s.landmarks, 1),
                          Cell::Number(s.landmark_error, 2), percent(s.wrong), percent(s.doubled),
                          percent(s.doubtful)});
  }
  table.notes = {"Shares are of all measurements."};
  return table;
}

}  // namespace

StudySection SlamTableSection(const SlamSettings& settings,
                              const std::vector<SlamCaseResult>& cases) {
  StudySection section;
  section.title = "All cases";
  section.text =
      "Every " + PlainNumber(settings.period) +
      " s the filter moves on by what odometry and IMU say and takes one rock that the LIDAR sees. "
      "A single seed can give anything; means over many can be compared.";
  section.tables = {CaseTable(cases), AssociationTable(cases)};
  section.remarks = {
      "At the article's noise the filter is too sure of itself though its NIS is right: the "
      "heading "
      "noise of each step is more than a linear filter can bear. With a tenth of the noise it is "
      "not. A start that is only known to 5 m hides much of it.",
      "Side slip in the turn is not in the filter's motion model; it raises the NIS of the base "
      "case above 2."};
  return section;
}

}  // namespace surefoot::studies
