#include "surefoot/session/run_diff.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/record/mcap/mcap_reader.h"
#include "surefoot/session/run_log.h"

// Two recordings of runs are compared by the hashes of their steps; the bodies' own hashes then
// name what differs first.

namespace surefoot {
namespace {

using msgs::surefoot_msgs::BodyStates;
using msgs::surefoot_msgs::StepHash;

/// A message, and the number of body lists before it: the last one names its bodies.
template <typename T>
struct Recorded {
  T message;
  std::size_t body_lists = 0;
};

/// A recording in memory; possible because hashes are small.
struct Run {
  std::map<std::string, std::string> settings;
  std::vector<Recorded<StepHash>> steps;
  std::vector<Recorded<BodyStates>> states;
  /// Names of the bodies: one list at the start, and one after each edit of the world.
  std::vector<std::vector<std::string>> bodies;
  /// Last step before the input, and its text.
  std::vector<std::pair<std::int64_t, std::string>> inputs;
};

/// Keeps the topics that the comparison needs.
Status Store(const McapMessage& message, Run* run) {
  const std::string& topic = message.channel->topic;
  const auto decode = [&](auto* out) {
    if (message.channel->message_encoding != "cdr") {
      return Status(
          Error{"it was recorded by an early version of the program; record the run again"});
    }
    const bool fits = out->type().decode(message.data.data(), message.data.size(), out);
    return fits ? Status() : Status(Error{"a damaged message on " + topic});
  };
  Status status;
  if (topic == run_log::kHashTopic) {
    StepHash step;
    status = decode(&step);
    run->steps.push_back({std::move(step), run->bodies.size()});
  } else if (topic == run_log::kStateTopic) {
    BodyStates states;
    status = decode(&states);
    run->states.push_back({std::move(states), run->bodies.size()});
  } else if (topic == run_log::kBodiesTopic) {
    msgs::surefoot_msgs::BodyNames bodies;
    status = decode(&bodies);
    run->bodies.push_back(std::move(bodies.names));
  } else if (topic == run_log::kInputTopic) {
    msgs::surefoot_msgs::Input input;
    status = decode(&input);
    const std::string refused = input.accepted ? "" : " (refused: " + input.reason + ")";
    run->inputs.emplace_back(input.step - 1,
                             "step " + std::to_string(input.step) + ": " + input.text + refused);
  }
  return status;
}

/// Fails for recordings that are not of runs.
Result<Run> ReadRun(const std::string& path) {
  std::unique_ptr<McapReader> reader = SUREFOOT_TRY(McapReader::Open(path));
  const McapMetadata* metadata = reader->FindMetadata(run_log::kMetadata);
  if (metadata == nullptr) {
    return Error{"'" + path + "' is not a recording of a run; make one with 'run --record FILE'"};
  }
  Run run;
  for (const auto& [key, value] : metadata->entries) run.settings[key] = value;
  McapMessage message;
  while (reader->Next(&message)) {
    const Status status = Store(message, &run);
    if (!status.ok()) return status.error().Within(path);
  }
  if (!reader->status().ok()) return reader->status().error();
  return run;
}

/// Different settings often explain different runs.
std::vector<std::string> CompareSettings(const Run& a, const Run& b) {
  std::map<std::string, std::string> either = a.settings;
  either.insert(b.settings.begin(), b.settings.end());
  const auto value_in = [](const Run& run, const std::string& key) {
    const auto found = run.settings.find(key);
    return found == run.settings.end() ? std::string("(none)") : found->second;
  };
  std::vector<std::string> found;
  for (const auto& [key, ignored] : either) {
    // The file name is not a setting, and the first hash follows from the others.
    if (key == "world_file" || key == "first_hash") continue;
    const std::string in_a = value_in(a, key);
    const std::string in_b = value_in(b, key);
    if (in_a != in_b) found.push_back(key + ": " + in_a + ", " + in_b);
  }
  return found;
}

/// The name of a body at that time, or its number.
std::string BodyName(const Run& run, std::size_t body_lists, std::size_t index) {
  if (body_lists == 0 || index >= run.bodies[body_lists - 1].size()) {
    return "body " + std::to_string(index);
  }
  return run.bodies[body_lists - 1][index];
}

/// The bodies whose hashes differ first.
void CompareBodies(const Run& a, const Recorded<StepHash>& step_a, const StepHash& step_b,
                   RunDiff* diff) {
  const std::vector<std::uint32_t>& bodies_a = step_a.message.bodies;
  if (bodies_a.size() != step_b.bodies.size()) {
    diff->bodies.push_back(std::to_string(bodies_a.size()) + " bodies against " +
                           std::to_string(step_b.bodies.size()));
    return;
  }
  for (std::size_t i = 0; i < bodies_a.size(); ++i) {
    if (bodies_a[i] != step_b.bodies[i]) {
      diff->bodies.push_back(BodyName(a, step_a.body_lists, i));
    }
  }
}

/// By how much positions differ at the next recorded states.
void ComparePositions(const Run& a, const Run& b, RunDiff* diff) {
  auto first_from = [&](const Run& run) {
    return std::find_if(run.states.begin(), run.states.end(), [&](const auto& states) {
      return states.message.step >= diff->first_step;
    });
  };
  const auto found_a = first_from(a);
  const auto found_b = first_from(b);
  if (found_a == a.states.end() || found_b == b.states.end()) return;
  const BodyStates& in_a = found_a->message;
  const BodyStates& in_b = found_b->message;
  const std::size_t count = in_a.poses.size();
  if (in_a.step != in_b.step || count != in_b.poses.size()) return;
  diff->position_step = in_a.step;
  for (std::size_t i = 0; i < count; ++i) {
    const auto& p_a = in_a.poses[i].position;
    const auto& p_b = in_b.poses[i].position;
    const double distance = std::hypot(p_a.x - p_b.x, p_a.y - p_b.y, p_a.z - p_b.z);
    if (distance <= diff->position_difference) continue;
    diff->position_difference = distance;
    diff->position_body = BodyName(a, found_a->body_lists, i);
  }
}

/// Inputs before the first difference.
void CompareInputs(const Run& a, const Run& b, RunDiff* diff) {
  auto until = [&](const Run& run) {
    std::vector<std::string> texts;
    for (const auto& [step, text] : run.inputs) {
      if (step < diff->first_step) texts.push_back(text);
    }
    return texts;
  };
  const std::vector<std::string> in_a = until(a);
  const std::vector<std::string> in_b = until(b);
  for (const std::string& text : in_a) {
    if (std::find(in_b.begin(), in_b.end(), text) == in_b.end())
      diff->inputs.push_back("A: " + text);
  }
  for (const std::string& text : in_b) {
    if (std::find(in_a.begin(), in_a.end(), text) == in_a.end())
      diff->inputs.push_back("B: " + text);
  }
}

}  // namespace

// Finds the first step with different hashes and explains it.
Result<RunDiff> CompareRuns(const std::string& path_a, const std::string& path_b) {
  const Run a = SUREFOOT_TRY(ReadRun(path_a));
  const Run b = SUREFOOT_TRY(ReadRun(path_b));
  RunDiff diff;
  diff.settings = CompareSettings(a, b);
  diff.steps_a = static_cast<std::int64_t>(a.steps.size());
  diff.steps_b = static_cast<std::int64_t>(b.steps.size());
  // Recordings may start at any step, so they are paired by step number.
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.steps.size() && k < b.steps.size()) {
    const StepHash& step_a = a.steps[i].message;
    const StepHash& step_b = b.steps[k].message;
    if (step_a.step < step_b.step) {
      ++i;
    } else if (step_a.step > step_b.step) {
      ++k;
    } else {
      ++diff.common_steps;
      if (step_a.chain != step_b.chain) {
        diff.first_step = step_a.step;
        CompareBodies(a, a.steps[i], step_b, &diff);
        ComparePositions(a, b, &diff);
        CompareInputs(a, b, &diff);
        return diff;
      }
      ++i;
      ++k;
    }
  }
  diff.identical = diff.common_steps > 0 && diff.common_steps == diff.steps_a &&
                   diff.common_steps == diff.steps_b;
  return diff;
}

}  // namespace surefoot
