#include "surefoot/session/run_recorder.h"

#include <algorithm>
#include <span>
#include <utility>

#include "surefoot/base/hash.h"

namespace surefoot {

Result<std::unique_ptr<RunRecorder>> RunRecorder::Open(const std::string& path,
                                                       const std::string& world_file,
                                                       const sim::Simulation& simulation) {
  Result<std::unique_ptr<McapWriter>> writer = McapWriter::Open(path);
  if (!writer.ok()) return writer.error();
  std::unique_ptr<RunRecorder> recorder(new RunRecorder(std::move(writer).value()));
  const Status status = recorder->Start(world_file, simulation);
  if (!status.ok()) return status.error();
  return recorder;
}

Status RunRecorder::Start(const std::string& world_file, const sim::Simulation& simulation) {
  const Status metadata = writer_->AddMetadata(
      run_log::kMetadata, {{"world_file", world_file},
                           {"world", simulation.world().spec().name},
                           {"world_hash", HashText(simulation.world().content_hash())},
                           {"engine", simulation.engine().name},
                           {"engine_version", simulation.engine().version},
                           {"step_ns", std::to_string(ToNanoseconds(simulation.step_size()))},
                           {"seed", std::to_string(simulation.seed())},
                           {"first_step", std::to_string(simulation.step_count())},
                           {"first_hash", HashText(simulation.hash())}});
  if (!metadata.ok()) return metadata;
  const std::pair<const char*, std::uint16_t*> channels[] = {
      {run_log::kBodiesTopic, &bodies_channel_},
      {run_log::kHashTopic, &hash_channel_},
      {run_log::kStateTopic, &state_channel_},
      {run_log::kInputTopic, &input_channel_}};
  for (const auto& [topic, id] : channels) {
    const bool text = id == &bodies_channel_ || id == &input_channel_;
    const Result<std::uint16_t> added =
        writer_->AddChannel(topic, text ? "text" : "surefoot.binary");
    if (!added.ok()) return added.error();
    *id = added.value();
  }
  OnWorld(simulation);
  return status_;
}

void RunRecorder::WriteBytes(std::uint16_t channel) {
  if (!status_.ok()) return;
  status_ = writer_->Write(channel, now_ns_, now_ns_, sequence_++, buffer_);
}

void RunRecorder::WriteText(std::uint16_t channel, const std::string& text) {
  buffer_.assign(text.begin(), text.end());
  WriteBytes(channel);
}

void RunRecorder::OnInput(std::int64_t next_step, const sim::Input& input) {
  WriteText(input_channel_, "step " + std::to_string(next_step) + ": " + sim::Describe(input));
}

void RunRecorder::OnRejected(std::int64_t next_step, const sim::Input& input, const Error& error) {
  WriteText(input_channel_, "step " + std::to_string(next_step) +
                                ": rejected: " + sim::Describe(input) + ": " + error.message);
}

void RunRecorder::OnWorld(const sim::Simulation& simulation) {
  now_ns_ = simulation.time_ns();
  std::string names;
  for (int link : simulation.state_hash().body_links()) {
    names += simulation.world().LinkName(link) + "\n";
  }
  WriteText(bodies_channel_, names);
  WriteStates(simulation);
}

void RunRecorder::OnStep(const sim::Simulation& simulation) {
  now_ns_ = simulation.time_ns();
  const sim::StateHash& hash = simulation.state_hash();
  step_hash_.step = simulation.step_count();
  step_hash_.chain = simulation.hash();
  step_hash_.bodies.clear();
  for (std::uint64_t body : hash.body_hashes()) {
    step_hash_.bodies.push_back(static_cast<std::uint32_t>(body));
  }
  run_log::Encode(step_hash_, &buffer_);
  WriteBytes(hash_channel_);
  if (simulation.step_count() % run_log::kStateInterval == 0) WriteStates(simulation);
}

void RunRecorder::WriteStates(const sim::Simulation& simulation) {
  states_.step = simulation.step_count();
  states_.values.clear();
  auto put = [this](const double* first, int count) {
    states_.values.insert(states_.values.end(), first, first + count);
  };
  for (int link : simulation.state_hash().body_links()) {
    const RigidTransform& X = simulation.state().X_WL[static_cast<std::size_t>(link)];
    const Twist& V = simulation.state().V_WL_W[static_cast<std::size_t>(link)];
    const double q[4] = {X.q.w(), X.q.x(), X.q.y(), X.q.z()};
    put(q, 4);
    put(X.p.data(), 3);
    put(V.w.data(), 3);
    put(V.v.data(), 3);
  }
  run_log::Encode(states_, &buffer_);
  WriteBytes(state_channel_);
}

Status RunRecorder::Close() {
  const Status closed = writer_->Close();
  return status_.ok() ? closed : status_;
}

}  // namespace surefoot
