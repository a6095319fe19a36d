#include "surefoot/sensors/body/touches.h"

#include <utility>

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

void Touches::Archive(const world::World& world, StateArchive* archive) {
  const bool restores = archive->restores();
  if (restores) Clear();
  std::uint64_t count = count_;
  archive->Items(&touched_, &count);
  for (std::size_t i = 0; i < count && archive->ok(); ++i) {
    Touch key = restores ? Touch() : touches_[i];
    std::string other_link = restores ? "" : world.LinkName(key.other_link);
    archive->Items(&key.own, &other_link, &key.other);
    if (restores) key.other_link = world.FindLink(other_link);
    Touch& touch = restores ? Find(key.own, key.other_link, key.other) : touches_[i];
    std::uint64_t points = touch.points.size();
    archive->Items(&touch.impulse_W, &touch.angular_impulse_W, &touch.peak, &points);
    for (std::size_t k = 0; k < points && archive->ok(); ++k) {
      if (restores) touch.points.emplace_back();
      TouchPoint& point = touch.points[k];
      archive->Items(&point.p_W, &point.n_W, &point.depth, &point.f_W);
    }
    const bool gone =
        key.other_link < 0 || key.other < 0 ||
        static_cast<std::size_t>(key.other) >= world.link(key.other_link).collisions.size();
    if (restores && gone) --count_;
  }
}

}  // namespace surefoot::sensors
