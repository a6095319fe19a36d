#include "bench/scale/curves.h"

#include <algorithm>
#include <cstdio>

#include "bench/page.h"
#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/report/plot.h"

namespace surefoot::scale {
namespace {

std::string Number(const char* format, double value) {
  if (std::isnan(value)) return "";
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string ModeCell(const Curve& curve) {
  std::string text = ModeName(curve.mode);
  if (curve.threads != 1) text += ", " + std::to_string(curve.threads) + " threads";
  return text;
}

std::string RowHead(const Curve& curve) {
  return "| " + curve.engine + " | " + KindName(curve.kind) + " | " + ModeCell(curve) + " |";
}

const Point* Find(const Curve& curve, int robots) {
  const auto found = std::find_if(curve.points.begin(), curve.points.end(),
                                  [&](const Point& point) { return point.robots == robots; });
  if (found == curve.points.end() || !found->trouble.empty()) return nullptr;
  return &*found;
}

bool IsEmpty(const Curve& curve) {
  return std::all_of(curve.points.begin(), curve.points.end(),
                     [](const Point& point) { return !point.trouble.empty(); });
}

std::string TableHead(const std::vector<std::string>& names) {
  std::string head = "|";
  std::string rule = "|";
  for (const std::string& name : names) {
    head += " " + name + " |";
    rule += "---|";
  }
  return head + "\n" + rule + "\n";
}

std::string CostRow(const Curve& curve, const std::vector<int>& robots) {
  std::string row = RowHead(curve);
  double memory_mb = NAN;
  for (const int count : robots) {
    const Point* point = Find(curve, count);
    row += " ";
    if (point != nullptr) {
      row += Number("%.2f", point->robot_us) + " (" + Number("%.3g", point->speed) + ")";
      if (!std::isnan(point->memory_mb)) memory_mb = point->memory_mb;
    }
    row += " |";
  }
  return row + " " + Number("%.2f", memory_mb) + " |\n";
}

/// Other stages take a negligible time in a crowd without sensors and events.
bool IsShown(sim::Stage stage) {
  return stage == sim::Stage::kDrives || stage == sim::Stage::kGround ||
         stage == sim::Stage::kPhysics || stage == sim::Stage::kHash;
}

std::vector<std::string> StageRows(const Curve& curve) {
  std::vector<std::string> rows;
  for (const Point& point : curve.points) {
    if (!point.trouble.empty()) continue;
    std::string row = RowHead(curve) + " " + std::to_string(point.robots) + " |";
    double rest = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < point.stage_us.size(); ++i) {
      sum += point.stage_us[i];
      if (IsShown(static_cast<sim::Stage>(i))) {
        row += " " + Number("%.2f", point.stage_us[i]) + " |";
      } else {
        rest += point.stage_us[i];
      }
    }
    rows.push_back(row + " " + Number("%.2f", rest) + " | " + Number("%.2f", sum) + " |\n");
  }
  return rows;
}

std::vector<std::string> StageNames() {
  std::vector<std::string> names = {"engine", "what", "as", "robots"};
  for (int i = 0; i < static_cast<int>(sim::Stage::kCount); ++i) {
    const auto stage = static_cast<sim::Stage>(i);
    if (IsShown(stage)) names.emplace_back(sim::StageName(stage));
  }
  names.emplace_back("the others");
  names.emplace_back("all");
  return names;
}

report::Line LineOf(const Curve& curve, report::Tone tone) {
  report::Line line;
  line.name = curve.engine + ", " + ModeCell(curve);
  line.tone = tone;
  line.dashed = curve.mode != Mode::kIslands;
  if (curve.mode == Mode::kRaw) line.symbols = report::Line::Symbols::kOnly;
  for (const Point& point : curve.points) {
    if (!point.trouble.empty()) continue;
    line.x.push_back(point.robots);
    line.y.push_back(point.robot_us);
  }
  return line;
}

}  // namespace

Status WriteTables(const std::string& page, const std::vector<Curve>& curves,
                   const std::vector<int>& robots) {
  std::vector<std::string> names = {"engine", "what", "as"};
  for (const int count : robots) names.push_back(std::to_string(count));
  names.emplace_back("MB a robot");
  std::vector<std::string> costs;
  std::vector<std::string> stages;
  for (const Curve& curve : curves) {
    if (IsEmpty(curve)) continue;
    costs.push_back(CostRow(curve, robots));
    if (curve.mode != Mode::kIslands) continue;
    for (std::string& row : StageRows(curve)) stages.push_back(std::move(row));
  }
  const Status status = WriteRows(page, "scale_bench", TableHead(names), costs, 3);
  if (!status.ok()) return status;
  return WriteRows(page, "scale_bench stages", TableHead(StageNames()), stages, 4);
}

std::string ToReport(const std::vector<Curve>& curves) {
  constexpr report::Tone kTones[] = {report::Tone::kFirst, report::Tone::kSecond,
                                     report::Tone::kThird, report::Tone::kFourth,
                                     report::Tone::kFifth, report::Tone::kSixth};
  std::vector<std::string> engines;
  for (const Curve& curve : curves) {
    if (std::find(engines.begin(), engines.end(), curve.engine) == engines.end()) {
      engines.push_back(curve.engine);
    }
  }
  report::Page page("Cost of a robot among others");
  for (const Kind kind : kKinds) {
    report::LinePlot plot;
    plot.title = KindName(kind);
    plot.x = {"robots", std::nullopt, true};
    plot.y = {"us per robot and step", std::nullopt, true};
    for (const Curve& curve : curves) {
      if (curve.kind != kind || IsEmpty(curve)) continue;
      const auto engine = std::find(engines.begin(), engines.end(), curve.engine);
      const auto index = static_cast<std::size_t>(engine - engines.begin());
      plot.lines.push_back(LineOf(curve, kTones[index % std::size(kTones)]));
    }
    if (plot.lines.empty()) continue;
    page.AddSection(KindName(kind));
    page.AddFigure(
        std::string("scale-") + KindName(kind), {report::ToSvg(plot)},
        "CPU time of all threads for each robot and step. Dashed: one engine instance for "
        "all; symbols alone: the engine by itself.");
  }
  return page.ToHtml();
}

}  // namespace surefoot::scale
