#include "surefoot/serve/run.h"

#include <algorithm>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"

namespace surefoot::serve {
namespace {

/// Snapshots in memory; each holds the complete state of the world.
constexpr std::size_t kMaxSnapshots = 1000;

/// File of a part of a recording: "drive-2.mcap" for "drive.mcap" and 2.
std::string PartName(const std::string& file, int part) {
  if (part == 1) return file;
  const bool is_folder = !file.empty() && file.back() == '/';
  const std::filesystem::path path(is_folder ? file.substr(0, file.size() - 1) : file);
  const std::string name =
      path.stem().string() + "-" + std::to_string(part) + path.extension().string();
  return (path.parent_path() / name).string() + (is_folder ? "/" : "");
}

}  // namespace

Error NoWorld() { return Error{"no world is loaded; load one first"}; }

std::string ModeName(Run::Mode mode) {
  switch (mode) {
    case Run::Mode::kStopped:
      return "stopped";
    case Run::Mode::kPlaying:
      return "playing";
    case Run::Mode::kPaused:
      return "paused";
    case Run::Mode::kNoWorld:
      break;
  }
  return "no_world";
}

Run::Run(const Parts& parts, Listener listener)
    : parts_(parts),
      listener_(std::move(listener)),
      idle_graph_(std::make_unique<graph::Graph>()) {}

Run::~Run() = default;

graph::Graph& Run::graph() {
  return session_ != nullptr ? session_->simulation().graph() : *idle_graph_;
}

Status Run::Load(const std::string& file, Problems* problems) {
  Loaded loaded = ReadWorld(parts_, options_, file, "");
  const Status status = Adopt(&loaded);
  *problems = loaded.problems;
  return status;
}

Run::Loaded Run::ReadWorld(const Parts& parts, const SessionOptions& options,
                           const std::string& file, const std::string& text) {
  Loaded loaded;
  loaded.file = file;
  loaded.text = file.empty() ? text : "";
  std::string path = file;
  if (file.empty()) {
    Result<TextFile> written = TextFile::Write(text);
    if (!written.ok()) {
      loaded.world = written.error();
      return loaded;
    }
    loaded.text_file = std::make_unique<TextFile>(std::move(written).value());
    path = loaded.text_file->path();
  }
  loaded.scope = file.empty() ? options.scope.With(path) : options.scope;
  loaded.options = options;
  loaded.options.scope = loaded.scope;
  loaded.world = LoadForSession(parts, path, &loaded.problems, options.keyframe, options.contact,
                                loaded.scope, options.ros_parameters);
  return loaded;
}

Status Run::Build(const Parts& parts, Loaded* loaded) {
  if (!loaded->world.ok()) return loaded->world.error();
  const std::string path = loaded->text_file != nullptr ? loaded->text_file->path() : loaded->file;
  Result<std::unique_ptr<Session>> opened =
      Session::FromWorld(parts, loaded->world.value(), path, loaded->options, &loaded->problems);
  if (!opened.ok()) return opened.error();
  loaded->session = std::move(opened).value();
  return Status();
}

Status Run::Adopt(Loaded* loaded) {
  // A client chose another engine or seed while the world was being built: build it again.
  const bool is_old =
      loaded->options.engine != options_.engine || loaded->options.seed != options_.seed;
  if (is_old) {
    loaded->session = nullptr;
    loaded->options.engine = options_.engine;
    loaded->options.seed = options_.seed;
  }
  if (loaded->session == nullptr) {
    const Status built = Build(parts_, loaded);
    if (!built.ok()) return built;
  }
  const std::string record = record_file_;
  const std::vector<std::string> topics = record_topics_;
  const int part = record_part_ + 1;
  listener_.leave();
  Drop();
  session_ = std::move(loaded->session);
  file_ = loaded->file;
  text_ = std::move(loaded->text);
  text_file_ = std::move(loaded->text_file);
  is_foreign_ = loaded->is_foreign;
  mode_ = Mode::kStopped;
  for (const world::ModelInstance& model : session_->world().spec().models) {
    first_models_.push_back(model.name);
  }
  listener_.enter();
  return RecordOn(record, topics, part);
}

Status Run::RecordOn(const std::string& file, const std::vector<std::string>& topics, int part) {
  if (file.empty()) return Status();
  // Existing files of that name, such as parts of an earlier recording, are kept. A link counts as
  // one, also if its target does not exist: it would be created.
  namespace fs = std::filesystem;
  std::error_code error;
  while (part > 1 && fs::exists(fs::symlink_status(PartName(file, part), error))) ++part;
  const Status status = StartRecording(PartName(file, part), topics, /*follow_links=*/part == 1);
  if (!status.ok()) return status;
  record_file_ = file;
  record_part_ = part;
  return Status();
}

void Run::Unload() {
  if (session_ == nullptr) return;
  listener_.leave();
  Drop();
  listener_.enter();
}

/// Destroys the session and everything that belongs to it. The recording is closed first, while the
/// graph exists.
void Run::Drop() {
  const Status status = StopRecording(nullptr);
  if (!status.ok()) listener_.log(status.error().message);
  if (dispose_ && session_ != nullptr) {
    dispose_(std::move(session_));
  }
  session_ = nullptr;
  file_.clear();
  text_.clear();
  text_file_ = nullptr;
  is_foreign_ = false;
  first_models_.clear();
  snapshots_.clear();
  infos_.clear();
  mode_ = Mode::kNoWorld;
}

Status Run::Rewind(const std::function<Status()>& rewind) {
  if (session_ == nullptr) return NoWorld();
  const std::string record = record_file_;
  const std::vector<std::string> topics = record_topics_;
  const int part = record_part_ + 1;
  Status stopped = StopRecording(nullptr);
  const Status status = rewind();
  // The recording continues in a new file even if the rewind failed.
  if (stopped.ok()) stopped = RecordOn(record, topics, part);
  if (status.ok()) listener_.rewound();
  if (!status.ok()) return status;
  return stopped.ok() ? Status() : Status(stopped.error().Within("the recording ended"));
}

std::vector<std::string> Run::Spawned() const {
  std::vector<std::string> spawned;
  if (session_ == nullptr) return spawned;
  for (const world::ModelInstance& model : session_->world().spec().models) {
    const bool first =
        std::find(first_models_.begin(), first_models_.end(), model.name) != first_models_.end();
    if (!first) spawned.push_back(model.name);
  }
  return spawned;
}

Status Run::Reset(std::uint8_t scope) {
  if (session_ == nullptr) return NoWorld();
  constexpr std::uint8_t kKnown = kResetTime | kResetState | kResetSpawned;
  if (scope == 0 || (scope & kKnown) == kKnown) {
    infos_.clear();
    return Restart([this] { return session_->Reset(); });
  }
  if ((scope & kResetSpawned) != 0) {
    for (const std::string& model : Spawned()) {
      const Status status = session_->Remove(model);
      if (!status.ok()) return status;
      infos_.erase(model);
    }
  }
  if ((scope & kResetState) != 0) {
    const Status status = session_->simulation().Apply(sim::StateReset{});
    if (!status.ok()) return status;
  }
  if ((scope & kResetTime) == 0) return Status();
  return Rewind([this] { return session_->simulation().machine().ResetTime(); });
}

/// Controllers that clients have loaded or switched keep their states: nodes of ROS do not spawn
/// them again. The states are an input of the new run, and part of its recording.
Status Run::Restart(const std::function<Status()>& restart) {
  sim::Simulation& simulation = session_->simulation();
  const std::vector<sim::ControllerChange> states = simulation.machine().ChangedControllers();
  SUREFOOT_TRY(Rewind(restart));
  for (const sim::ControllerChange& change : states) {
    // A robot that was spawned does not exist any more.
    if (simulation.world().FindModel(change.model) >= 0) SUREFOOT_TRY(simulation.Apply(change));
  }
  return Status();
}

Status Run::SetSeed(std::uint64_t seed) {
  const Status status =
      Restart([&] { return session_->simulation().machine().ResetWithSeed(seed); });
  if (status.ok()) options_.seed = seed;
  return status;
}

Status Run::SwitchEngine(const std::string& engine) {
  if (session_ == nullptr) return NoWorld();
  const physics::BackendFactory* factory = parts_.FindEngine(engine);
  if (engine.empty() || factory == nullptr) return parts_.NoSuchEngine(engine);
  if (engine == session_->simulation().machine().engine().name) {
    return Error{"the world runs on '" + engine + "' already"};
  }
  const Status status =
      Rewind([&] { return session_->simulation().machine().SwitchEngine(*factory); });
  if (!status.ok()) return status;
  options_.engine = engine;
  // Snapshots contain the internal state of the old engine.
  snapshots_.clear();
  return Status();
}

Status Run::SaveSnapshot(const std::string& name) {
  if (session_ == nullptr) return NoWorld();
  if (name.empty()) return Error{"a snapshot needs a name, a file or both"};
  if (snapshots_.size() >= kMaxSnapshots && snapshots_.count(name) == 0) {
    return Error{"there are " + std::to_string(kMaxSnapshots) +
                 " snapshots already, which is the limit; delete some first"};
  }
  const sim::Simulation& simulation = session_->simulation();
  snapshots_[name] = {simulation.machine().Save(), simulation.step_count(),
                      ToSeconds(simulation.time_ns())};
  return Status();
}

Result<const Run::Saved*> Run::FindSnapshot(const std::string& name) const {
  const auto found = snapshots_.find(name);
  if (found != snapshots_.end()) return &found->second;
  const std::string names = Joined(snapshots_, [](const auto& entry) { return entry.first; });
  return Error{"unknown snapshot '" + name + "'; there are: " + (names.empty() ? "none" : names)};
}

Status Run::RestoreSnapshot(Bytes bytes, const std::string& file) {
  if (session_ == nullptr) return NoWorld();
  sim::Snapshot snapshot;
  snapshot.world = session_->simulation().shared_world();
  snapshot.bytes = std::move(bytes);
  return Within(file, Rewind([&] { return session_->Restore(snapshot); }));
}

Status Run::RestoreSnapshot(const std::string& name) {
  if (session_ == nullptr) return NoWorld();
  if (name.empty()) return Error{"give the name of a snapshot, or a file"};
  const Result<const Saved*> saved = FindSnapshot(name);
  if (!saved.ok()) return saved.error();
  return Rewind([&] { return session_->Restore(saved.value()->snapshot); });
}

Status Run::BranchSnapshot(const std::string& name, std::uint64_t seed) {
  if (session_ == nullptr) return NoWorld();
  const Result<const Saved*> saved = FindSnapshot(name);
  if (!saved.ok()) return saved.error();
  return Rewind(
      [&] { return session_->simulation().machine().Branch(saved.value()->snapshot, seed); });
}

Status Run::DeleteSnapshot(const std::string& name) {
  const Result<const Saved*> saved = FindSnapshot(name);
  if (!saved.ok()) return saved.error();
  snapshots_.erase(name);
  return Status();
}

Status Run::StartRecording(const std::string& file, const std::vector<std::string>& topics,
                           bool follow_links) {
  if (session_ == nullptr) return NoWorld();
  if (file.empty()) return Error{"a recording needs a file"};
  if (!record_file_.empty()) return Error{"a recording is under way: " + recording()};
  record::RecordOptions options;
  options.filter.topics = topics;
  options.follow_links = follow_links;
  const Status status = session_->Record(file, options);
  if (!status.ok()) return status;
  record_file_ = file;
  record_topics_ = topics;
  record_part_ = 1;
  return Status();
}

Status Run::StopRecording(std::vector<std::string>* notes) {
  record_file_.clear();
  return session_ == nullptr ? Status() : session_->StopRecording(notes);
}

std::string Run::recording() const {
  return record_file_.empty() ? "" : PartName(record_file_, record_part_);
}

}  // namespace surefoot::serve
