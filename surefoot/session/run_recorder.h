#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/record/recorder.h"
#include "surefoot/sim/simulation.h"

namespace surefoot {

/// Records a run: its description, the topics of its graph, its inputs, its hash chain and its
/// motion.
class RunRecorder final : public sim::Observer {
 public:
  /// `world_file` is stored in the recording; the simulation is described in its present state. It
  /// must outlive the recorder.
  static Result<std::unique_ptr<RunRecorder>> Open(const std::string& path,
                                                   const record::RecordOptions& options,
                                                   const std::string& world_file,
                                                   const sim::Simulation& simulation);

  void OnInput(std::int64_t next_step, const sim::Input& input) override;
  void OnRejected(std::int64_t next_step, const sim::Input& input, const Error& error) override;
  void OnWorld(const sim::Simulation& simulation) override;
  void OnStep(const sim::Simulation& simulation) override;

  /// The first write error, if any.
  const Status& status() const;
  Status Close();
  /// What could not be recorded as requested.
  std::vector<std::string> notes() const { return recorder_->notes(); }

 private:
  /// A topic of the log and its message, which is reused for its memory.
  template <typename T>
  struct Log {
    int id = -1;
    T message;
  };

  explicit RunRecorder(std::unique_ptr<record::Recorder> recorder)
      : recorder_(std::move(recorder)) {}

  Status Start(const record::RecordOptions& options, const std::string& world_file,
               const sim::Simulation& simulation, bool one_table);
  template <typename T>
  Status AddLog(const char* topic, const record::RecordOptions& options, bool one_table,
                Log<T>* log);
  template <typename T>
  void Write(const Log<T>& log);
  void WriteStates(const sim::Simulation& simulation);

  std::unique_ptr<record::Recorder> recorder_;
  std::unique_ptr<record::GraphRecorder> graph_recorder_;
  Status status_;
  SimTimeNs now_ns_ = 0;
  Log<msgs::surefoot_msgs::BodyNames> bodies_;
  Log<msgs::surefoot_msgs::StepHash> hash_;
  Log<msgs::surefoot_msgs::BodyStates> states_;
  Log<msgs::surefoot_msgs::Input> input_;
};

}  // namespace surefoot
