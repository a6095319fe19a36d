#pragma once

/// Publishes what robots touch: the ground under each wheel, and all contacts, at 50 Hz while there
/// are subscribers. Keeps no state between steps, so it needs no snapshot.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/graph/graph.h"
#include "surefoot/ground/ground_set.h"
#include "surefoot/ground/hub.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/physics/state.h"
#include "surefoot/physics/step_report.h"

namespace surefoot::sim {

class GroundTopics {
 public:
  static constexpr SimTimeNs kPeriodNs = 20'000'000;

  /// Advertises /ROBOT/ground/wheels and /ROBOT/ground/contacts for every model that can move. The
  /// world and the graph must outlive it.
  GroundTopics(const world::World& world, graph::Graph* graph);

  /// Call after a step that ends at `time_ns`; publishes when a period has passed.
  void Publish(const physics::State& state, const physics::StepReport& report,
               const ground::GroundSet& ground, SimTimeNs time_ns, SimTimeNs step_ns);

 private:
  struct Robot {
    int model = 0;
    int wheels_topic = -1;
    int contacts_topic = -1;
    /// Indices into wheels_.
    std::vector<std::size_t> wheels;
    msgs::surefoot_msgs::WheelGrounds wheels_message;
    msgs::surefoot_msgs::Contacts contacts_message;
    /// Contacts of previous messages, kept to reuse their memory.
    std::vector<msgs::surefoot_msgs::Contact> spare;
  };
  struct Wheel {
    /// Index into World::wheels(); plates follow after the wheels.
    int index = 0;
    ground::Hub hub;
    std::string link;
    std::string joint;
  };

  bool IsListenedTo(int topic) const { return topic >= 0 && graph_->HasSubscribers(topic); }
  void FillWheels(const physics::State& state, const physics::StepReport& report,
                  const ground::GroundSet& ground, Robot* robot) const;
  void FillContacts(const physics::StepReport& report, Robot* robot) const;
  void AddOwnContact(const ground::GroundSet& ground, const Wheel& wheel,
                     const ground::HubMotion& motion, msgs::surefoot_msgs::WheelGround* out) const;
  void AddEngineContact(const physics::StepReport& report, const Wheel& wheel,
                        const ground::HubMotion& motion,
                        msgs::surefoot_msgs::WheelGround* out) const;
  const std::string& GroundName(int link, int collision) const;
  static void TakeSpare(Robot* robot);

  const world::World& world_;
  graph::Graph* graph_;
  std::vector<Wheel> wheels_;
  std::vector<std::string> link_names_;
  std::string no_name_;
  std::vector<std::unique_ptr<Robot>> robots_;
};

}  // namespace surefoot::sim
