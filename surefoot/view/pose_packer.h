#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/physics/state.h"
#include "surefoot/view/motion.h"

namespace surefoot::view {

/// Packs the poses that have changed into the records of ViewPoses.data (docs/reference/view.md).
/// Lossy: meant for display, not for analysis. One packer for each world; not thread-safe.
///
///   PosePacker packer(world);
///   if (packer.Look(state, now)) packer.Pack(state, false, now, &message.data);
class PosePacker {
 public:
  explicit PosePacker(std::shared_ptr<const world::World> world);

  const world::World& world() const { return *world_; }
  /// Registers what has moved since the last call; `now` is wall time (s). Returns whether anything
  /// moved within the last half second.
  bool Look(const physics::State& state, double now);
  /// Replaces `data` by all poses (`whole`), or by those that moved recently.
  void Pack(const physics::State& state, bool whole, double now, Bytes* data) const;
  /// Appends the poses of the selected links, by their world id.
  void Append(const physics::State& state, const std::vector<bool>& links, Bytes* data) const;

 private:
  struct Item {
    std::uint16_t body = 0;
    MotionKind kind = MotionKind::kPose;
    /// Index into State: of a link (kPose) or of a coordinate.
    std::size_t index = 0;
    /// The values when the item last counted as moved.
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
