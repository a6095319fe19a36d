#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/session/load.h"
#include "surefoot/session/session.h"

namespace surefoot::serve {

/// What is answered to those who want something of a world when there is none.
Error NoWorld();

/// The world that is served: loaded and unloaded, reset and restored, recorded. All of it between
/// two steps.
class Run {
 public:
  /// As in simulation_interfaces/SimulationState.
  enum class Mode : std::uint8_t { kStopped = 0, kPlaying = 1, kPaused = 2, kNoWorld = 4 };
  /// Bits of a reset, as in simulation_interfaces/ResetSimulation.
  static constexpr std::uint8_t kResetTime = 1;
  static constexpr std::uint8_t kResetState = 2;
  static constexpr std::uint8_t kResetSpawned = 4;
  static constexpr std::uint8_t kResetAll = 255;

  struct Listener {
    /// The old graph is about to go.
    std::function<void()> leave;
    /// There is another graph.
    std::function<void()> enter;
    /// Steps are counted from elsewhere: after a reset of time or a restore.
    std::function<void()> rewound;
    std::function<void(const std::string&)> log;
  };

  Run(const Parts& parts, Listener listener);
  ~Run();

  /// Loads a world in place of the present one, which stays when the new one cannot be loaded.
  /// Stopped afterwards.
  Status Load(const std::string& file, Problems* problems);
  /// The first half of it, which takes long and touches nothing: on any thread.
  struct Loaded {
    std::string file;
    /// When there is no file.
    std::string text;
    std::unique_ptr<TextFile> text_file;
    Problems problems;
    /// What it may name, also while it runs.
    FileScope scope;
    /// What it is run with.
    SessionOptions options;
    Result<std::shared_ptr<const world::World>> world = Error{"nothing was loaded"};
    /// Made by Build; nullptr: not yet.
    std::unique_ptr<Session> session;
  };
  static Loaded ReadWorld(const Parts& parts, const SessionOptions& options,
                          const std::string& file, const std::string& text);
  /// Makes the session, on any thread as well. What is found on the way goes to the problems of
  /// `loaded`.
  static Status Build(const Parts& parts, Loaded* loaded);
  /// The second half, which builds what is not built yet.
  Status Adopt(Loaded* loaded);
  void Unload();
  /// Who takes old sessions apart; nullptr: this does, at once.
  void set_dispose(std::function<void(std::shared_ptr<Session>)> dispose) {
    dispose_ = std::move(dispose);
  }
  /// What worlds are loaded with, from now on.
  void set_options(const SessionOptions& options) { options_ = options; }
  const SessionOptions& options() const { return options_; }

  const Parts& parts() const { return parts_; }
  /// nullptr: there is no world.
  Session* session() { return session_.get(); }
  const Session* session() const { return session_.get(); }
  /// That of the session, or one without topics.
  graph::Graph& graph();
  /// A topic of ours in it: its number.
  template <typename T>
  int Advertise(const char* topic, graph::TopicOptions options = {}) {
    const Result<int> id = graph().Advertise<T>(topic, options);
    SUREFOOT_CHECK(id.ok(), std::string("topic ") + topic);
    return id.value();
  }
  const std::string& world_file() const { return file_; }
  /// The text that the world was loaded from; empty: it was a file.
  const std::string& world_text() const { return text_; }

  Mode mode() const { return mode_; }
  void set_mode(Mode mode) { mode_ = mode; }

  Status Reset(std::uint8_t scope);
  Status SetSeed(std::uint64_t seed);
  Status SwitchEngine(const std::string& engine);
  /// Models that were not there at the start.
  std::vector<std::string> Spawned() const;

  /// In memory.
  Status SaveSnapshot(const std::string& name);
  Status RestoreSnapshot(const std::string& name);
  /// Of a file.
  Status RestoreSnapshot(Bytes bytes, const std::string& file);
  Status BranchSnapshot(const std::string& name, std::uint64_t seed);
  Status DeleteSnapshot(const std::string& name);
  struct Saved {
    sim::Snapshot snapshot;
    std::int64_t step = 0;
    double time = 0.0;
  };
  const std::map<std::string, Saved>& snapshots() const { return snapshots_; }

  /// A recording tells one run from one start. Where steps are counted anew it ends, and the next
  /// one begins: drive.mcap, drive-2.mcap.
  Status StartRecording(const std::string& file, const std::vector<std::string>& topics);
  Status StopRecording(std::vector<std::string>* notes);
  /// Empty: none.
  std::string recording() const;

  /// What clients said of entities.
  std::map<std::string, msgs::simulation_interfaces::EntityInfo>& infos() { return infos_; }

 private:
  void Drop();
  /// Ends the recording and begins the next one after `rewind` has changed the run.
  Status Rewind(const std::function<Status()>& rewind);
  /// Begins the file with that number of a recording; an empty name: there is none.
  Status RecordOn(const std::string& file, const std::vector<std::string>& topics, int part);
  Result<const Saved*> FindSnapshot(const std::string& name) const;

  Parts parts_;
  Listener listener_;
  std::function<void(std::shared_ptr<Session>)> dispose_;
  SessionOptions options_;
  std::unique_ptr<graph::Graph> idle_graph_;
  std::unique_ptr<Session> session_;
  std::string file_;
  std::string text_;
  std::unique_ptr<TextFile> text_file_;
  Mode mode_ = Mode::kNoWorld;
  std::vector<std::string> first_models_;
  std::map<std::string, Saved> snapshots_;
  std::map<std::string, msgs::simulation_interfaces::EntityInfo> infos_;
  /// Of the recording; the number of the file in a row.
  std::string record_file_;
  std::vector<std::string> record_topics_;
  int record_part_ = 1;
};

/// "stopped", "playing", "paused", "no_world".
std::string ModeName(Run::Mode mode);

}  // namespace surefoot::serve
