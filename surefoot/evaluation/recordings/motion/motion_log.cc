#include "surefoot/evaluation/recordings/motion/motion_log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "surefoot/evaluation/recordings/motion/motion_messages.h"
#include "surefoot/evaluation/recordings/motion/motion_topics.h"
#include "surefoot/evaluation/recordings/motion/pose_checks.h"

namespace surefoot::gap {
namespace {

/// What a first look at the recording tells.
struct Survey {
  TopicsOfLog topics;
  std::string wheel_topic;
  bool is_run = false;
};

Result<Survey> Look(const std::string& path, const MotionNames& names) {
  auto reader = record::MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  Survey survey;
  survey.is_run = (*reader)->is_run();
  record::TypedMessage message;
  while ((*reader)->Next(&message)) {
    TopicOfLog& topic = survey.topics[message.topic()];
    topic.type = message.type().name;
    if (++topic.messages > 1 || !survey.wheel_topic.empty()) continue;
    if (HasWheels(message, names.wheels)) survey.wheel_topic = message.topic();
  }
  if (!(*reader)->status().ok() && survey.topics.empty()) return (*reader)->status().error();
  return survey;
}

void Shift(double start, std::vector<double>* times) {
  for (double& time : *times) time -= start;
}

/// From now on times count from the first pose.
void Rebase(MotionLog* log) {
  log->start = log->pose_time.front();
  Shift(log->start, &log->pose_time);
  Shift(log->start, &log->command_time);
  for (RecordedWheel& wheel : log->wheels) Shift(log->start, &wheel.speed.time);
  for (RecordedSignal& signal : log->signals) Shift(log->start, &signal.values.time);
}

Status CheckComplete(const MotionLog& log, bool poses_only) {
  if (log.pose_time.size() < 2) {
    return Error{log.file + ": " + log.pose_topic + " has less than two poses of the robot"};
  }
  const bool has_commands = poses_only || log.command.size() > 0 || !log.wheels.empty();
  if (!has_commands) {
    return Error{log.file + ": no message on " + log.command_topic + " could be read"};
  }
  return Status();
}

}  // namespace

double TimedValues::MeanBetween(double from, double to) const {
  const auto first = std::upper_bound(time.begin(), time.end(), from);
  const auto last = std::upper_bound(first, time.end(), to);
  if (first == last) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0.0;
  for (auto i = first; i != last; ++i) sum += value[static_cast<std::size_t>(i - time.begin())];
  return sum / static_cast<double>(last - first);
}

double TimedValues::At(double moment) const {
  if (time.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto after = std::upper_bound(time.begin(), time.end(), moment) - time.begin();
  if (after == 0) return value.front();
  const auto i = static_cast<std::size_t>(after);
  if (i == time.size()) return value.back();
  const double part = (moment - time[i - 1]) / (time[i] - time[i - 1]);
  return value[i - 1] + part * (value[i] - value[i - 1]);
}

Result<MotionLog> LoadMotionLog(const std::string& path, const MotionNames& names) {
  const Result<Survey> survey = Look(path, names);
  if (!survey.ok()) return survey.error();
  MotionLog log;
  log.file = path;
  Result<std::string> pose = ChoosePoseTopic(path, survey->topics, names);
  if (!pose.ok()) return pose.error();
  log.pose_topic = std::move(pose).value();
  if (Status status = CheckReferenceTopic(path, log.pose_topic); !status.ok()) {
    return status.error();
  }
  if (const std::string note = ReferenceNote(log.pose_topic); !note.empty()) {
    log.notes.push_back(note);
  }
  if (!names.poses_only) {
    Result<std::string> command =
        ChooseCommandTopic(path, survey->topics, survey->wheel_topic, names);
    if (!command.ok()) return command.error();
    log.command_topic = std::move(command).value();
  }
  log.wheel_topic = survey->wheel_topic;
  auto reader = record::MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  MotionCollector collector(names, survey->is_run, &log);
  record::TypedMessage message;
  while ((*reader)->Next(&message)) collector.Add(message);
  if (!(*reader)->status().ok()) {
    log.notes.push_back((*reader)->status().error().message + "; what stands before it is used");
  }
  if (Status status = collector.Finish(); !status.ok()) return status.error();
  if (Status status = CheckComplete(log, names.poses_only); !status.ok()) return status.error();
  Rebase(&log);
  CleanPoses(&log);
  if (Status status = CheckReferenceContent(log); !status.ok()) return status.error();
  return log;
}

}  // namespace surefoot::gap
