#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/physics/state.h"

namespace surefoot::view {

/// Puts the bodies of a world where a recording has them.
class RecordedState {
 public:
  explicit RecordedState(std::shared_ptr<const world::World> world);

  /// What the message does not tell stays. Names that the world does not have are noted.
  void Take(const msgs::surefoot_msgs::BodyStates& bodies);

  /// As it is now, joints read from the poses of their links.
  const physics::State& state() const { return state_; }
  /// By world id: links of bodies that were told, ready for PosePacker.
  const std::vector<bool>& links() const { return links_; }
  /// Names of bodies that the world does not have.
  const std::vector<std::string>& unknown() const { return unknown_; }

 private:
  struct Place {
    int model = -1;
    /// Index into Tree::bodies.
    int body = -1;
  };
  void Learn(const std::vector<std::string>& names);
  void PutBody(const Place& place, const RigidTransform& X_WB);

  std::shared_ptr<const world::World> world_;
  physics::State state_;
  std::vector<bool> links_;
  /// Of the last message, and where they are.
  std::vector<std::string> names_;
  std::vector<Place> places_;
  std::vector<int> joints_;
  std::vector<std::string> unknown_;
};

}  // namespace surefoot::view
