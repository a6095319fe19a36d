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

/// The answer to requests that need a world while none is loaded.
Error NoWorld();

/// The served world: loading and unloading, resets, snapshots, recordings. All functions run on the
/// server thread between two steps, except the static ones, which may run on any thread because
/// they touch nothing but their arguments. Loading a large world takes seconds, so it is split:
///
///   worker: loaded = Run::ReadWorld(parts, options, file, ""); Run::Build(parts, &loaded);
///   server: run.Adopt(&loaded);
class Run {
 public:
  /// Values of simulation_interfaces/SimulationState.
  enum class Mode : std::uint8_t { kStopped = 0, kPlaying = 1, kPaused = 2, kNoWorld = 4 };
  /// Bits of a reset's scope, from simulation_interfaces/ResetSimulation.
  static constexpr std::uint8_t kResetTime = 1;
  static constexpr std::uint8_t kResetState = 2;
  static constexpr std::uint8_t kResetSpawned = 4;
  static constexpr std::uint8_t kResetAll = 255;

  /// Called by Run when its graph changes; the server implements it.
  struct Listener {
    /// The old graph is about to be destroyed.
    std::function<void()> leave;
    /// Another graph exists.
    std::function<void()> enter;
    /// Time and step count were set: after a reset of time or a restore.
    std::function<void()> rewound;
    std::function<void(const std::string&)> log;
  };

  Run(const Parts& parts, Listener listener);
  ~Run();

  /// Replaces the present world, which stays if the new one cannot be loaded. The new world is
  /// stopped.
  Status Load(const std::string& file, Problems* problems);
  /// A world that is being loaded, as it passes between threads.
  struct Loaded {
    std::string file;
    /// The description's text, without a file.
    std::string text;
    std::unique_ptr<TextFile> text_file;
    Problems problems;
    /// Which files the world may refer to, also while it runs.
    FileScope scope;
    /// Options of the session.
    SessionOptions options;
    Result<std::shared_ptr<const world::World>> world = Error{"nothing was loaded"};
    /// Made by Build; nullptr before.
    std::unique_ptr<Session> session;
    /// It came from a client, not from a file that the owner has.
    bool is_foreign = false;
  };
  /// Reads a file, or `text` if `file` is empty. Slow; any thread.
  static Loaded ReadWorld(const Parts& parts, const SessionOptions& options,
                          const std::string& file, const std::string& text);
  /// Builds the session, including the engine's model. Slow; any thread. Findings go to the
  /// problems of `loaded`.
  static Status Build(const Parts& parts, Loaded* loaded);
  /// Puts the loaded world in place; builds the session if Build was not called.
  Status Adopt(Loaded* loaded);
  void Unload();
  /// Sets a function that destroys old sessions, which takes long for large worlds; nullptr to
  /// destroy them at once.
  void set_dispose(std::function<void(std::shared_ptr<Session>)> dispose) {
    dispose_ = std::move(dispose);
  }
  /// Options for worlds loaded from now on.
  void set_options(const SessionOptions& options) { options_ = options; }
  const SessionOptions& options() const { return options_; }

  const Parts& parts() const { return parts_; }
  /// nullptr if no world is loaded.
  Session* session() { return session_.get(); }
  const Session* session() const { return session_.get(); }
  /// The session's graph, or an empty one without topics of the world.
  graph::Graph& graph();
  /// Advertises a topic of the server in it and returns its number.
  template <typename T>
  int Advertise(const char* topic, graph::TopicOptions options = {}) {
    const Result<int> id = graph().Advertise<T>(topic, options);
    SUREFOOT_CHECK(id.ok(), std::string("topic ") + topic);
    return id.value();
  }
  const std::string& world_file() const { return file_; }
  /// The text from which the world was loaded; empty if it was a file.
  const std::string& world_text() const { return text_; }
  /// Whether the world came from a client. Its scripts and programs need consent, and its events
  /// may not call services of the owner.
  bool is_foreign() const { return is_foreign_; }

  Mode mode() const { return mode_; }
  void set_mode(Mode mode) { mode_ = mode; }

  /// Resets what `scope` names; 0 and all bits stand for everything.
  Status Reset(std::uint8_t scope);
  /// Resets the run with another seed.
  Status SetSeed(std::uint64_t seed);
  /// Continues the run on another engine. Snapshots in memory are lost.
  Status SwitchEngine(const std::string& engine);
  /// Names of the models added since the world was loaded.
  std::vector<std::string> Spawned() const;

  /// Snapshots in memory, by name.
  Status SaveSnapshot(const std::string& name);
  Status RestoreSnapshot(const std::string& name);
  /// Restores a snapshot read from a file; `file` is for messages.
  Status RestoreSnapshot(Bytes bytes, const std::string& file);
  /// Restores a snapshot and continues with other random numbers.
  Status BranchSnapshot(const std::string& name, std::uint64_t seed);
  Status DeleteSnapshot(const std::string& name);
  /// A snapshot with its step and time (s).
  struct Saved {
    sim::Snapshot snapshot;
    std::int64_t step = 0;
    double time = 0.0;
  };
  const std::map<std::string, Saved>& snapshots() const { return snapshots_; }

  /// A recording contains one run with increasing time. When time is set back, the file ends and
  /// the next part begins: drive.mcap, drive-2.mcap.
  /// `follow_links`: the owner's own file may be a symbolic link, one that a client named must not.
  Status StartRecording(const std::string& file, const std::vector<std::string>& topics,
                        bool follow_links = true);
  Status StopRecording(std::vector<std::string>* notes);
  /// The file of the present recording; empty if none.
  std::string recording() const;

  /// Information about entities set by clients (SetEntityInfo).
  std::map<std::string, msgs::simulation_interfaces::EntityInfo>& infos() { return infos_; }

 private:
  void Drop();
  /// Rewinds to the start of the run.
  Status Restart(const std::function<Status()>& restart);
  /// Closes the recording, calls `rewind`, and begins the recording's next part.
  Status Rewind(const std::function<Status()>& rewind);
  /// Begins part number `part` of a recording; does nothing if `file` is empty.
  Status RecordOn(const std::string& file, const std::vector<std::string>& topics, int part);
  Result<const Saved*> FindSnapshot(const std::string& name) const;

  Parts parts_;
  Listener listener_;
  std::function<void(std::shared_ptr<Session>)> dispose_;
  SessionOptions options_;
  /// For clients while no world is loaded.
  std::unique_ptr<graph::Graph> idle_graph_;
  std::unique_ptr<Session> session_;
  std::string file_;
  std::string text_;
  std::unique_ptr<TextFile> text_file_;
  bool is_foreign_ = false;
  Mode mode_ = Mode::kNoWorld;
  std::vector<std::string> first_models_;
  std::map<std::string, Saved> snapshots_;
  std::map<std::string, msgs::simulation_interfaces::EntityInfo> infos_;
  /// The recording's file as requested, its topics, and the number of its present part.
  std::string record_file_;
  std::vector<std::string> record_topics_;
  int record_part_ = 1;
};

/// "stopped", "playing", "paused", "no_world".
std::string ModeName(Run::Mode mode);

}  // namespace surefoot::serve
