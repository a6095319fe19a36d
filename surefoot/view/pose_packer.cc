#include "surefoot/view/pose_packer.h"

#include <algorithm>
#include <cmath>

namespace surefoot::view {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// A pose is repeated for this time after its last change (s), so a lost message does no harm.
constexpr double kKeepOn = 0.5;
/// Smaller changes are invisible on a screen (m, rad). The comparison is with the last value that
/// counted, so slow motion adds up and is sent.
constexpr double kMinMove = 5e-5;
constexpr double kMinTurn = 1e-4;
/// Links are numbered with 16 bits in the message format.
constexpr int kMaxBodies = 65536;

/// A component of a unit quaternion in 16 bits; the error is below 0.01 degrees.
std::int16_t Share(double value) {
  return static_cast<std::int16_t>(std::lround(std::clamp(value, -1.0, 1.0) * 32767.0));
}

/// Position in single precision, quaternion in 16-bit integers.
void PutPose(const RigidTransform& X, ByteWriter* writer) {
  for (int i = 0; i < 3; ++i) writer->Put(static_cast<float>(X.p[i]));
  const double quaternion[4] = {X.q.x(), X.q.y(), X.q.z(), X.q.w()};
  for (const double value : quaternion) writer->Put(Share(value));
}

/// An angle as a 16 bit fraction of a turn: a resolution of 0.0055 degrees.
std::uint16_t Turns(double angle) {
  const double turns = angle / (2.0 * kPi);
  const double part = turns - std::floor(turns);
  return static_cast<std::uint16_t>(std::lround(part * 65536.0) & 0xffff);
}

}  // namespace

// A list of everything that can move, so that each frame is one pass over it.
PosePacker::PosePacker(std::shared_ptr<const world::World> world) : world_(std::move(world)) {
  for (int model = 0; model < world_->model_count(); ++model) {
    const world::ModelLayout& layout = world_->layout(model);
    const std::vector<LinkMotion> motions = MotionsOf(world_->model(model), world_->tree(model));
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const int body = layout.links.first + static_cast<int>(i);
      if (motions[i].kind == MotionKind::kFixed || body >= kMaxBodies) continue;
      Item item;
      item.body = static_cast<std::uint16_t>(body);
      item.kind = motions[i].kind;
      item.index = static_cast<std::size_t>(
          item.kind == MotionKind::kPose ? body
                                         : world_->joint(layout.joints.first + motions[i].joint).q);
      items_.push_back(item);
    }
  }
}

// Compared with the last value that was noticed, so slow drift is noticed too.
bool PosePacker::Moved(const Item& item, const physics::State& state) {
  if (item.kind == MotionKind::kPose) {
    const RigidTransform& X_WL = state.X_WL[item.index];
    const double parallel = std::abs(X_WL.q.dot(item.X_WL.q));
    // |q1 . q2| = cos(angle / 2), about 1 - angle^2 / 8; its absolute value, because q and -q are
    // the same rotation.
    // Written as "not small", so that NaN counts as moved.
    return !((X_WL.p - item.X_WL.p).squaredNorm() <= kMinMove * kMinMove &&
             1.0 - parallel <= kMinTurn * kMinTurn / 8.0);
  }
  const double min = item.kind == MotionKind::kTurn ? kMinTurn : kMinMove;
  return !(std::abs(state.q[item.index] - item.q) <= min);
}

// Once per frame, for all viewers.
bool PosePacker::Look(const physics::State& state, double now) {
  bool any = false;
  for (Item& item : items_) {
    if (Moved(item, state)) {
      item.moved_at = now;
      if (item.kind == MotionKind::kPose) {
        item.X_WL = state.X_WL[item.index];
      } else {
        item.q = state.q[item.index];
      }
    }
    any = any || now - item.moved_at <= kKeepOn;
  }
  return any;
}

// The index of the link, then its coordinate or pose.
void PosePacker::Put(const Item& item, const physics::State& state, ByteWriter* writer) {
  writer->Put(item.body);
  if (item.kind == MotionKind::kPose) {
    PutPose(state.X_WL[item.index], writer);
  } else if (item.kind == MotionKind::kTurn) {
    writer->Put(Turns(state.q[item.index]));
  } else {
    writer->Put(static_cast<float>(state.q[item.index]));
  }
}

void PosePacker::Pack(const physics::State& state, bool whole, double now, Bytes* data) const {
  data->clear();
  ByteWriter writer(data);
  for (const Item& item : items_) {
    if (whole || now - item.moved_at <= kKeepOn) Put(item, state, &writer);
  }
}

// Also items that do not move, for viewers that begin to see them.
void PosePacker::Append(const physics::State& state, const std::vector<bool>& links,
                        Bytes* data) const {
  ByteWriter writer(data);
  for (const Item& item : items_) {
    if (links[item.body]) Put(item, state, &writer);
  }
}

}  // namespace surefoot::view
