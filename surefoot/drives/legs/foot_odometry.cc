#include "surefoot/drives/legs/foot_odometry.h"

namespace surefoot::drives {

PlanarMotion FootOdometry::Take(const std::vector<Eigen::Vector2d>& feet,
                                const std::vector<bool>& standing) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  Eigen::Vector2d way = Eigen::Vector2d::Zero();
  int count = 0;
  for (std::size_t i = 0; i < feet.size(); ++i) {
    if (!standing[i] || feet_[i].standing == 0) continue;
    const Eigen::Vector2d before(feet_[i].x, feet_[i].y);
    middle += 0.5 * (before + feet[i]);
    way += feet[i] - before;
    ++count;
  }
  PlanarMotion motion;
  if (count > 0) {
    middle /= count;
    way /= count;
    // Turn about the feet's middle, by least squares.
    double moment = 0.0;
    double inertia = 0.0;
    for (std::size_t i = 0; i < feet.size(); ++i) {
      if (!standing[i] || feet_[i].standing == 0) continue;
      const Eigen::Vector2d before(feet_[i].x, feet_[i].y);
      const Eigen::Vector2d arm = 0.5 * (before + feet[i]) - middle;
      const Eigen::Vector2d rest = feet[i] - before - way;
      moment += arm.x() * rest.y() - arm.y() * rest.x();
      inertia += arm.squaredNorm();
    }
    motion.turn = inertia > 0.0 ? -moment / inertia : 0.0;
    motion.ahead = -way.x() + motion.turn * middle.y();
    motion.left = -way.y() - motion.turn * middle.x();
  }
  for (std::size_t i = 0; i < feet.size(); ++i) {
    feet_[i] = {feet[i].x(), feet[i].y(), static_cast<std::uint8_t>(standing[i] ? 1 : 0)};
  }
  return motion;
}

void FootOdometry::Archive(StateArchive* archive) {
  for (Foot& foot : feet_) archive->Items(&foot.x, &foot.y, &foot.standing);
}

}  // namespace surefoot::drives
