#include "surefoot/serve/feeds/gazebo_feed.h"

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/gazebo_msgs.h"

namespace surefoot::serve {
namespace {

namespace gz = msgs::gazebo_msgs;

constexpr const char* kModels = "/gazebo/model_states";
constexpr const char* kLinks = "/gazebo/link_states";

template <typename States>
void Add(const std::string& name, const RigidTransform& X_W, const Twist& V_W, States* states) {
  states->name.push_back(name);
  states->pose.push_back(msgs::ToPose(X_W));
  states->twist.emplace_back();
  states->twist.back().linear = msgs::ToVector3(V_W.v);
  states->twist.back().angular = msgs::ToVector3(V_W.w);
}

gz::ModelStates ModelStates(const sim::Simulation& simulation) {
  gz::ModelStates states;
  const world::World& world = simulation.world();
  for (int model = 0; model < world.model_count(); ++model) {
    Add(world.instance(model).name, simulation.ModelPose(model), simulation.ModelVelocity(model),
        &states);
  }
  return states;
}

gz::LinkStates LinkStates(const sim::Simulation& simulation) {
  gz::LinkStates states;
  const world::World& world = simulation.world();
  for (int link = 0; link < world.link_count(); ++link) {
    const auto index = static_cast<std::size_t>(link);
    Add(world.LinkName(link), simulation.state().X_WL[index], simulation.state().V_WL_W[index],
        &states);
  }
  return states;
}

}  // namespace

void GazeboFeed::Enter() {
  models_ = run_.Advertise<gz::ModelStates>(kModels);
  links_ = run_.Advertise<gz::LinkStates>(kLinks);
}

void GazeboFeed::Publish() {
  const Session* session = run_.session();
  if (session == nullptr) return;
  const sim::Simulation& simulation = session->simulation();
  graph::Graph& graph = run_.graph();
  if (graph.IsListenedTo(kModels)) {
    graph.Publish(models_, simulation.time_ns(), ModelStates(simulation));
  }
  if (graph.IsListenedTo(kLinks)) {
    graph.Publish(links_, simulation.time_ns(), LinkStates(simulation));
  }
}

}  // namespace surefoot::serve
