#pragma once

/// The public C++ interface: open a world, step it, look, act. See examples/01_first_robot.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/formats/write.h"
#include "surefoot/record/recorder.h"
#include "surefoot/session/parts.h"
#include "surefoot/session/replayer.h"
#include "surefoot/session/run_watch.h"
#include "surefoot/sim/simulation.h"

namespace surefoot {

class RunRecorder;

struct SessionOptions {
  /// By name; empty: the first of the build, mujoco unless it was left out.
  std::string engine;
  /// Step in seconds; 0: as the world says (1 ms unless it says otherwise).
  double step = 0.0;
  std::uint64_t seed = 0;
  /// A named state of the file to start in; empty: its usual start.
  std::string keyframe;
  /// Who computes the contact of wheels with what cannot move: "engine", "tyre" or "soil"; empty:
  /// as the files say.
  std::string contact;
  /// Whether models that cannot touch each other move in engine instances of their own; absent: as
  /// prepare.cc says.
  std::optional<bool> islands;
  /// Threads that share the work of a step; 0: one per core. Results are the same for any number.
  int threads = 1;
  /// Where what the world loads later (models that events spawn, replays) may be (session/load.h).
  FileScope scope;
};

/// A world that is loaded and can run. Names are "model::link" and "model::joint"; the model may
/// be left out where the name is unique. Not thread-safe.
class Session {
 public:
  /// Loads a world or model file. All findings, warnings included, go to `problems` when given.
  static Result<std::unique_ptr<Session>> Open(const Parts& parts, const std::string& file,
                                               const SessionOptions& options = {},
                                               Problems* problems = nullptr);
  /// The same of a world that was loaded from that file before, by LoadForSession or LoadWorld.
  static Result<std::unique_ptr<Session>> FromWorld(const Parts& parts,
                                                    std::shared_ptr<const world::World> world,
                                                    const std::string& file,
                                                    const SessionOptions& options = {},
                                                    Problems* problems = nullptr);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Advances by that many steps, or by simulated seconds (rounded to whole steps).
  Status Step(std::int64_t steps = 1);
  Status RunFor(double seconds);

  /// Simulated time in seconds.
  double time() const { return ToSeconds(simulation_->time_ns()); }

  /// Pose and velocity of a link's frame in the world.
  Result<RigidTransform> LinkPose(const std::string& link) const;
  Result<Twist> LinkVelocity(const std::string& link) const;
  /// Position (rad or m), velocity and motor effort of a joint's axis.
  Result<double> JointPosition(const std::string& joint, int axis = 0) const;
  Result<double> JointVelocity(const std::string& joint, int axis = 0) const;
  Result<double> JointEffort(const std::string& joint, int axis = 0) const;

  /// Commands hold until replaced; SetFree lets the joint move freely.
  Status SetVelocity(const std::string& joint, double velocity, int axis = 0);
  Status SetPosition(const std::string& joint, double position, int axis = 0);
  Status SetEffort(const std::string& joint, double effort, int axis = 0);
  Status SetFree(const std::string& joint, int axis = 0);

  /// A force (N) and torque (N m) in the world's axes at the link's origin, for some seconds.
  Status Push(const std::string& link, const Vector3d& force_W, const Vector3d& torque_W,
              double seconds);
  Status SetGravity(const Vector3d& gravity_W);
  Status Teleport(const std::string& model, const RigidTransform& X_WM);

  /// Sends a message, a command to a drive: Publish("/husky/cmd_vel", twist).
  template <typename T>
  Status Publish(const std::string& topic, const T& message) {
    sim::TopicMessage input;
    input.topic = topic;
    input.type = T::type().name;
    msgs::Encode(message, &input.cdr);
    return simulation_->Apply(input);
  }
  /// Calls `receive` with each message of a topic from now on, as long as the subscription is
  /// kept.
  template <typename T>
  graph::Subscription Subscribe(const std::string& topic, std::function<void(const T&)> receive) {
    return simulation_->graph().Subscribe(
        topic, [receive = std::move(receive)](const graph::Delivery& delivery) {
          if (const T* message = delivery.As<T>()) receive(*message);
        });
  }

  /// Adds a model from a file, folder or URI under a new name; takes one away.
  Status Spawn(const std::string& file, const std::string& name, const RigidTransform& X_WM);
  Status Remove(const std::string& model);
  /// Holds two links together as they are now; lets go.
  Status Attach(const std::string& name, const std::string& link_a, const std::string& link_b);
  Status Detach(const std::string& name);

  /// Back to the start.
  Status Reset() { return simulation_->machine().Reset(); }
  /// In memory, or as a file that a session of the same world, engine and step can restore.
  sim::Snapshot Save() const { return simulation_->machine().Save(); }
  Status Restore(const sim::Snapshot& snapshot) { return simulation_->machine().Restore(snapshot); }
  Status SaveFile(const std::string& path) const;
  Status RestoreFile(const std::string& path);
  /// Writes the world as it is now, spawned and removed models included, as a file to be opened
  /// again (PresentWorld in save.h says what of the motion is kept).
  Status SaveWorldFile(const std::string& path, const formats::WriteOptions& options = {}) const;

  /// Records from here on, until StopRecording or the end of the session, into an MCAP file; a
  /// path that is a folder or ends in .csv gives tables (record/recorder.h).
  Status Record(const std::string& path, const record::RecordOptions& options = {});
  /// What could not be recorded as asked goes to `notes` when given.
  Status StopRecording(std::vector<std::string>* notes = nullptr);

  /// Gives the commands of a recording to this run, at their times, from the next step on.
  Result<ReplayPlan> Replay(const std::string& path, const ReplayChoice& choice = {});

  /// What came up on the way, once each: tyres that are too stiff for the step, events that failed.
  const std::vector<std::string>& warnings() const { return watch_.warnings(); }

  const Parts& parts() const { return parts_; }
  /// The world's file, as it was given.
  const std::string& file() const { return file_; }
  bool recording() const { return recorder_ != nullptr; }
  sim::Simulation& simulation() { return *simulation_; }
  const sim::Simulation& simulation() const { return *simulation_; }
  const world::World& world() const { return simulation_->world(); }

 private:
  Session(const Parts& parts, std::string file, std::unique_ptr<sim::Simulation> simulation);

  Status Command(const std::string& joint, int axis, physics::ControlMode mode, double target);
  Result<int> FindAxis(const std::string& joint, int axis) const;

  Parts parts_;
  FileScope scope_;
  std::string file_;
  std::unique_ptr<sim::Simulation> simulation_;
  std::unique_ptr<RunRecorder> recorder_;
  std::unique_ptr<Replayer> replayer_;
  RunWatch watch_;
};

}  // namespace surefoot
