#include "surefoot/evaluation/gap/run_log.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {
namespace {

double YawOfPose(const RigidTransform& X_RP) {
  const Quaterniond& q = X_RP.q;
  return std::atan2(2.0 * (q.w() * q.z() + q.x() * q.y()),
                    1.0 - 2.0 * (q.y() * q.y() + q.z() * q.z()));
}

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

}  // namespace

Result<TaskRun> RunFromLog(const std::string& path, const RunFileOptions& options,
                           std::vector<std::string>* notes) {
  MotionNames names;
  names.truth = options.pose_topic;
  names.robot = options.robot;
  names.poses_only = true;
  const Result<MotionLog> log = LoadMotionLog(path, names);
  if (!log.ok()) {
    const bool unnamed = options.robot.empty() && options.pose_topic.empty();
    return unnamed ? Error{log.error().message + " (--model NAME: the robot of a run of ours)"}
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
  for (const std::string& name : options.signals) {
    if (Status status = AddSignal(*log, name, &run); !status.ok()) return status.error();
  }
  return run;
}

}  // namespace surefoot::gap
