#pragma once

/// Radio between robots: what one publishes on /ROBOT/radio/send, those who hear it get on
/// /ROBOT/radio/receive. Worlds have it by <surefoot:radio>; docs/guides/radio.md.

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
  /// Not heard farther away (m); 0: the signal alone decides.
  double range = 0.0;
  /// Of the sender, and the weakest that is heard (dBm).
  double power = 20.0;
  double sensitivity = -90.0;
  /// Loss over the first metre (dB), and how it grows: by 10 `exponent` dB with ten times the
  /// distance.
  double reference_loss = 40.0;
  double exponent = 2.0;
  /// Of every thing that stands between (dB).
  double wall_loss = 10.0;
  /// s, and bit/s.
  double latency = 0.002;
  double bitrate = 1e6;
  /// In the frame of a robot's base link.
  Vector3d antenna = Vector3d(0.0, 0.0, 0.5);
};

/// What the world's file says; absent: it has no radio.
std::optional<RadioSpec> ReadRadio(const world::World& world, Problems* problems);

/// Signal at the end of a free way of so many metres, with so many things between (dBm).
double SignalAt(const RadioSpec& spec, double distance, int walls);

class Radio {
 public:
  /// Messages on their way are in `run`, as they outlive edits of the world. All must outlive it.
  Radio(const world::World& world, const RadioSpec& spec, graph::Graph* graph, RunState* run);

  /// Publishes what has arrived by now.
  void Deliver();

 private:
  struct Robot {
    std::string name;
    int model = 0;
    int base_link = 0;
    int receive_topic = -1;
    graph::Subscription sends;
  };
  static constexpr std::size_t kMostInFlight = 100'000;

  void Send(const Robot& from, const msgs::surefoot_msgs::RadioMessage& message);
  Vector3d AntennaOf(const Robot& robot) const;
  int WallsBetween(const Robot& a, const Robot& b);

  const world::World& world_;
  RadioSpec spec_;
  graph::Graph* graph_;
  RunState* run_;
  std::vector<std::unique_ptr<Robot>> robots_;
  /// Made when first needed.
  std::unique_ptr<raycast::Scene> scene_;
};

}  // namespace surefoot::sim
