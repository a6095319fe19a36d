#include "surefoot/cli/commands/run_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "surefoot/base/hash.h"
#include "surefoot/base/text.h"
#include "surefoot/cli/output.h"
#include "surefoot/world/base_link.h"

// The summary of a run for people. Programs use --json, so its layout may change.

namespace surefoot::cli {
namespace {

using Align = TextTable::Align;

/// Rows of each table; --json has all.
constexpr std::size_t kMaxRows = 30;
constexpr std::size_t kWidth = 110;
/// Width of tables whose last column is not broken into lines.
constexpr std::size_t kWidest = 1000;
constexpr double kDegrees = 180.0 / 3.14159265358979323846;

/// A number with so many decimals, but never "-0.000" or "-nan".
std::string Fixed(double value, int digits) {
  if (std::isnan(value)) return "nan";
  const std::string text = StrFormat("%.*f", digits, value);
  const bool zero = std::isfinite(value) && text.find_first_of("123456789") == std::string::npos;
  return zero ? StrFormat("%.*f", digits, 0.0) : text;
}

/// Seconds of all stages; less than the wall time (StagesText).
double StageSum(const RunResult& result) {
  return std::accumulate(result.stages.begin(), result.stages.end(), 0.0);
}

std::string SpeedText(const RunResult& result) {
  std::string text = StrFormat("%.3f s in %.2f s", result.sim_time, result.wall);
  if (result.wall > 0.0) text += StrFormat(", %.1f x real time", result.RealTimeFactor());
  if (result.start_time > 0.0) text += StrFormat("; continued from %.3f s", result.start_time);
  if (result.interrupted) text += "; ended on request";
  return text;
}

std::string StepsText(const RunResult& result) {
  std::string text =
      StrFormat("%lld of %s", static_cast<long long>(result.steps), StepText(result.step).c_str());
  if (result.steps > 0) {
    text += StrFormat(", %.1f us each", 1e6 * StageSum(result) / static_cast<double>(result.steps));
  }
  return text;
}

std::string ContactsText(const RunResult& result) {
  std::string text =
      StrFormat("%.1f on average, %d at most", result.mean_contacts, result.max_contacts);
  if (result.steps_with_dropped_contacts > 0) {
    text += StrFormat("; the engine dropped some in %lld steps",
                      static_cast<long long>(result.steps_with_dropped_contacts));
  }
  return text;
}

/// Shares of the wall time; those below 0.05 % are omitted. The rest is pacing, recording and
/// progress.
std::string StagesText(const RunResult& result) {
  std::string text;
  const double sum = StageSum(result);
  const double whole = std::max(result.wall, sum);
  if (!(whole > 0.0)) return "-";
  for (std::size_t i = 0; i < result.stages.size(); ++i) {
    const double percent = 100.0 * result.stages[i] / whole;
    if (percent < 0.05) continue;
    text += StrFormat("%s %.1f %%, ", sim::StageName(static_cast<sim::Stage>(i)), percent);
  }
  return text + StrFormat("rest %.1f %%", 100.0 * (whole - sum) / whole);
}

/// Islands at the end of the run, and how often they changed.
std::string IslandsText(const RunResult& result) {
  const islands::IslandCounts& counts = result.islands;
  std::string text =
      StrFormat("%d, %d models in the largest; on ", counts.islands, counts.largest) +
      Counted(result.threads, "thread");
  if (counts.joined + counts.parted > 0) {
    text += StrFormat("; joined %lld times, parted %lld times",
                      static_cast<long long>(counts.joined), static_cast<long long>(counts.parted));
  }
  return text;
}

/// The time of each stage per step and per model.
std::string ProfileText(const RunResult& result) {
  if (result.steps == 0) return "";
  TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight});
  table.Add({"Stage", "us per step", "us per model", "share"});
  const double sum = StageSum(result);
  const auto steps = static_cast<double>(result.steps);
  const auto models = static_cast<double>(std::max<std::size_t>(1, result.models.size()));
  const auto add = [&](const char* name, double seconds) {
    table.Add({name, Fixed(1e6 * seconds / steps, 2), Fixed(1e6 * seconds / steps / models, 3),
               StrFormat("%.1f %%", sum > 0.0 ? 100.0 * seconds / sum : 0.0)});
  };
  for (std::size_t i = 0; i < result.stages.size(); ++i) {
    add(sim::StageName(static_cast<sim::Stage>(i)), result.stages[i]);
  }
  add("all", sum);
  return "\n" + table.ToString();
}

/// A table of the first items, row(item) for each, and the number of the others. `what`: "sensor".
template <typename Item, typename Row>
std::string ListText(TextTable table, const std::vector<Item>& items, const char* what, Row row,
                     std::size_t width = kWidth) {
  if (items.empty()) return "";
  const std::size_t shown = std::min(items.size(), kMaxRows);
  for (std::size_t i = 0; i < shown; ++i) table.Add(row(items[i]));
  std::string text = "\n" + table.ToString(width);
  const long long more = static_cast<long long>(items.size() - shown);
  if (more == 0) return text;
  return text + "... and " + Counted(more, std::string("more ") + what) + " (--json lists all)\n";
}

/// Samples of each sensor and its rate in simulated time. Sensors that trace rays measure only
/// while somebody subscribes.
std::string SensorsText(const RunResult& result) {
  TextTable table({Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kLeft});
  table.Add({"Sensor", "type", "rate (Hz)", "samples", "topics"});
  const auto row = [&](const sensors::SensorStatus& sensor) -> std::vector<std::string> {
    std::string topics;
    for (const std::string& topic : sensor.topics) topics += (topics.empty() ? "" : " ") + topic;
    const std::string dropped =
        sensor.dropped > 0 ? StrFormat(", %lld dropped", static_cast<long long>(sensor.dropped))
                           : "";
    // A sensor that had time for a sample and took none is not broken: nobody subscribed to it.
    const bool idle = sensor.samples == 0 && result.sim_time * sensor.rate >= 1.0;
    return {sensor.name, sensor.type, StrFormat("%g", sensor.rate),
            idle ? "no subscriber" : std::to_string(sensor.samples) + dropped, topics};
  };
  return ListText(std::move(table), result.sensors, "sensor", row);
}

/// Drives, whether they control their joints, and the messages that they refused.
std::string DrivesText(const RunResult& result) {
  TextTable table({Align::kLeft, Align::kLeft, Align::kLeft});
  table.Add({"Drive", "type", ""});
  const auto row = [](const drives::DriveStatus& drive) -> std::vector<std::string> {
    std::string state = drive.engaged ? "active" : "its joints are commanded directly";
    if (drive.refused.count > 0) {
      state += "; " + Counted(static_cast<long long>(drive.refused.count), "message") +
               " refused, the last: " + drive.refused.last;
    }
    return {drive.name, drive.type, state};
  };
  return ListText(std::move(table), result.drives, "drive", row);
}

/// Pose, speed and path of each movable model in the world frame.
std::string ModelsText(const RunResult& result) {
  TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                   Align::kRight, Align::kRight});
  table.Add({"Model", "x (m)", "y (m)", "z (m)", "yaw (deg)", "speed (m/s)", "travelled (m)"});
  const auto row = [](const ModelMotion& model) -> std::vector<std::string> {
    const Vector3d& p = model.X_WL.p;
    const double yaw = RpyFromQuaternion(model.X_WL.q).z();
    return {model.name,
            Fixed(p.x(), 3),
            Fixed(p.y(), 3),
            Fixed(p.z(), 3),
            Fixed(kDegrees * yaw, 1),
            Fixed(model.V_WL_W.v.norm(), 3),
            Fixed(model.distance, 3)};
  };
  return ListText(std::move(table), result.models, "model", row, kWidest);
}

/// 10 Hz (ModelTracker::Update).
constexpr SimTimeNs kInterval_ns = 100'000'000;

}  // namespace

std::string StepText(double step) { return StrFormat("%g ms", 1e3 * step); }

std::string SummaryText(const RunResult& result, const SummaryChoice& choice) {
  TextTable table({Align::kLeft, Align::kLeft});
  table.Add({"World", result.world + " (" + result.world_file + ")"});
  table.Add({"Engine", result.engine + " " + result.engine_version + ", seed " +
                           std::to_string(result.seed)});
  table.Add({"Simulated", SpeedText(result)});
  table.Add({"CPU", StrFormat("%.2f s; loading took %.2f s", result.cpu, result.load)});
  table.Add({"Memory", StrFormat("%.0f MB at most", result.peak_memory_mb)});
  table.Add({"Steps", StepsText(result)});
  table.Add({"Contacts", ContactsText(result)});
  table.Add({"Stages", StagesText(result)});
  if (result.islands.islands > 0) table.Add({"Islands", IslandsText(result)});
  if (choice.hash) table.Add({"Hash", HashText(result.hash)});
  if (!result.record_file.empty()) table.Add({"Recording", result.record_file});
  if (!result.save_file.empty()) table.Add({"Snapshot", result.save_file});
  return table.ToString() + (choice.profile ? ProfileText(result) : "") + SensorsText(result) +
         DrivesText(result) + ModelsText(result);
}

ModelTracker::ModelTracker(const sim::Simulation& simulation)
    : due_ns_(simulation.time_ns() + kInterval_ns) {
  for (int model = 0; model < simulation.world().model_count(); ++model) {
    const int link = world::BaseLink(simulation.world(), model);
    if (link < 0) continue;
    const Vector3d p_WL = simulation.state().X_WL[static_cast<std::size_t>(link)].p;
    tracks_.push_back(Track{model, link, p_WL, 0.0});
  }
}

void ModelTracker::Update(const sim::Simulation& simulation) {
  if (simulation.time_ns() < due_ns_) return;
  due_ns_ += kInterval_ns;
  Measure(simulation.state());
}

void ModelTracker::Measure(const physics::State& state) {
  for (Track& track : tracks_) {
    const Vector3d& p_WL = state.X_WL[static_cast<std::size_t>(track.link)].p;
    track.distance += (p_WL - track.p_WL).norm();
    track.p_WL = p_WL;
  }
}

std::vector<ModelMotion> ModelTracker::Finish(const sim::Simulation& simulation) {
  Measure(simulation.state());
  std::vector<ModelMotion> motions;
  for (const Track& track : tracks_) {
    ModelMotion motion;
    motion.name = simulation.world().instance(track.model).name;
    motion.link = simulation.world().link(track.link).name;
    motion.X_WL = simulation.state().X_WL[static_cast<std::size_t>(track.link)];
    motion.V_WL_W = simulation.state().V_WL_W[static_cast<std::size_t>(track.link)];
    motion.distance = track.distance;
    motions.push_back(motion);
  }
  return motions;
}

}  // namespace surefoot::cli
