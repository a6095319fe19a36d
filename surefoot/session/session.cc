#include "surefoot/session/session.h"

#include <cmath>
#include <map>
#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/session/load.h"
#include "surefoot/session/ros_parameters.h"
#include "surefoot/session/run_recorder.h"
#include "surefoot/session/save.h"
#include "surefoot/session/snapshot_file.h"

// The public API: each function checks names and returns an error, so that programs need no checks
// of their own.

namespace surefoot {

using physics::ControlMode;

namespace {

/// From 2^53 on, a double cannot represent every integer.
constexpr double kMaxSteps = 9007199254740992.0;

/// Each file is read once, so that what an event spawns does not change during a session.
std::function<Result<sim::Spawn>(const std::string&)> SpawnLoader(const Parts& parts,
                                                                  const FileScope& scope) {
  auto known = std::make_shared<std::map<std::string, LoadedModel>>();
  return [parts, scope, known](const std::string& uri) -> Result<sim::Spawn> {
    auto found = known->find(uri);
    if (found == known->end()) {
      LoadedModel loaded = SUREFOOT_TRY(LoadForSpawn(parts, uri, nullptr, scope));
      found = known->emplace(uri, std::move(loaded)).first;
    }
    return sim::Spawn{world::ModelInstance{"", RigidTransform(), found->second.model},
                      found->second.grounds};
  };
}

}  // namespace

Session::Session(const Parts& parts, std::string file, std::unique_ptr<sim::Simulation> simulation)
    : parts_(parts), file_(std::move(file)), simulation_(std::move(simulation)) {}

Session::~Session() { simulation_->set_observer(nullptr); }

Result<std::unique_ptr<Session>> Session::Open(const Parts& parts, const std::string& file,
                                               const SessionOptions& options, Problems* problems) {
  if (parts.FindEngine(options.engine) == nullptr) return parts.NoSuchEngine(options.engine);
  Problems own;
  Problems* all = problems != nullptr ? problems : &own;
  return FromWorld(parts,
                   SUREFOOT_TRY(LoadForSession(parts, file, all, options.keyframe, options.contact,
                                               options.scope, options.ros_parameters)),
                   file, options, all);
}

Result<std::unique_ptr<Session>> Session::FromWorld(const Parts& parts,
                                                    std::shared_ptr<const world::World> world,
                                                    const std::string& file,
                                                    const SessionOptions& options,
                                                    Problems* problems) {
  const physics::BackendFactory* engine = parts.FindEngine(options.engine);
  if (engine == nullptr) return parts.NoSuchEngine(options.engine);
  sim::SimulationOptions simulation_options;
  simulation_options.engine = *engine;
  simulation_options.engines = parts.Choice();
  simulation_options.sensors = parts.sensors;
  simulation_options.drives = parts.drives;
  simulation_options.referee = parts.referee;
  simulation_options.step = options.step;
  simulation_options.seed = options.seed;
  if (!options.ros_parameters.empty()) {
    simulation_options.adapt_model =
        [parameters = SUREFOOT_TRY(RosParameters::Read(options.ros_parameters))](
            std::shared_ptr<const world::Model> model) {
          return parameters.AddedTo(std::move(model));
        };
  }
  simulation_options.islands = options.islands;
  simulation_options.threads = options.threads;
  simulation_options.load_model = SpawnLoader(parts, options.scope);
  simulation_options.dispose = options.dispose;
  Result<std::unique_ptr<sim::Simulation>> simulation =
      sim::Simulation::Make(world, std::move(simulation_options), problems);
  if (problems != nullptr) {
    plugins::ReportPlugins(world->spec(), sensors::SpellingsOf(parts.sensors), problems);
    if (!problems->ok()) return LoadError(file, *problems);
  }
  if (!simulation.ok()) return simulation.error().Within("cannot run '" + file + "'");
  auto session = std::unique_ptr<Session>(new Session(parts, file, std::move(simulation).value()));
  session->scope_ = options.scope;
  return session;
}

// Replayed inputs before each step, services that events call after it.
Status Session::Step(std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i) {
    Status status = replayer_ != nullptr ? replayer_->Update(simulation_.get()) : Status();
    if (status.ok()) status = simulation_->Step();
    if (!status.ok()) return status;
    if (recorder_ != nullptr && !recorder_->status().ok()) return recorder_->status();
    watch_.CallServices(simulation_.get());
  }
  watch_.Look(simulation_.get());
  return Status();
}

// The nearest number of steps.
Status Session::RunFor(double seconds) {
  const double steps = seconds / simulation_->step_size();
  if (!(steps >= 0.0 && steps < kMaxSteps)) {
    return Error{"cannot run for " + NumberText(seconds, 6) + " seconds"};
  }
  return Step(std::llround(steps));
}

Result<RigidTransform> Session::LinkPose(const std::string& link) const {
  const int id = world().FindLink(link);
  if (id < 0) return Error{"there is no link '" + link + "' (write model::link)"};
  return simulation_->state().X_WL[At(id)];
}

Result<Twist> Session::LinkVelocity(const std::string& link) const {
  const int id = world().FindLink(link);
  if (id < 0) return Error{"there is no link '" + link + "' (write model::link)"};
  return simulation_->state().V_WL_W[At(id)];
}

/// The joint's id, if it exists and has that axis.
Result<int> Session::FindAxis(const std::string& joint, int axis) const {
  const int id = world().FindJoint(joint);
  if (id < 0) return Error{"there is no joint '" + joint + "' (write model::joint)"};
  const world::JointLayout& layout = world().joint(id);
  if (axis < 0 || axis >= layout.v_count || layout.q_count != layout.v_count) {
    return Error{"joint '" + joint + "' has no axis " + std::to_string(axis)};
  }
  return id;
}

Result<double> Session::JointPosition(const std::string& joint, int axis) const {
  const Result<int> id = FindAxis(joint, axis);
  return id.ok() ? simulation_->state().q[At(world().joint(*id).q + axis)]
                 : Result<double>(id.error());
}

Result<double> Session::JointVelocity(const std::string& joint, int axis) const {
  const Result<int> id = FindAxis(joint, axis);
  return id.ok() ? simulation_->state().v[At(world().joint(*id).v + axis)]
                 : Result<double>(id.error());
}

Result<double> Session::JointEffort(const std::string& joint, int axis) const {
  const Result<int> id = FindAxis(joint, axis);
  return id.ok() ? simulation_->state().effort[At(world().joint(*id).v + axis)]
                 : Result<double>(id.error());
}

Status Session::Command(const std::string& joint, int axis, ControlMode mode, double target) {
  return simulation_->Apply(sim::JointCommand{joint, axis, mode, target});
}

Status Session::SetVelocity(const std::string& joint, double velocity, int axis) {
  return Command(joint, axis, ControlMode::kVelocity, velocity);
}

Status Session::SetPosition(const std::string& joint, double position, int axis) {
  return Command(joint, axis, ControlMode::kPosition, position);
}

Status Session::SetEffort(const std::string& joint, double effort, int axis) {
  return Command(joint, axis, ControlMode::kEffort, effort);
}

Status Session::SetFree(const std::string& joint, int axis) {
  return Command(joint, axis, ControlMode::kNone, 0.0);
}

Status Session::Push(const std::string& link, const Vector3d& force_W, const Vector3d& torque_W,
                     double seconds) {
  const double steps = seconds / simulation_->step_size();
  if (!(steps >= 0.0 && steps < kMaxSteps)) {
    return Error{"cannot push '" + link + "' for " + NumberText(seconds, 6) + " seconds"};
  }
  sim::LinkWrench wrench;
  wrench.link = link;
  wrench.F_L_W.force = force_W;
  wrench.F_L_W.torque = torque_W;
  wrench.steps = std::llround(steps);
  return simulation_->Apply(wrench);
}

Status Session::SetGravity(const Vector3d& gravity_W) {
  return simulation_->Apply(sim::GravityChange{gravity_W});
}

Status Session::Teleport(const std::string& model, const RigidTransform& X_WM) {
  return simulation_->Apply(sim::Teleport{model, X_WM});
}

Status Session::Spawn(const std::string& file, const std::string& name,
                      const RigidTransform& X_WM) {
  LoadedModel loaded = SUREFOOT_TRY(LoadForSpawn(parts_, file, nullptr, scope_));
  return simulation_->Apply(
      sim::Spawn{world::ModelInstance{name, X_WM, loaded.model}, loaded.grounds});
}

Status Session::Remove(const std::string& model) { return simulation_->Apply(sim::Remove{model}); }

Status Session::Attach(const std::string& name, const std::string& link_a,
                       const std::string& link_b) {
  return simulation_->Apply(sim::Attach{name, link_a, link_b});
}

Status Session::Detach(const std::string& name) { return simulation_->Apply(sim::Detach{name}); }

Status Session::SaveFile(const std::string& path) const {
  return WriteSnapshotFile(path, simulation_->machine().Save());
}

Status Session::SaveWorldFile(const std::string& path, const formats::WriteOptions& options) const {
  return formats::WriteFile(parts_.formats, PresentWorld(world(), simulation_->state()), path,
                            options);
}

Status Session::RestoreFile(const std::string& path) {
  Bytes bytes = SUREFOOT_TRY(ReadSnapshotFile(path));
  sim::Snapshot snapshot;
  snapshot.world = simulation_->shared_world();
  snapshot.bytes = std::move(bytes);
  const Status status = simulation_->machine().Restore(snapshot);
  return status.ok() ? status : Status(status.error().Within(path));
}

Status Session::Record(const std::string& path, const record::RecordOptions& options) {
  recorder_ = SUREFOOT_TRY(RunRecorder::Open(path, options, file_, *simulation_));
  simulation_->set_observer(recorder_.get());
  return Status();
}

Result<ReplayPlan> Session::Replay(const std::string& path, const ReplayChoice& choice) {
  Result<std::unique_ptr<Replayer>> replayer = Replayer::Open(
      path, choice, *simulation_, [this](const std::string& file, const std::string& text) {
        return text.empty() ? LoadForSpawn(parts_, file, nullptr, scope_)
                            : LoadTextForSpawn(parts_, text, nullptr, scope_);
      });
  if (!replayer.ok()) return replayer.error();
  replayer_ = std::move(replayer).value();
  simulation_->editor().set_events_publish(!replayer_->is_run());
  const std::string& damage = replayer_->plan().damage;
  if (!damage.empty()) watch_.Warn("the replay ends early: " + damage);
  return replayer_->plan();
}

Status Session::StopRecording(std::vector<std::string>* notes) {
  if (recorder_ == nullptr) return Status();
  simulation_->set_observer(nullptr);
  const Status status = recorder_->Close();
  if (notes != nullptr) *notes = recorder_->notes();
  recorder_ = nullptr;
  return status;
}

}  // namespace surefoot
