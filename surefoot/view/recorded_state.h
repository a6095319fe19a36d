#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/physics/state.h"

namespace surefoot::view {

/// Places the bodies of a world as a recording has them, so that a recording can be displayed with
/// the same messages as a running simulation.
class RecordedState {
 public:
  explicit RecordedState(std::shared_ptr<const world::World> world);

  /// Bodies that the message does not contain stay where they are. Names that the world does not
  /// have are added to unknown().
  void Take(const msgs::surefoot_msgs::BodyStates& bodies);

  /// The present state; joint positions are derived from the poses of the links.
  const physics::State& state() const { return state_; }
  /// By world id: whether a link belongs to a body that was received; the argument of
  /// PosePacker::Append.
  const std::vector<bool>& links() const { return links_; }
  /// Names of bodies that the world does not have.
  const std::vector<std::string>& unknown() const { return unknown_; }

 private:
  struct Place {
    int model = -1;
    /// Index into Tree::bodies.
    int body = -1;
  };
  /// Resolves the names; done only when they change, because messages repeat them.
  void Learn(const std::vector<std::string>& names);
  void PutBody(const Place& place, const RigidTransform& X_WB);

  std::shared_ptr<const world::World> world_;
  physics::State state_;
  std::vector<bool> links_;
  /// Names of the last message, and the bodies they stand for.
  std::vector<std::string> names_;
  /// Joints of all models that the message contains.
  std::vector<Place> places_;
  std::vector<int> joints_;
  std::vector<std::string> unknown_;
};

}  // namespace surefoot::view
