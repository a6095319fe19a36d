// The study `single_wheel`: a towed wheel against the integrals of its contact and recordings.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/studies/rigs/wheel_rig.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;

/// Recorded slips and angles differ a little from those that were asked for.
constexpr double kSameSlip = 0.02;
constexpr double kSameAngle = 0.5;

struct Quantity {
  const char* name;
  const char* label;
  double TowedWheel::*value;
  double scale;
};
constexpr Quantity kQuantities[] = {
    {"drawbar", "drawbar / load", &TowedWheel::pull, 1.0},
    {"lateral", "lateral / load", &TowedWheel::side, 1.0},
    {"sinkage", "sinkage (mm)", &TowedWheel::sinkage, 1e3},
};

double Median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

std::vector<double> AnglesOf(const std::vector<RigPoint>& points) {
  std::set<double> angles;
  for (const RigPoint& point : points) angles.insert(std::round(point.rig.slip_angle_deg));
  return {angles.begin(), angles.end()};
}

bool HasAngle(const TowedWheel& wheel, double angle) {
  return std::abs(wheel.slip_angle_deg - angle) < kSameAngle;
}

class StudyWriter {
 public:
  StudyWriter(const WheelRigSettings& settings, std::vector<RigPoint> points,
              std::vector<TowedWheel> recorded)
      : settings_(settings), points_(std::move(points)), recorded_(std::move(recorded)) {
    std::sort(points_.begin(), points_.end(),
              [](const RigPoint& a, const RigPoint& b) { return a.rig.slip < b.rig.slip; });
    std::sort(recorded_.begin(), recorded_.end(),
              [](const TowedWheel& a, const TowedWheel& b) { return a.slip < b.slip; });
  }

  StudyOutcome Write(const std::vector<std::string>& engines, const std::string& missing) {
    engines_ = engines;
    AddIntegrals();
    AddFigures();
    if (missing.empty()) {
      AddRecordings();
    } else {
      StudySection section;
      section.title = "Against recordings";
      section.remarks = {missing};
      outcome_.sections.push_back(std::move(section));
    }
    return std::move(outcome_);
  }

 private:
  /// Largest difference of rig and integrals: a check for each engine and quantity.
  void AddIntegrals() {
    StudySection section;
    section.title = "Rig and integrals";
    section.text =
        "The wheel went through the whole step of the simulator: carriage, slide, motors, engine. "
        "The "
        "integrals of the contact, at the load that it had, are computed apart from it.";
    Table table;
    table.id = "rig_integrals";
    table.caption = "Largest difference of rig and integrals over all slips and slip angles";
    table.header = {"Engine", "Cases"};
    for (const Quantity& quantity : kQuantities) table.header.emplace_back(quantity.label);
    for (const std::string& engine : engines_) {
      std::vector<Cell> row = {engine, ""};
      int count = 0;
      for (const Quantity& quantity : kQuantities) {
        double largest = 0.0;
        count = 0;
        for (const RigPoint& point : points_) {
          if (point.engine != engine || !point.has_front) continue;
          ++count;
          const double error = point.rig.*quantity.value - point.integral.*quantity.value;
          largest = std::max(largest, quantity.scale * std::abs(error));
        }
        const bool force = quantity.scale == 1.0;
        const double bar =
            force ? settings_.force_within : quantity.scale * settings_.sinkage_within;
        const std::string name = std::string(quantity.label) + " of " + engine;
        outcome_.checks.push_back(
            {name + ": rig less integrals", largest, 0.0, bar, "integrals of the contact"});
        outcome_.numbers.emplace_back(std::string("integrals.") + quantity.name + "." + engine,
                                      largest);
        row.push_back(Cell::Number(largest, 5));
      }
      row[1] = Cell::Number(count, 0);
      table.rows.push_back(std::move(row));
    }
    table.notes = {
        "Without the locked wheel at 90 degrees: it has no front, which the integrals need."};
    section.tables.push_back(std::move(table));
    outcome_.sections.push_back(std::move(section));
  }

  report::Line LineOf(const std::string& name, report::Tone tone,
                      const std::vector<TowedWheel>& wheels, double angle,
                      const Quantity& quantity) const {
    report::Line line;
    line.name = name;
    line.tone = tone;
    for (const TowedWheel& wheel : wheels) {
      if (!HasAngle(wheel, angle)) continue;
      line.x.push_back(wheel.slip);
      line.y.push_back(quantity.scale * wheel.*quantity.value);
    }
    return line;
  }

  void AddFigures() {
    StudySection& section = outcome_.sections.back();
    std::vector<TowedWheel> rig, integral;
    for (const RigPoint& point : points_) {
      if (point.engine != engines_.front()) continue;
      rig.push_back(point.rig);
      if (point.has_front) integral.push_back(point.integral);
    }
    for (const double angle : AnglesOf(points_)) {
      std::vector<report::LinePlot> plots;
      for (const Quantity& quantity : kQuantities) {
        report::LinePlot plot;
        plot.title = report::FixedNumber(angle, 0) + " degrees: " + quantity.label;
        plot.x.label = "slip";
        plot.y.label = quantity.label;
        plot.lines.push_back(LineOf("rig", report::Tone::kFirst, rig, angle, quantity));
        plot.lines.push_back(LineOf("integrals", report::Tone::kSecond, integral, angle, quantity));
        plot.lines.back().dashed = true;
        if (!recorded_.empty()) {
          plot.lines.push_back(LineOf("recorded", report::Tone::kReal, recorded_, angle, quantity));
        }
        plots.push_back(std::move(plot));
      }
      section.figures.emplace_back(
          "Slip angle " + report::FixedNumber(angle, 0) + " degrees, " + engines_.front(),
          ToFigure(plots));
    }
  }

  /// Medians of the absolute error, and the bias, over the recorded runs of an angle.
  void AddRecordings() {
    StudySection section;
    section.title = "Against recordings";
    Table table;
    table.id = "rig_recordings";
    table.caption = "Median of the absolute error against the recordings (bias)";
    table.header = {"Slip angle", "Engine", "Runs"};
    for (const Quantity& quantity : kQuantities) table.header.emplace_back(quantity.label);
    for (const double angle : AnglesOf(points_)) {
      for (const std::string& engine : engines_) AddRow(angle, engine, &table);
    }
    table.notes = {
        "The rig has one load for all slips of an angle, the mean of the recorded ones; forces are "
        "compared over load."};
    section.tables.push_back(std::move(table));
    outcome_.sections.push_back(std::move(section));
  }

  void AddRow(double angle, const std::string& engine, Table* table) {
    std::vector<Cell> row = {report::FixedNumber(angle, 0) + " deg", engine, ""};
    std::size_t count = 0;
    for (const Quantity& quantity : kQuantities) {
      std::vector<double> errors, sizes;
      for (const RigPoint& point : points_) {
        if (point.engine != engine || !HasAngle(point.rig, angle)) continue;
        for (const TowedWheel& run : recorded_) {
          if (!HasAngle(run, angle) || std::abs(run.slip - point.rig.slip) > kSameSlip) continue;
          errors.push_back(quantity.scale * (point.rig.*quantity.value - run.*quantity.value));
          sizes.push_back(std::abs(errors.back()));
        }
      }
      count = errors.size();
      const double median = Median(sizes);
      row.emplace_back(report::FixedNumber(median, 3) + " (" +
                       report::FixedNumber(Median(errors), 3) + ")");
      outcome_.numbers.emplace_back("recorded." + std::string(quantity.name) + "." +
                                        report::FixedNumber(angle, 0) + "." + engine,
                                    median);
    }
    row[2] = Cell::Number(static_cast<double>(count), 0);
    table->rows.push_back(std::move(row));
  }

  const WheelRigSettings& settings_;
  std::vector<RigPoint> points_;
  std::vector<TowedWheel> recorded_;
  std::vector<std::string> engines_;
  StudyOutcome outcome_;
};

}  // namespace

void CheckWheelRig(const world::ElementReader& settings) { ReadWheelRig(settings); }

Result<StudyOutcome> MakeWheelRigStudy(const StudyContext& context) {
  Problems problems;
  const WheelRigSettings settings = ReadWheelRig(world::ElementReader(context.settings, &problems));
  Result<std::vector<RigPoint>> points = ReadRigPoints(context, settings);
  if (!points.ok()) return points.error();
  std::vector<TowedWheel> recorded;
  std::string missing;
  const std::string real = FindRealData(context.results.experiment);
  const std::string path = real + "/" + settings.recordings;
  if (settings.recordings.empty() || real.empty() || !std::filesystem::exists(path)) {
    missing = "skipped: no real data";
  } else {
    Result<std::vector<TowedWheel>> read = ReadTowedWheels(path);
    if (!read.ok()) return read.error();
    recorded = std::move(read).value();
  }
  return StudyWriter(settings, std::move(points).value(), std::move(recorded))
      .Write(context.results.plan.engines, missing);
}

}  // namespace surefoot::experiment
