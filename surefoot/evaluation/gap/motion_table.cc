#include "surefoot/evaluation/gap/motion_table.h"

#include <utility>

#include "surefoot/evaluation/gap/run_file.h"
#include "surefoot/evaluation/recordings/motion/pose_jumps.h"
#include "surefoot/evaluation/recordings/motion/wheel_odometry.h"

namespace surefoot::gap {
namespace {

void AddPoses(const RunSignal& position, const RunSignal& heading, MotionLog* log) {
  log->pose_time = position.t;
  for (std::size_t i = 0; i < position.t.size(); ++i) {
    const Quaterniond q(Eigen::AngleAxisd(heading.values[0][i], Vector3d::UnitZ()));
    log->X_RP.emplace_back(q, Vector3d(position.values[0][i], position.values[1][i], 0.0));
  }
}

void AddCommands(const RunSignal& ahead, const RunSignal* turn, MotionLog* log) {
  log->command_topic = "v, w";
  log->command_time = ahead.t;
  for (std::size_t i = 0; i < ahead.t.size(); ++i) {
    log->command.push_back({ahead.values[0][i], 0.0, turn == nullptr ? 0.0 : turn->values[0][i]});
  }
}

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

Result<MotionLog> LoadMotionTable(const std::string& path, const std::string& columns,
                                  const MotionNames& names) {
  MotionLog log;
  log.file = path;
  log.pose_topic = "x, y, heading";
  RunFileOptions options;
  options.columns = columns;
  options.is_reference = true;
  const Result<TaskRun> run = LoadRun(path, options, &log.notes);
  if (!run.ok()) return run.error();
  const RunSignal* heading = run->Find("heading");
  if (heading == nullptr) {
    return Error{path + ": --columns names no heading, which a restart begins with"};
  }
  AddPoses(run->signals.front(), *heading, &log);
  if (const RunSignal* ahead = run->Find("v")) AddCommands(*ahead, run->Find("w"), &log);
  const RunSignal* left = run->Find("wheel_left");
  const RunSignal* right = run->Find("wheel_right");
  if (left != nullptr && right != nullptr) AddWheels(*left, *right, names, &log);
  if (log.command.empty() && log.wheels.empty()) {
    return Error{path +
                 ": --columns does not name what the robot was told: v and w (m/s, rad/s), or "
                 "wheel_left and wheel_right (rad/s) of a robot whose wheels are called so"};
  }
  CleanPoses(&log);
  if (Status status = CheckReferenceContent(log); !status.ok()) return status.error();
  return log;
}

}  // namespace surefoot::gap
