#include "surefoot/view/recorded_state.h"

#include <algorithm>

#include "surefoot/physics/joint_coordinates.h"

// Poses from recorded states, by body names: the recording may be of another version of the world.

namespace surefoot::view {

RecordedState::RecordedState(std::shared_ptr<const world::World> world)
    : world_(std::move(world)),
      state_(physics::MakeInitialState(*world_)),
      links_(static_cast<std::size_t>(world_->link_count()), false) {}

// Finds the bodies of a recording in the present world; those that are missing are skipped.
void RecordedState::Learn(const std::vector<std::string>& names) {
  names_ = names;
  places_.clear();
  std::vector<bool> models(static_cast<std::size_t>(world_->model_count()), false);
  for (const std::string& name : names) {
    Place place;
    const int link = world_->FindLink(name);
    // FindLink also accepts a link's name without its model, which would be ambiguous here.
    const bool found = link >= 0 && world_->LinkName(link) == name;
    if (found) {
      place.model = world_->model_of_link(link);
      const int first = world_->layout(place.model).links.first;
      place.body = world_->tree(place.model).body_of_link[static_cast<std::size_t>(link - first)];
      models[static_cast<std::size_t>(place.model)] = true;
    } else if (std::find(unknown_.begin(), unknown_.end(), name) == unknown_.end()) {
      unknown_.push_back(name);
    }
    places_.push_back(place);
  }
  joints_.clear();
  for (int joint = 0; joint < world_->joint_count(); ++joint) {
    if (models[static_cast<std::size_t>(world_->joint(joint).model)]) joints_.push_back(joint);
  }
}

// All links of a body follow its pose.
void RecordedState::PutBody(const Place& place, const RigidTransform& X_WB) {
  const world::Tree& tree = world_->tree(place.model);
  const int first = world_->layout(place.model).links.first;
  for (const int link : tree.bodies[static_cast<std::size_t>(place.body)].links) {
    const auto id = static_cast<std::size_t>(first + link);
    state_.X_WL[id] = X_WB * tree.X_BL[static_cast<std::size_t>(link)];
    links_[id] = true;
  }
}

// Names usually stay the same from message to message.
void RecordedState::Take(const msgs::surefoot_msgs::BodyStates& bodies) {
  if (bodies.names != names_) Learn(bodies.names);
  const std::size_t count = std::min(places_.size(), bodies.poses.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto& p = bodies.poses[i].position;
    const auto& q = bodies.poses[i].orientation;
    RigidTransform X_WB(Quaterniond(q.w, q.x, q.y, q.z), Vector3d(p.x, p.y, p.z));
    // A recording may contain anything; a pose that is not finite would spread to the viewer.
    const bool usable = X_WB.IsFinite() && X_WB.q.norm() > 1e-6;
    if (places_[i].body < 0 || !usable) continue;
    X_WB.q.normalize();
    PutBody(places_[i], X_WB);
  }
  for (const int joint : joints_) physics::ReadJoint(*world_, joint, &state_);
}

}  // namespace surefoot::view
