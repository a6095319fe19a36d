#include "surefoot/evaluation/gap/run_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/recordings/column_map.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"
#include "surefoot/evaluation/recordings/motion/motion_topics.h"
#include "surefoot/evaluation/recordings/motion/reference_path.h"

namespace surefoot::gap {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLogEndings[] = {".mcap", ".bag", ".db3"};

/// True for names of recordings of topics.
bool HasLogName(const std::string& path) {
  return std::any_of(std::begin(kLogEndings), std::end(kLogEndings),
                     [&](const char* ending) { return path.ends_with(ending); });
}

/// A folder with metadata.yaml is one ROS 2 bag.
bool IsBagFolder(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::path(path) / "metadata.yaml", ignored);
}

/// Recordings are recognized by name, or by the magic bytes of MCAP.
Result<bool> IsLog(const std::string& path) {
  if (HasLogName(path) || IsBagFolder(path)) return true;
  return IsMcap(path);
}

Result<std::vector<std::string>> FilesOf(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error) || IsBagFolder(path)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const std::string name = entry.path().string();
    if (name.ends_with(".csv") || name.ends_with(".csv.gz") || HasLogName(name) ||
        IsBagFolder(name)) {
      files.push_back(name);
    }
  }
  if (error) return Error{path + ": " + error.message()};
  if (files.empty())
    return Error{
        path +
        ": this folder contains no tables (.csv, .csv.gz) or recordings (.mcap, .bag, .db3)"};
  std::sort(files.begin(), files.end());
  return files;
}

/// Yaw of a pose, rad, in Z-Y-X Euler angles.
double YawOfPose(const RigidTransform& X_RP) {
  const Quaterniond& q = X_RP.q;
  return std::atan2(2.0 * (q.w() * q.z() + q.x() * q.y()),
                    1.0 - 2.0 * (q.y() * q.y() + q.z() * q.z()));
}

/// Adds a signal of a recording to the run; the error lists the recorded signals.
Status AddSignal(const MotionLog& log, const std::string& name, TaskRun* run) {
  std::string there;
  for (const RecordedSignal& signal : log.signals) {
    const std::string its_name = signal.topic + "." + signal.field;
    there += (there.empty() ? "" : ", ") + its_name;
    if (its_name != name || signal.values.time.size() < 2) continue;
    run->signals.push_back(
        {{name, signal.unit, 1, false, 0.0, 0.0}, signal.values.time, {signal.values.value}});
    return Status();
  }
  return Error{log.file + ": no signal " + name + "; it has " + (there.empty() ? "none" : there)};
}

/// Reads a run from a recording of topics.
Result<TaskRun> RunFromLog(const std::string& path, const RunFileOptions& options,
                           std::vector<std::string>* notes) {
  MotionNames names;
  names.truth = options.pose_topic;
  names.robot = options.robot;
  names.poses_only = true;
  const Result<MotionLog> log = LoadMotionLog(path, names);
  if (!log.ok()) {
    const bool unnamed = options.robot.empty() && options.pose_topic.empty();
    return unnamed ? Error{log.error().message + " (--model NAME: the robot of a run of Surefoot)"}
                   : log.error();
  }
  notes->insert(notes->end(), log->notes.begin(), log->notes.end());
  TaskRun run{path, {{PositionQuantity(), log->pose_time, {{}, {}}}}};
  RunSignal heading{HeadingQuantity(), log->pose_time, {{}}};
  for (const RigidTransform& X_RP : log->X_RP) {
    run.signals.front().values[0].push_back(X_RP.p.x());
    run.signals.front().values[1].push_back(X_RP.p.y());
    heading.values[0].push_back(YawOfPose(X_RP));
  }
  run.signals.push_back(std::move(heading));
  for (const std::string& name : options.signals) SUREFOOT_TRY(AddSignal(*log, name, &run));
  return run;
}

constexpr std::size_t kFewestRows = 4;

/// The first of several usual column names that exists; empty when none does.
std::string FirstOf(const CsvFile& file, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const int index = file.Find(name); index >= 0) {
      return file.names()[static_cast<std::size_t>(index)];
    }
  }
  return "";
}

/// Maps columns with well-known names (those of rosbag exports and common loggers).
Result<ColumnMap> KnownColumns(const CsvFile& file) {
  const int time = FindTimeColumn(file);
  ColumnMap map;
  if (time >= 0) {
    map.entries.push_back({"t", "s", {file.names()[static_cast<std::size_t>(time)], 1.0, 0.0}});
  }
  const auto add = [&](const char* name, const std::string& column, double factor) {
    if (!column.empty() && map.Find(name) == nullptr) {
      map.entries.push_back({name, "", {column, factor, 0.0}});
    }
  };
  add("x",
      FirstOf(file, {"x", "x_m", "pos_x", "position.x", "pose.position.x", "pose.pose.position.x"}),
      1.0);
  add("y",
      FirstOf(file, {"y", "y_m", "pos_y", "position.y", "pose.position.y", "pose.pose.position.y"}),
      1.0);
  add("heading", FirstOf(file, {"heading", "yaw", "theta", "heading_rad", "yaw_rad", "theta_rad"}),
      1.0);
  add("heading", FirstOf(file, {"heading_deg", "yaw_deg", "theta_deg"}), std::numbers::pi / 180.0);
  add("speed", FirstOf(file, {"speed", "speed_m_s", "twist.twist.linear.x"}), 1.0);
  std::vector<std::string> missing;
  for (const char* needed : {"t", "x", "y"}) {
    if (map.Find(needed) == nullptr) missing.emplace_back(needed);
  }
  if (missing.empty()) return map;
  return Error{file.Missing(missing).message +
               "; name them: --columns t=COLUMN,x=COLUMN*0.01,y=COLUMN"};
}

/// The four columns of an orientation quaternion; empty when there are none.
std::vector<std::string> OrientationColumns(const CsvFile& file) {
  for (const char* before : {"orientation.", "pose.orientation.", "pose.pose.orientation."}) {
    std::vector<std::string> found;
    for (const char* part : {"x", "y", "z", "w"}) {
      if (file.Find(std::string(before) + part) >= 0) found.push_back(std::string(before) + part);
    }
    if (found.size() == 4) return found;
  }
  return {};
}

/// The values after the first `skip`.
std::vector<double> Without(const std::vector<double>& values, int skip) {
  return {values.begin() + skip, values.end()};
}

/// The values of an expression, without the rows to skip.
std::vector<double> ValuesOf(const RecordedSeries& series, const ColumnMap::Entry& entry,
                             int skip) {
  std::vector<double> values = Without(series[entry.name == "t" ? "time" : entry.name], skip);
  for (double& value : values) {
    value = entry.expression.offset + entry.expression.factor * value;
  }
  return values;
}

/// Which rows have a later time than all before; the others (repeated stamps) are dropped.
std::vector<bool> RisingRows(const std::vector<double>& t) {
  std::vector<bool> rising(t.size(), true);
  double last = -INFINITY;
  for (std::size_t i = 0; i < t.size(); ++i) {
    rising[i] = t[i] > last;
    if (rising[i]) last = t[i];
  }
  return rising;
}

/// The values of selected rows.
std::vector<double> Kept(const std::vector<double>& values, const std::vector<bool>& rows) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (rows[i]) kept.push_back(values[i]);
  }
  return kept;
}

/// The quantity of a column by its name; unknown names are signals.
Quantity QuantityOf(const ColumnMap::Entry& entry) {
  if (entry.name == "heading") return HeadingQuantity();
  if (entry.name == "speed") return SpeedQuantity();
  Quantity quantity;
  quantity.name = entry.name;
  quantity.unit = entry.unit;
  quantity.is_angle = entry.unit == "rad";
  return quantity;
}

/// Yaw from the columns of a quaternion, rad.
std::vector<double> YawsOf(const RecordedSeries& series, int skip) {
  std::vector<double> yaws;
  for (std::size_t i = static_cast<std::size_t>(skip); i < series.rows(); ++i) {
    const double x = series["qx"][i], y = series["qy"][i], z = series["qz"][i], w = series["qw"][i];
    yaws.push_back(std::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)));
  }
  return yaws;
}

/// Time in seconds since the first row that is kept.
Result<std::vector<double>> TimesOf(const RecordedSeries& series, const ColumnMap& map) {
  const ColumnExpression& t = *map.Find("t");
  std::vector<double> times;
  if (t.factor == 1.0 && t.offset == 0.0) {
    // The unit follows from the name or from the magnitude of the numbers.
    times = SUREFOOT_TRY(SecondsOf(series, t.column));
  } else {
    times = series["time"];
    for (double& time : times) time = t.offset + t.factor * time;
  }
  times = Without(times, map.skip);
  const double first = times.front();
  for (double& time : times) time -= first;
  return times;
}

/// Refuses columns of wheel odometry as truth.
Status CheckReference(const CsvFile& file, const ColumnMap& map) {
  for (const char* name : {"x", "y"}) {
    SUREFOOT_TRY(CheckReferenceTopic(file.path(), map.Find(name)->column));
  }
  return Status();
}

/// Reads the mapped columns; the error lists all missing ones.
Result<RecordedSeries> ReadColumns(const CsvFile& file, const ColumnMap& map,
                                   const std::vector<std::string>& orientation) {
  std::vector<CsvFile::Selected> requested;
  std::vector<std::string> missing;
  const auto request = [&](const std::string& column, const std::string& name) {
    requested.push_back({file.Find(column), name});
    if (requested.back().index < 0) missing.push_back(name + " (" + column + ")");
  };
  for (const ColumnMap::Entry& entry : map.entries) {
    request(entry.expression.column, entry.name == "t" ? "time" : entry.name);
  }
  const char* const parts[] = {"qx", "qy", "qz", "qw"};
  for (std::size_t i = 0; i < orientation.size(); ++i) request(orientation[i], parts[i]);
  if (!missing.empty()) return file.Missing(missing);
  return file.Read(requested);
}

/// Reads a run from a table.
Result<TaskRun> RunFromTable(const CsvFile& file, const RunFileOptions& options) {
  const ColumnMap map =
      SUREFOOT_TRY(options.columns.empty() ? KnownColumns(file) : ParseColumnMap(options.columns));
  if (options.is_reference) SUREFOOT_TRY(CheckReference(file, map));
  const std::vector<std::string> orientation =
      map.Find("heading") == nullptr && options.columns.empty() ? OrientationColumns(file)
                                                                : std::vector<std::string>();
  const RecordedSeries series = SUREFOOT_TRY(ReadColumns(file, map, orientation));
  if (series.rows() < kFewestRows + static_cast<std::size_t>(map.skip)) {
    return Error{file.path() + ": " + std::to_string(series.rows()) + " rows, at least " +
                 std::to_string(kFewestRows + static_cast<std::size_t>(map.skip)) + " are needed"};
  }
  const std::vector<double> times = SUREFOOT_TRY(TimesOf(series, map));
  const std::vector<bool> rows = RisingRows(times);
  const std::vector<double> t = Kept(times, rows);
  if (t.size() < kFewestRows) return Error{file.path() + ": its times do not increase"};
  TaskRun run{file.path(), {{PositionQuantity(), t, {{}, {}}}}};
  for (const ColumnMap::Entry& entry : map.entries) {
    if (entry.name == "t") continue;
    std::vector<double> values = Kept(ValuesOf(series, entry, map.skip), rows);
    if (entry.name == "x" || entry.name == "y") {
      run.signals.front().values[entry.name == "x" ? 0 : 1] = std::move(values);
    } else {
      run.signals.push_back({QuantityOf(entry), t, {std::move(values)}});
    }
  }
  if (!orientation.empty()) {
    run.signals.push_back({HeadingQuantity(), t, {Kept(YawsOf(series, map.skip), rows)}});
  }
  return run;
}

/// Converts position and heading to poses of a motion log.
void AddPoses(const RunSignal& position, const RunSignal& heading, MotionLog* log) {
  log->pose_time = position.t;
  for (std::size_t i = 0; i < position.t.size(); ++i) {
    const Quaterniond q(Eigen::AngleAxisd(heading.values[0][i], Vector3d::UnitZ()));
    log->X_RP.emplace_back(q, Vector3d(position.values[0][i], position.values[1][i], 0.0));
  }
}

/// Converts columns of velocities to commands of a motion log.
void AddCommands(const RunSignal& ahead, const RunSignal* turn, MotionLog* log) {
  log->command_topic = "v, w";
  log->command_time = ahead.t;
  for (std::size_t i = 0; i < ahead.t.size(); ++i) {
    log->command.push_back({ahead.values[0][i], 0.0, turn == nullptr ? 0.0 : turn->values[0][i]});
  }
}

/// Converts columns of wheel speeds to a motion log. They serve as commands when there are no
/// others.
void AddWheels(const RunSignal& left, const RunSignal& right, const MotionNames& names,
               MotionLog* log) {
  log->wheel_topic = "wheel_left, wheel_right";
  if (log->command_topic.empty()) log->command_topic = log->wheel_topic;
  for (const std::string& wheel : names.wheels) {
    const bool is_left = wheel.find("left") != std::string::npos;
    const bool is_right = wheel.find("right") != std::string::npos;
    if (is_left == is_right) continue;
    const RunSignal& side = is_left ? left : right;
    log->wheels.push_back({wheel, {side.t, side.values[0]}});
  }
}

}  // namespace

Result<TaskRun> LoadRun(const std::string& path, const RunFileOptions& options,
                        std::vector<std::string>* notes) {
  const bool is_log = SUREFOOT_TRY(IsLog(path));
  if (is_log) return RunFromLog(path, options, notes);
  return RunFromTable(SUREFOOT_TRY(CsvFile::Open(path)), options);
}

Result<std::vector<TaskRun>> LoadRuns(const std::vector<std::string>& paths,
                                      const RunFileOptions& options,
                                      std::vector<std::string>* notes) {
  std::vector<TaskRun> runs;
  for (const std::string& path : paths) {
    const std::vector<std::string> files = SUREFOOT_TRY(FilesOf(path));
    for (const std::string& file : files) {
      runs.push_back(SUREFOOT_TRY(LoadRun(file, options, notes)));
    }
  }
  return runs;
}

Result<MotionLog> LoadMotionTable(const std::string& path, const std::string& columns,
                                  const MotionNames& names) {
  MotionLog log;
  log.file = path;
  log.pose_topic = "x, y, heading";
  RunFileOptions options;
  options.columns = columns;
  options.is_reference = true;
  const TaskRun run = SUREFOOT_TRY(LoadRun(path, options, &log.notes));
  const RunSignal* heading = run.Find("heading");
  if (heading == nullptr) {
    return Error{path + ": --columns names no heading, which the start of a restart requires"};
  }
  AddPoses(run.signals.front(), *heading, &log);
  if (const RunSignal* ahead = run.Find("v")) AddCommands(*ahead, run.Find("w"), &log);
  const RunSignal* left = run.Find("wheel_left");
  const RunSignal* right = run.Find("wheel_right");
  if (left != nullptr && right != nullptr) AddWheels(*left, *right, names, &log);
  if (log.command.empty() && log.wheels.empty()) {
    return Error{path +
                 ": --columns does not name the commands of the robot: v and w (m/s, rad/s), or "
                 "wheel_left and wheel_right (rad/s) of a robot whose wheels have these names"};
  }
  CleanPoses(&log);
  SUREFOOT_TRY(CheckReferenceContent(log));
  return log;
}

}  // namespace surefoot::gap
