#include "surefoot/sensors/body/touches.h"

#include <utility>

#include "surefoot/noise/save.h"

namespace surefoot::sensors {

Touch& Touches::Find(int own, int other_link, int other) {
  for (std::size_t i = 0; i < count_; ++i) {
    Touch& touch = touches_[i];
    if (touch.own == own && touch.other_link == other_link && touch.other == other) return touch;
  }
  if (count_ == touches_.size()) touches_.emplace_back();
  Touch& touch = touches_[count_++];
  touch.own = own;
  touch.other_link = other_link;
  touch.other = other;
  touch.points.clear();
  touch.fresh.clear();
  touch.impulse_W.setZero();
  touch.angular_impulse_W.setZero();
  touch.peak = -1.0;
  return touch;
}

void Touches::Add(int own, int other_link, int other, const TouchPoint& point) {
  Find(own, other_link, other).fresh.push_back(point);
  step_force_ += point.f_W.norm();
  any_in_step_ = true;
}

void Touches::EndStep(double dt) {
  if (!any_in_step_) return;
  any_in_step_ = false;
  touched_ = touched_ || step_force_ >= least_force_;
  for (std::size_t i = 0; i < count_; ++i) {
    Touch& touch = touches_[i];
    if (touch.fresh.empty()) continue;
    Vector3d total = Vector3d::Zero();
    for (const TouchPoint& point : touch.fresh) {
      total += point.f_W;
      touch.angular_impulse_W += dt * point.p_W.cross(point.f_W);
    }
    touch.impulse_W += dt * total;
    const double force = total.norm();
    if (keep_ == Keep::kLast || force > touch.peak) std::swap(touch.points, touch.fresh);
    if (force > touch.peak) touch.peak = force;
    touch.fresh.clear();
  }
}

void Touches::Clear() {
  count_ = 0;
  touched_ = false;
}

void Touches::Save(const world::World& world, ByteWriter* writer) const {
  writer->Put<std::uint8_t>(touched_ ? 1 : 0);
  writer->Put<std::uint64_t>(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    const Touch& touch = touches_[i];
    writer->Put(touch.own);
    writer->PutString(world.LinkName(touch.other_link));
    writer->Put(touch.other);
    noise::SaveVector(touch.impulse_W, writer);
    noise::SaveVector(touch.angular_impulse_W, writer);
    writer->Put(touch.peak);
    writer->Put<std::uint64_t>(touch.points.size());
    for (const TouchPoint& point : touch.points) {
      noise::SaveVector(point.p_W, writer);
      noise::SaveVector(point.n_W, writer);
      writer->Put(point.depth);
      noise::SaveVector(point.f_W, writer);
    }
  }
}

bool Touches::Restore(const world::World& world, ByteReader* reader) {
  Clear();
  touched_ = reader->Get<std::uint8_t>() != 0;
  const auto count = reader->Get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && reader->ok(); ++i) {
    const int own = reader->Get<int>();
    const int other_link = world.FindLink(reader->GetString());
    const int other = reader->Get<int>();
    Touch& touch = Find(own, other_link, other);
    touch.impulse_W = noise::RestoreVector(reader);
    touch.angular_impulse_W = noise::RestoreVector(reader);
    touch.peak = reader->Get<double>();
    const auto points = reader->Get<std::uint64_t>();
    for (std::uint64_t k = 0; k < points && reader->ok(); ++k) {
      TouchPoint point;
      point.p_W = noise::RestoreVector(reader);
      point.n_W = noise::RestoreVector(reader);
      point.depth = reader->Get<double>();
      point.f_W = noise::RestoreVector(reader);
      touch.points.push_back(point);
    }
    const bool gone = other_link < 0 || other < 0 ||
                      static_cast<std::size_t>(other) >= world.link(other_link).collisions.size();
    if (gone) --count_;
  }
  return reader->ok();
}

}  // namespace surefoot::sensors
