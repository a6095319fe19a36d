#include "surefoot/evaluation/run/measures/model_watch.h"

#include <cmath>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/parse.h"

// Models are looked up by name again whenever the world object changes, because clients may edit
// the world during a trial.

namespace surefoot::experiment {

Result<int> FindModel(const world::World& world, const std::string& name) {
  const int model = world.FindModel(name);
  if (model >= 0) return model;
  std::vector<std::string> names;
  for (int id = 0; id < world.model_count(); ++id) names.push_back(world.instance(id).name);
  return Error{"no model '" + name + "'; " +
               (names.empty() ? "the world has none" : world::NameAdvice(name, names))};
}

Result<int> FindJoint(const world::World& world, const std::string& name) {
  const int joint = world.FindJoint(name);
  if (joint >= 0) return joint;
  std::vector<std::string> names;
  for (int id = 0; id < world.joint_count(); ++id) names.push_back(world.JointName(id));
  return Error{"no joint '" + name + "' (or more than one); " +
               (names.empty() ? "the world has none" : world::NameAdvice(name, names))};
}

Status ModelWatch::Start(const std::string& model, const Session& session) {
  const int id = SUREFOOT_TRY(FindModel(session.world(), model));
  if (world::BaseLink(session.world(), id) < 0) {
    return Error{"the model '" + model + "' cannot move; name one that can"};
  }
  model_ = model;
  world_ = nullptr;
  Update(session);
  return Status();
}

bool ModelWatch::Update(const Session& session) {
  const world::World& world = session.world();
  if (&world != world_) {
    world_ = &world;
    const int model = world.FindModel(model_);
    link_ = model < 0 ? -1 : world::BaseLink(world, model);
    if (link_ >= 0) X_LM_ = world.link(link_).X_ML.Inverse();
  }
  if (link_ < 0) return false;
  const physics::State& state = session.simulation().state();
  X_WM_ = state.X_WL[static_cast<std::size_t>(link_)] * X_LM_;
  return true;
}

double ModelWatch::yaw() const {
  const Vector3d x_W = X_WM_.q * Vector3d::UnitX();
  return std::atan2(x_W.y(), x_W.x());
}

double ModelWatch::tilt() const {
  const Vector3d z_W = X_WM_.q * Vector3d::UnitZ();
  return std::atan2(std::hypot(z_W.x(), z_W.y()), z_W.z());
}

double WrapAngle(double angle) {
  const double wrapped = std::remainder(angle, 2.0 * M_PI);
  return wrapped <= -M_PI ? M_PI : wrapped;
}

}  // namespace surefoot::experiment
