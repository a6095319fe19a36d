// A first robot: put a Husky on a floor, drive a left-hand curve for two seconds, print its
// position.
//
// "husky" is a model that comes with Surefoot and gets a floor to stand on. Any other SDF or URDF
// file works, too; a world ("worlds/flat.sdf") brings its own ground and gravity.

#include <cstdio>
#include <string>

#include "surefoot/builtin/builtin.h"

int main() {
  auto opened = surefoot::Open("husky");
  if (!opened.ok()) {
    std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    return 1;
  }
  surefoot::Session& robot = *opened.value();

  // Wheel speeds in rad/s. A command remains valid until the next one.
  for (const std::string end : {"front", "rear"}) {
    if (!robot.SetVelocity(end + "_left_wheel", 2.0).ok()) return 1;
    if (!robot.SetVelocity(end + "_right_wheel", 4.0).ok()) return 1;
  }

  for (int i = 0; i < 4; ++i) {
    const surefoot::Status status = robot.RunFor(0.5);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.error().message.c_str());
      return 1;
    }
    const surefoot::Result<surefoot::RigidTransform> X_WB = robot.LinkPose("base_link");
    if (!X_WB.ok()) {
      std::fprintf(stderr, "%s\n", X_WB.error().message.c_str());
      return 1;
    }
    const double yaw = surefoot::RpyFromQuaternion(X_WB->q).z();
    std::printf("%.1f s: x %6.3f m, y %6.3f m, yaw %6.3f rad\n", robot.time(), X_WB->p.x(),
                X_WB->p.y(), yaw);
  }
}
