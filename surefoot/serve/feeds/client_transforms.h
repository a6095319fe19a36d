#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// Transforms that clients publish: which of them are accepted, and the static ones, which are kept
/// because /tf_static has one last message for all publishers. Server thread.
class ClientTransforms {
 public:
  using Message = msgs::tf2_msgs::TFMessage;
  /// Whether the client may move a robot; the error names the client that drives it.
  using MayMove = std::function<Status(const std::string& robot)>;
  struct Sorted {
    std::shared_ptr<const Message> accepted;
    /// About the first transform that was left out; without error if there is none.
    Status refused;
  };
  /// Leaves out transforms of frames that `is_published` (may be empty: none) reports as the
  /// simulator's, and those of robots that the client may not move. A frame belongs to a robot by
  /// its prefix: "husky/base_link".
  static Sorted Sort(const Message& message, const world::World& world,
                     const std::function<bool(const std::string& frame)>& is_published,
                     const MayMove& may_move);

  /// Keeps static transforms, one for each child frame. Returns whether any is new or different;
  /// fails if they are too many.
  Result<bool> Keep(const Message& message);
  /// Appends all that are kept, ordered by child frame.
  void AppendTo(Message* message) const;

 private:
  /// By child frame.
  std::map<std::string, msgs::geometry_msgs::TransformStamped> kept_;
};

}  // namespace surefoot::serve
