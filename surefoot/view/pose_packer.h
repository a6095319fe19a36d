#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/physics/state.h"
#include "surefoot/view/motion.h"

namespace surefoot::view {

/// Packs what moves into the records of ViewPoses.data (docs/reference/view.md).
class PosePacker {
 public:
  explicit PosePacker(std::shared_ptr<const world::World> world);

  const world::World& world() const { return *world_; }
  /// Notes what has moved since the last look; `now` in wall seconds. True while something moved
  /// within the last half second.
  bool Look(const physics::State& state, double now);
  /// Replaces `data`: everything, or what moved of late.
  void Pack(const physics::State& state, bool whole, double now, Bytes* data) const;
  /// Appends the bodies that are chosen, by world id of the link.
  void Append(const physics::State& state, const std::vector<bool>& links, Bytes* data) const;

 private:
  struct Item {
    std::uint16_t body = 0;
    MotionKind kind = MotionKind::kPose;
    /// Where it stands in the State: a link, or a coordinate.
    std::size_t index = 0;
    /// As it was when it last counted as moved.
    RigidTransform X_WL;
    double q = 0.0;
    double moved_at = -1e9;
  };
  static bool Moved(const Item& item, const physics::State& state);
  static void Put(const Item& item, const physics::State& state, ByteWriter* writer);

  std::shared_ptr<const world::World> world_;
  std::vector<Item> items_;
};

}  // namespace surefoot::view
