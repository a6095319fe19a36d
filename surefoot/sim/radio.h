#pragma once

/// Radio communication between robots: a message published on /ROBOT/radio/send arrives on
/// /ROBOT/radio/receive of the robots in reach. Enabled by <surefoot:radio>; see
/// docs/guides/radio.md. The defaults resemble a WLAN at 2.4 GHz.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/graph/graph.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/raycast/scene.h"
#include "surefoot/sim/run_state.h"

namespace surefoot::sim {

struct RadioSpec {
  /// Maximum distance (m); 0: only the signal strength decides.
  double range = 0.0;
  /// Transmit power and receiver sensitivity (dBm).
  double power = 20.0;
  double sensitivity = -90.0;
  /// Path loss over the first metre (dB), and the path loss exponent n: the loss grows by 10 n dB
  /// per decade of distance. n = 2 is free space.
  double reference_loss = 40.0;
  double exponent = 2.0;
  /// Loss for each object in the line of sight (dB).
  double wall_loss = 10.0;
  /// Latency (s) and bit rate (bit/s).
  double latency = 0.002;
  double bitrate = 1e6;
  /// Position of the antenna in the frame of a robot's base link (m).
  Vector3d antenna = Vector3d(0.0, 0.0, 0.5);
};

/// Reads the specification from the world; absent if the world has no radio.
std::optional<RadioSpec> ReadRadio(const world::World& world, Problems* problems);

/// Received signal (dBm) at a distance (m) with a number of objects in between: the log-distance
/// path loss model (Rappaport, "Wireless Communications", section 4.9) with a loss per obstacle.
double SignalAt(const RadioSpec& spec, double distance, int walls);

/// Transports messages between robots in simulated time; deterministic, without random losses.
class Radio {
 public:
  /// Messages in transit are stored in `run`, because they survive edits of the world. All
  /// arguments must outlive the radio.
  Radio(const world::World& world, const RadioSpec& spec, graph::Graph* graph, RunState* run);

  /// Publishes messages that have arrived by now.
  void Deliver();

 private:
  struct Robot {
    std::string name;
    int model = 0;
    int base_link = 0;
    int receive_topic = -1;
    graph::Subscription sends;
  };
  /// Limits the memory of a world whose robots flood the channel.
  static constexpr std::size_t kMaxInFlight = 100'000;

  void Send(const Robot& from, const msgs::surefoot_msgs::RadioMessage& message);
  Vector3d AntennaOf(const Robot& robot) const;
  int WallsBetween(const Robot& a, const Robot& b);

  const world::World& world_;
  RadioSpec spec_;
  graph::Graph* graph_;
  RunState* run_;
  std::vector<std::unique_ptr<Robot>> robots_;
  /// Created on demand.
  std::unique_ptr<raycast::Scene> scene_;
};

}  // namespace surefoot::sim
