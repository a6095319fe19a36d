#pragma once

/// Subscriptions of drives to command topics.

#include <string>
#include <utility>
#include <vector>

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// The subscriptions of a drive, and statistics of rejected messages. Messages are delivered
/// between two steps on the thread that steps, so no locks are needed.
///   input_.Listen<Float64>(args, "command_topic", topic,
///                          [this](const Float64& m, SimTimeNs t) -> std::string {
///                            if (!std::isfinite(m.data)) return "the target is not finite";
///                            Set(m.data, t);
///                            return {};
///                          });
class CommandInput {
 public:
  /// Calls `take(message, time_ns)` for every message of type T on the topic. `take` returns why it
  /// rejects the message, or an empty string. An invalid topic is reported at `child`.
  template <typename T, typename F>
  void Listen(const DriveArgs& args, const std::string& child, const std::string& topic, F take) {
    const Result<int> advertised =
        args.graph->Advertise<T>(topic, {.reliable = true, .open = true});
    if (!advertised.ok()) {
      args.element.Error(child, advertised.error().message, topic);
      return;
    }
    subscriptions_.push_back(args.graph->Subscribe(
        topic,
        [this, accepts = args.accepts, take = std::move(take)](const graph::Delivery& delivery) {
          const T* message = delivery.As<T>();
          if (message == nullptr) return;
          if (accepts != nullptr && !*accepts) return Note("the controller is not active");
          Note(take(*message, delivery.time_ns()));
        }));
  }

  /// Whether a message was accepted since the last call.
  bool TakeNew() { return std::exchange(new_, false); }

  const RefusedMessages& refused() const { return refused_; }
  void Archive(StateArchive* archive) { archive->Items(&refused_.count, &refused_.last, &new_); }

 private:
  void Note(const std::string& problem);

  std::vector<graph::Subscription> subscriptions_;
  RefusedMessages refused_;
  bool new_ = false;
};

/// A planar velocity in the base's frame: x forward and y to the left (m/s), turn to the left
/// (rad/s).
struct PlanarTwist {
  double x = 0.0;
  double y = 0.0;
  double turn = 0.0;
};

/// Twists from <cmd_topic>s and <stamped_cmd_topic>s, with <cmd_vel_timeout>: a robot whose
/// controller stops sending must stop.
class TwistInput {
 public:
  explicit TwistInput(const DriveArgs& args);
  // Not movable: subscriptions hold a pointer to it.
  TwistInput(const TwistInput&) = delete;
  TwistInput& operator=(const TwistInput&) = delete;

  CommandInput& input() { return input_; }
  const CommandInput& input() const { return input_; }

  /// The last command; zero when it is older than the timeout.
  PlanarTwist At(SimTimeNs time_ns) const { return Expired(time_ns) ? PlanarTwist() : command_; }
  bool Expired(SimTimeNs time_ns) const {
    return timeout_ns_ > 0 && time_ns - time_ns_ > timeout_ns_;
  }
  /// Sets a command that came as another type of message (AckermannDriveStamped).
  void SetOther(const PlanarTwist& command, SimTimeNs time_ns);
  /// Forgets the last command.
  void Clear() { Set(PlanarTwist(), 0); }
  /// Whether the last command was set by SetOther.
  bool is_other() const { return is_other_; }

  void Archive(StateArchive* archive) { archive->Items(&input_, &command_, &time_ns_, &is_other_); }

 private:
  void Set(const PlanarTwist& command, SimTimeNs time_ns);

  SimTimeNs timeout_ns_;
  CommandInput input_;
  PlanarTwist command_;
  SimTimeNs time_ns_ = 0;
  bool is_other_ = false;
};

}  // namespace surefoot::drives
