#pragma once

/// The public C++ interface: open a world, step it, observe, act. See examples/01_first_robot.
///
///   auto session = SUREFOOT_TRY(Session::Open(BuiltinParts(), "husky_lab"));
///   SUREFOOT_TRY(session->SetVelocity("husky::front_left_wheel", 3.0));
///   SUREFOOT_TRY(session->RunFor(1.0));
///   Result<RigidTransform> X_WL = session->LinkPose("husky::base_link");

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
  /// Name of the engine; empty: the first of the build (mujoco, unless it was left out).
  std::string engine;
  /// Step size (s); 0: that of the world (1 ms by default).
  double step = 0.0;
  std::uint64_t seed = 0;
  /// A named state of the file to start in; empty: its usual start.
  std::string keyframe;
  /// Contact model of wheels with static shapes: "engine", "tyre" or "soil"; empty: that of the
  /// files.
  std::string contact;
  /// Parameter file of ros2_control for the robots of the world, also those that are spawned
  /// (session/ros_parameters.h); empty: none besides those that their files name.
  std::string ros_parameters;
  /// Whether models that cannot touch each other are simulated by separate engine instances;
  /// absent: the default in prepare.cc.
  std::optional<bool> islands;
  /// Threads that share the work of a step; 0: one for each core. Results do not depend on it.
  int threads = 1;
  /// Where files that are loaded later (spawned models, replays) may be (session/load.h).
  FileScope scope;
  /// sim::SimulationOptions::dispose.
  std::function<void(std::shared_ptr<void> parts)> dispose = {};
};

/// A loaded world that can run. Names are "model::link" and "model::joint"; the model may be
/// omitted if the name is unique. Not thread-safe.
class Session {
 public:
  /// Loads a world or model file. All problems, including warnings, are added to `problems` if
  /// given.
  static Result<std::unique_ptr<Session>> Open(const Parts& parts, const std::string& file,
                                               const SessionOptions& options = {},
                                               Problems* problems = nullptr);
  /// The same for a world that was loaded from that file by LoadForSession or LoadWorld.
  static Result<std::unique_ptr<Session>> FromWorld(const Parts& parts,
                                                    std::shared_ptr<const world::World> world,
                                                    const std::string& file,
                                                    const SessionOptions& options = {},
                                                    Problems* problems = nullptr);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Advances by a number of steps, or by simulated seconds (rounded to whole steps).
  Status Step(std::int64_t steps = 1);
  Status RunFor(double seconds);

  /// Simulated time (s).
  double time() const { return ToSeconds(simulation_->time_ns()); }

  /// Pose and velocity of a link's frame in the world (m, m/s, rad/s).
  Result<RigidTransform> LinkPose(const std::string& link) const;
  Result<Twist> LinkVelocity(const std::string& link) const;
  /// Position (rad or m), velocity and motor effort (N m or N) of a joint's axis.
  Result<double> JointPosition(const std::string& joint, int axis = 0) const;
  Result<double> JointVelocity(const std::string& joint, int axis = 0) const;
  Result<double> JointEffort(const std::string& joint, int axis = 0) const;

  /// Commands hold until replaced; SetFree lets the joint move without motor.
  Status SetVelocity(const std::string& joint, double velocity, int axis = 0);
  Status SetPosition(const std::string& joint, double position, int axis = 0);
  Status SetEffort(const std::string& joint, double effort, int axis = 0);
  Status SetFree(const std::string& joint, int axis = 0);

  /// Applies a force (N) and torque (N m), in world axes at the link's origin, for some seconds.
  Status Push(const std::string& link, const Vector3d& force_W, const Vector3d& torque_W,
              double seconds);
  Status SetGravity(const Vector3d& gravity_W);
  Status Teleport(const std::string& model, const RigidTransform& X_WM);

  /// Sends a message, e.g. a command to a drive: Publish("/husky/cmd_vel", twist).
  template <typename T>
  Status Publish(const std::string& topic, const T& message) {
    sim::TopicMessage input;
    input.topic = topic;
    input.type = T::type().name;
    msgs::Encode(message, &input.cdr);
    return simulation_->Apply(input);
  }
  /// Calls `receive` with each message of a topic from now on, as long as the subscription exists.
  template <typename T>
  graph::Subscription Subscribe(const std::string& topic, std::function<void(const T&)> receive) {
    return simulation_->graph().Subscribe(
        topic, [receive = std::move(receive)](const graph::Delivery& delivery) {
          if (const T* message = delivery.As<T>()) receive(*message);
        });
  }

  /// Adds a model from a file, folder or URI under a new name; removes a model.
  Status Spawn(const std::string& file, const std::string& name, const RigidTransform& X_WM);
  Status Remove(const std::string& model);
  /// Attaches two links to each other at their present relative pose; detaches them.
  Status Attach(const std::string& name, const std::string& link_a, const std::string& link_b);
  Status Detach(const std::string& name);

  /// Returns to the start.
  Status Reset() { return simulation_->machine().Reset(); }
  /// Saves the state in memory, or in a file that a session with the same world, engine and step
  /// size can restore.
  sim::Snapshot Save() const { return simulation_->machine().Save(); }
  Status Restore(const sim::Snapshot& snapshot) { return simulation_->machine().Restore(snapshot); }
  Status SaveFile(const std::string& path) const;
  Status RestoreFile(const std::string& path);
  /// Writes the world in its present state, with spawned and without removed models, to a file that
  /// can be opened again (PresentWorld in save.h states what is kept of the motion).
  Status SaveWorldFile(const std::string& path, const formats::WriteOptions& options = {}) const;

  /// Records from now on, until StopRecording or the end of the session, to an MCAP file; a folder
  /// or a path ending in .csv gives tables (record/recorder.h).
  Status Record(const std::string& path, const record::RecordOptions& options = {});
  /// What could not be recorded as requested is added to `notes` if given.
  Status StopRecording(std::vector<std::string>* notes = nullptr);

  /// Applies the commands of a recording to this run, at their times, from the next step on.
  Result<ReplayPlan> Replay(const std::string& path, const ReplayChoice& choice = {});

  /// Warnings so far, each once: tyres too stiff for the step size, failed events.
  const std::vector<std::string>& warnings() const { return watch_.warnings(); }
  /// Sets what decides whether an event of the world may call a service; a server must, because the
  /// world may come from a client.
  void set_permit_calls(RunWatch::Permit permit) { watch_.set_permit(std::move(permit)); }

  const Parts& parts() const { return parts_; }
  /// The world's file, as given.
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
