#include "surefoot/session/run_recorder.h"

#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/session/input_message.h"
#include "surefoot/session/run_log.h"

// Everything that determines or describes a run is recorded: its settings, inputs, states, hashes
// and messages.

namespace surefoot {
namespace {

/// Excludes topics for viewers.
record::TopicFilter RunTopics(record::TopicFilter filter) {
  filter.exclude.insert(filter.exclude.end(), {run_log::kViewTopics, run_log::kEventsTopic});
  return filter;
}

/// A single table can contain one topic: the one that the filter selects, or the motion of the
/// bodies.
Status CheckOneTopic(const record::RecordOptions& options, const sim::Simulation& simulation) {
  if (options.filter.topics.empty()) return Status();
  std::string found;
  int count = 0;
  const graph::Graph& graph = simulation.graph();
  for (const auto& topic : graph.topics()) {
    if (!record::IsRecorded(graph, RunTopics(options.filter), *topic)) continue;
    found += (count++ > 0 ? ", " : "") + topic->name;
  }
  for (const char* topic :
       {run_log::kBodiesTopic, run_log::kHashTopic, run_log::kStateTopic, run_log::kInputTopic}) {
    if (options.filter.Takes(topic)) found += (count++ > 0 ? ", " : "") + std::string(topic);
  }
  if (count == 1) return Status();
  return Error{"a table can contain one topic only, but the pattern matches " +
               (count == 0 ? "none" : std::to_string(count) + ": " + found) +
               "; choose one, or record into a folder (a name that ends in /)"};
}

}  // namespace

// A table file holds a single topic.
Result<std::unique_ptr<RunRecorder>> RunRecorder::Open(const std::string& path,
                                                       const record::RecordOptions& options,
                                                       const std::string& world_file,
                                                       const sim::Simulation& simulation) {
  const bool one_table = record::IsTableFile(path);
  if (one_table) {
    SUREFOOT_TRY(CheckOneTopic(options, simulation));
  }
  std::unique_ptr<record::Recorder> opened = SUREFOOT_TRY(record::OpenRecorder(path, options));
  std::unique_ptr<RunRecorder> recorder(new RunRecorder(std::move(opened)));
  SUREFOOT_TRY(recorder->Start(options, world_file, simulation, one_table));
  return recorder;
}

/// The log is recorded whatever topics are chosen, unless it is excluded: without it, runs cannot
/// be compared or replayed. In a single table it must be chosen.
template <typename T>
Status RunRecorder::AddLog(const char* topic, const record::RecordOptions& options, bool one_table,
                           Log<T>* log) {
  bool requested = !options.filter.Excludes(topic);
  if (one_table) {
    const bool any = options.filter.topics.empty();
    requested = requested &&
                (any ? topic == std::string(run_log::kStateTopic) : options.filter.Takes(topic));
  }
  if (!requested) return Status();
  log->id = SUREFOOT_TRY(recorder_->AddTopic(topic, T::type()));
  return Status();
}

// Metadata that identify the run: world, engine, seed and versions.
Status RunRecorder::Start(const record::RecordOptions& options, const std::string& world_file,
                          const sim::Simulation& simulation, bool one_table) {
  status_ = recorder_->AddMetadata(
      run_log::kMetadata, {{"world_file", world_file},
                           {"world", simulation.world().spec().name},
                           {"world_hash", HashText(simulation.world().content_hash())},
                           {"engine", simulation.machine().engine().name},
                           {"engine_version", simulation.machine().engine().version},
                           {"step_ns", std::to_string(ToNanoseconds(simulation.step_size()))},
                           {"seed", std::to_string(simulation.seed())},
                           {"first_step", std::to_string(simulation.step_count())},
                           {"first_hash", HashText(simulation.hash())}});
  if (status_.ok()) status_ = AddLog(run_log::kBodiesTopic, options, one_table, &bodies_);
  if (status_.ok()) status_ = AddLog(run_log::kHashTopic, options, one_table, &hash_);
  if (status_.ok()) status_ = AddLog(run_log::kStateTopic, options, one_table, &states_);
  if (status_.ok()) status_ = AddLog(run_log::kInputTopic, options, one_table, &input_);
  if (!status_.ok()) return status_;
  OnWorld(simulation);
  if (!one_table || !options.filter.topics.empty()) {
    graph_recorder_ = std::make_unique<record::GraphRecorder>(
        &simulation.graph(), RunTopics(options.filter), recorder_.get());
  }
  return status();
}

const Status& RunRecorder::status() const {
  return status_.ok() && graph_recorder_ != nullptr ? graph_recorder_->status() : status_;
}

template <typename T>
void RunRecorder::Write(const Log<T>& log) {
  if (log.id >= 0 && status_.ok()) status_ = recorder_->Write(log.id, now_ns_, &log.message);
}

// Inputs are what a replay needs.
void RunRecorder::OnInput(std::int64_t next_step, const sim::Input& input) {
  // The message itself was recorded when it was published.
  if (std::holds_alternative<sim::TopicMessage>(input)) return;
  input_.message = ToMessage(next_step, input);
  Write(input_);
}

// For people who look for the reason.
void RunRecorder::OnRejected(std::int64_t next_step, const sim::Input& input, const Error& error) {
  input_.message = ToMessage(next_step, input);
  input_.message.accepted = false;
  input_.message.reason = error.message;
  Write(input_);
}

// Bodies change when models are added or removed.
void RunRecorder::OnWorld(const sim::Simulation& simulation) {
  now_ns_ = simulation.time_ns();
  const std::vector<int>& links = simulation.machine().state_hash().body_links();
  bodies_.message.names.clear();
  for (int link : links) bodies_.message.names.push_back(simulation.world().LinkName(link));
  states_.message.names = bodies_.message.names;
  states_.message.poses.resize(links.size());
  states_.message.twists.resize(links.size());
  Write(bodies_);
  WriteStates(simulation);
}

// Hashes of every step; states at their own rate.
void RunRecorder::OnStep(const sim::Simulation& simulation) {
  now_ns_ = simulation.time_ns();
  hash_.message.step = simulation.step_count();
  hash_.message.chain = simulation.hash();
  hash_.message.bodies.clear();
  for (std::uint64_t body : simulation.machine().state_hash().body_hashes()) {
    hash_.message.bodies.push_back(static_cast<std::uint32_t>(body));
  }
  Write(hash_);
  if (simulation.step_count() % run_log::kStateInterval == 0) WriteStates(simulation);
}

void RunRecorder::WriteStates(const sim::Simulation& simulation) {
  states_.message.step = simulation.step_count();
  std::size_t body = 0;
  for (int link : simulation.machine().state_hash().body_links()) {
    const Twist& V = simulation.state().V_WL_W[At(link)];
    states_.message.poses[body] = msgs::ToPose(simulation.state().X_WL[At(link)]);
    states_.message.twists[body].linear = msgs::ToVector3(V.v);
    states_.message.twists[body].angular = msgs::ToVector3(V.w);
    ++body;
  }
  Write(states_);
}

// Returns the first error of the recording.
Status RunRecorder::Close() {
  graph_recorder_ = nullptr;
  const Status closed = recorder_->Close();
  return status_.ok() ? closed : status_;
}

}  // namespace surefoot
