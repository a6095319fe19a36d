/// How edits of the world take effect that keep, copy or describe anew what is in it.

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/sim/editor.h"
#include "surefoot/sim/fields/fields.h"
#include "surefoot/sim/property.h"
#include "surefoot/sim/world_edit.h"

namespace surefoot::sim {
namespace {

constexpr std::size_t kMostKept = 200;

template <typename T>
std::vector<T> Slice(const std::vector<T>& all, const world::Range& range) {
  return std::vector<T>(all.begin() + range.first, all.begin() + range.end());
}

/// The names under which sensors run: "husky::base_link::imu".
std::vector<std::string> SensorNames(const world::World& world, const PropertyChange& change) {
  std::vector<std::string> names;
  const int model = world.FindModel(change.entity);
  if (model < 0) return names;
  world::Model copy = world.model(model);
  for (const NamedSensor& sensor : NamedSensors(&copy)) {
    const bool meant =
        std::any_of(change.parts.begin(), change.parts.end(), [&](const std::string& part) {
          return part == "sensor:" + sensor.name ||
                 part == "sensor:" + sensor.owner + "/" + sensor.sensor->name;
        });
    if (!meant) continue;
    std::string owner = sensor.owner;
    const int joint = copy.FindJoint(owner);
    // A joint's sensor runs in the link that the joint moves.
    if (copy.FindLink(owner) < 0 && joint >= 0) {
      owner = copy.links[At(copy.joints[At(joint)].child)].name;
    }
    names.push_back(change.entity + "::" + owner + "::" + sensor.sensor->name);
  }
  return names;
}

}  // namespace

Editor::Kept Editor::Keep(int model, const std::string& kept_as) const {
  const world::ModelLayout& layout = rig_.world->layout(model);
  Kept kept;
  kept.kept_as = kept_as;
  kept.instance = rig_.world->instance(model);
  for (const world::CollisionFilter& filter : rig_.world->spec().collision_filters) {
    if (filter.model_a == kept.instance.name || filter.model_b == kept.instance.name) {
      kept.filters.push_back(filter);
    }
  }
  kept.X_WL = Slice(rig_.run.physics.X_WL, layout.links);
  kept.q = Slice(rig_.run.physics.q, layout.q);
  kept.motors = Slice(rig_.run.inputs.motors, layout.v);
  return kept;
}

void Editor::Place(int model, const std::vector<RigidTransform>& X_WL,
                   const std::vector<double>& q) {
  if (rig_.world->model(model).is_static) return;
  const world::ModelLayout& layout = rig_.world->layout(model);
  physics::State target = rig_.run.physics;
  std::copy(X_WL.begin(), X_WL.end(), target.X_WL.begin() + layout.links.first);
  std::copy(q.begin(), q.end(), target.q.begin() + layout.q.first);
  std::fill_n(target.v.begin() + layout.v.first, layout.v.count, 0.0);
  std::fill_n(target.V_WL_W.begin() + layout.links.first, layout.links.count, Twist());
  rig_.WriteModel(model, target);
}

Status Editor::Take(const Remove& input) {
  const int model = rig_.world->FindModel(input.model);
  const bool keep = model >= 0 && !input.keep_as.empty();
  Kept kept;
  if (keep) kept = Keep(model, input.keep_as);
  const Status status = machine_.Edit(WithRemove(rig_.world->spec(), input));
  if (!status.ok() || !keep) return status;
  std::erase_if(kept_, [&](const Kept& other) { return other.kept_as == input.keep_as; });
  if (kept_.size() >= kMostKept) kept_.erase(kept_.begin());
  kept_.push_back(std::move(kept));
  return status;
}

Status Editor::Take(const PutBack& input) {
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const Kept& kept) { return kept.kept_as == input.kept_as; });
  if (found == kept_.end()) {
    return Error{"nothing is kept as '" + input.kept_as + "': it was put back already, or " +
                 std::to_string(kMostKept) + " others were removed since"};
  }
  Result<world::WorldSpec> spec = WithSpawn(rig_.world->spec(), Spawn{found->instance});
  if (!spec.ok()) return spec.error();
  for (const world::CollisionFilter& filter : found->filters) {
    const std::string& own = found->instance.name;
    const std::string& other = filter.model_a == own ? filter.model_b : filter.model_a;
    if (other == own || rig_.world->FindModel(other) >= 0)
      spec->collision_filters.push_back(filter);
  }
  const Status status = machine_.Edit(std::move(spec));
  if (!status.ok()) return status;
  const int model = rig_.world->FindModel(found->instance.name);
  Place(model, found->X_WL, found->q);
  const int v = rig_.world->layout(model).v.first;
  for (std::size_t i = 0; i < found->motors.size(); ++i) {
    rig_.CommandMotor(v + static_cast<int>(i), found->motors[i]);
  }
  kept_.erase(found);
  return Status();
}

Status Editor::Take(const Duplicate& input) {
  const int old_model = rig_.world->FindModel(input.model);
  if (old_model < 0) return NoModel(rig_.world->spec(), input.model);
  if (!input.X_WM.IsFinite()) return Error{"the pose for '" + input.name + "' is not finite"};
  Kept kept = Keep(old_model, "");
  const RigidTransform X_move = input.X_WM * rig_.ModelPose(old_model).Inverse();
  kept.instance.name = input.name;
  kept.instance.X_WM = input.X_WM;
  const Status status = machine_.Edit(WithSpawn(rig_.world->spec(), Spawn{kept.instance}));
  if (!status.ok()) return status;
  const int model = rig_.world->FindModel(input.name);
  for (RigidTransform& X_WL : kept.X_WL) X_WL = X_move * X_WL;
  Place(model, kept.X_WL, kept.q);
  rig_.StartCommands(model);
  return Status();
}

Status Editor::Take(const PropertyChange& input) {
  ChangedParts changed;
  changed.model = input.entity;
  changed.sensors = SensorNames(*rig_.world, input);
  return machine_.Edit(WithProperty(*rig_.world, rig_.options.sensors, input), changed);
}

}  // namespace surefoot::sim
