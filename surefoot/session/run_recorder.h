#pragma once

#include <memory>
#include <string>

#include "surefoot/record/mcap_writer.h"
#include "surefoot/session/run_log.h"
#include "surefoot/sim/simulation.h"

namespace surefoot {

/// Writes a run into an MCAP file: what it is, its inputs, its hash chain and its motion.
class RunRecorder final : public sim::Observer {
 public:
  /// `world_file` is told in the recording; the simulation is described as it is now.
  static Result<std::unique_ptr<RunRecorder>> Open(const std::string& path,
                                                   const std::string& world_file,
                                                   const sim::Simulation& simulation);

  void OnInput(std::int64_t next_step, const sim::Input& input) override;
  void OnRejected(std::int64_t next_step, const sim::Input& input, const Error& error) override;
  void OnWorld(const sim::Simulation& simulation) override;
  void OnStep(const sim::Simulation& simulation) override;

  /// The first error of the disk, if any.
  const Status& status() const { return status_; }
  Status Close();

 private:
  explicit RunRecorder(std::unique_ptr<McapWriter> writer) : writer_(std::move(writer)) {}

  Status Start(const std::string& world_file, const sim::Simulation& simulation);
  void WriteText(std::uint16_t channel, const std::string& text);
  void WriteBytes(std::uint16_t channel);
  void WriteStates(const sim::Simulation& simulation);

  std::unique_ptr<McapWriter> writer_;
  Status status_;
  SimTimeNs now_ns_ = 0;
  std::uint32_t sequence_ = 0;
  std::uint16_t bodies_channel_ = 0;
  std::uint16_t hash_channel_ = 0;
  std::uint16_t state_channel_ = 0;
  std::uint16_t input_channel_ = 0;
  run_log::StepHash step_hash_;
  run_log::BodyStates states_;
  Bytes buffer_;
};

}  // namespace surefoot
