#include "surefoot/drives/drive_set.h"

#include <algorithm>
#include <set>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/world/parse.h"

// Drives are updated in the order of the file. Names and types are resolved once at the start, so
// that a step neither searches nor allocates.

namespace surefoot::drives {

struct DriveSet::Running {
  std::string name;
  std::string model_name;
  std::string type;
  std::string controller_type;
  /// Whether it is active as a controller. Declared before the drive, which refers to it.
  bool active = true;
  bool starts_active = true;
  std::unique_ptr<Drive> drive;
  bool engaged = true;
  /// Waits for its first command: it writes no motors and publishes nothing.
  bool waits = false;
};

namespace {

/// Whether the file has an initial command for one of the axes, which then takes precedence.
bool HasInitialCommand(const world::World& world, int model, const std::vector<int>& axes) {
  for (const world::InitialCommand& command : world.model(model).initial_commands) {
    const int joint = world.layout(model).joints.first + command.joint;
    const int v = world.joint(joint).v + command.axis;
    if (std::find(axes.begin(), axes.end(), v) != axes.end()) return true;
  }
  return false;
}

std::vector<std::string> KnownTypes(const DriveRegistry& registry) {
  std::vector<std::string> types;
  for (const auto& [name, kind] : registry.entries()) types.push_back(name);
  return types;
}

/// The joint of a velocity coordinate as the model names it; further axes get a number.
std::string AxisName(const world::World& world, const std::string& model, int v) {
  const world::Range& joints = world.layout(world.FindModel(model)).joints;
  for (int joint = joints.first; joint < joints.end(); ++joint) {
    const int axis = v - world.joint(joint).v;
    if (axis < 0 || axis >= world.joint(joint).v_count) continue;
    const std::string& name = world.joint_spec(joint).name;
    return axis == 0 ? name : name + "_" + std::to_string(axis + 1);
  }
  return std::to_string(v);
}

const char* InterfaceName(physics::ControlMode mode) {
  switch (mode) {
    case physics::ControlMode::kPosition:
      return "position";
    case physics::ControlMode::kVelocity:
      return "velocity";
    case physics::ControlMode::kEffort:
    case physics::ControlMode::kNone:
      return "effort";
  }
  return "";
}

}  // namespace

DriveSet::DriveSet(const world::World& world, const DriveRegistry& registry, std::uint64_t seed,
                   graph::Graph* graph, Problems* problems)
    : world_(world) {
  std::set<const world::Model*> reported;
  for (int model = 0; model < world.model_count(); ++model) {
    AddModel(model, registry, seed, graph, reported.insert(&world.model(model)).second, problems);
  }
}

DriveSet::~DriveSet() = default;

void DriveSet::AddModel(int model, const DriveRegistry& registry, std::uint64_t seed,
                        graph::Graph* graph, bool is_first, Problems* problems) {
  // Problems in plugins are reported once for all instances of a model.
  Problems repeated;
  Problems* warnings = is_first ? problems : &repeated;
  // The drive that commands each axis, because two drives would overwrite each other's commands.
  std::vector<std::string> owner(static_cast<std::size_t>(world_.v_count()));
  for (const world::Element& element : plugins::DrivesOf(world_.model(model), warnings)) {
    const std::string from = plugins::OriginOf(element);
    if (from.empty()) {
      AddDrive(model, element, registry, seed, graph, &owner, problems);
      continue;
    }
    Problems own;
    AddDrive(model, element, registry, seed, graph, &owner, &own);
    plugins::PassOnAsWarnings(own, from, warnings);
  }
}

void DriveSet::AddDrive(int model, const world::Element& element, const DriveRegistry& registry,
                        std::uint64_t seed, graph::Graph* graph, std::vector<std::string>* owner,
                        Problems* problems) {
  const std::string& model_name = world_.instance(model).name;
  const world::ElementReader reader(element, problems);
  const std::string type = reader.Text("type");
  const DriveKind* kind = registry.Find(type);
  if (kind == nullptr) {
    reader.Error("type", "unknown type of drive", type,
                 world::NameAdvice(type, KnownTypes(registry)));
    return;
  }
  const int errors_before = problems->error_count();
  auto running = std::make_unique<Running>();
  running->name = model_name + "::" + reader.Text("name", type);
  running->model_name = model_name;
  running->type = type;
  running->starts_active = running->active = !plugins::StartsInactive(element);
  running->controller_type = plugins::ControllerTypeOf(element);
  if (running->controller_type.empty()) {
    running->controller_type = kind->controller.empty() ? "surefoot/" + type : kind->controller;
  }
  const DriveArgs args{
      world_, model,           graph::TopicName("", model_name), model_name + "/", reader, graph,
      seed,   &running->active};
  running->drive = kind->make(args);
  if (running->drive == nullptr) return;
  reader.WarnMisspelt();
  std::vector<int> sorted = running->drive->axes();
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    reader.Error("type", "the drive commands a joint in two roles", running->name,
                 "name every joint once");
  }
  for (int v : running->drive->axes()) {
    const std::string& first = (*owner)[static_cast<std::size_t>(v)];
    if (first.empty() || !running->active) continue;
    reader.Error("type", "two drives command the same joint: " + first + " and this one",
                 running->name, "leave the joint out of one of them");
  }
  if (problems->error_count() > errors_before) return;
  for (int v : running->drive->axes()) {
    if (running->active) (*owner)[static_cast<std::size_t>(v)] = running->name;
  }
  running->waits = plugins::IsProposed(element);
  running->engaged = !running->waits && !HasInitialCommand(world_, model, running->drive->axes());
  running_.push_back(std::move(running));
}

void DriveSet::Update(const DriveView& view, physics::Inputs* inputs) {
  for (const auto& running : running_) {
    if (!running->active) continue;
    if (running->drive->TakeNewCommand()) {
      running->engaged = true;
      running->waits = false;
    }
    if (running->engaged) running->drive->Update(view, inputs);
  }
}

void DriveSet::Publish(const DriveView& view, graph::Graph* graph) {
  for (const auto& running : running_) {
    if (running->active && !running->waits) running->drive->Publish(view, graph);
  }
}

void DriveSet::OnDirectCommand(int v) {
  for (const auto& running : running_) {
    const std::vector<int>& axes = running->drive->axes();
    if (std::find(axes.begin(), axes.end(), v) != axes.end()) running->engaged = false;
  }
}

std::vector<DriveStatus> DriveSet::Statuses() const {
  return Mapped<DriveStatus>(running_, [&](const auto& running) {
    return DriveStatus{running->name, running->type, running->active && running->engaged,
                       running->drive->refused()};
  });
}

DriveSet::Running* DriveSet::Find(const std::string& model, const std::string& name) const {
  for (const auto& running : running_) {
    if (running->model_name == model && running->name == model + "::" + name) return running.get();
  }
  return nullptr;
}

std::vector<ControllerInfo> DriveSet::Controllers() const {
  return Mapped<ControllerInfo>(running_, [&](const auto& running) {
    ControllerInfo info;
    info.model = running->model_name;
    info.name = running->name.substr(running->model_name.size() + 2);
    info.type = running->controller_type;
    info.active = running->active;
    info.starts_active = running->starts_active;
    info.axes = running->drive->axes();
    for (std::size_t i = 0; i < info.axes.size(); ++i) {
      info.command_interfaces.push_back(AxisName(world_, running->model_name, info.axes[i]) + "/" +
                                        InterfaceName(running->drive->CommandMode(i)));
    }
    return info;
  });
}

std::vector<std::string> DriveSet::ControllerTypes(const DriveRegistry& registry) {
  std::set<std::string> types;
  for (const auto& [name, kind] : registry.entries()) {
    types.insert(kind.controller.empty() ? "surefoot/" + name : kind.controller);
  }
  return {types.begin(), types.end()};
}

std::vector<int> DriveSet::SetActive(const std::string& model, const std::string& name, bool active,
                                     const DriveView& view) {
  std::vector<int> released;
  Running* running = Find(model, name);
  if (running == nullptr || running->active == active) return released;
  running->active = active;
  if (active) {
    running->drive->TakeNewCommand();
    running->drive->OnActivate(view);
    running->engaged = true;
    running->waits = false;
    return released;
  }
  // Joints that were commanded directly keep these commands.
  if (running->engaged) released = running->drive->axes();
  return released;
}

void DriveSet::MarkActive(const std::string& model, const std::string& name, bool active) {
  if (Running* running = Find(model, name)) running->active = active;
}

const TrajectoryFollower* DriveSet::FindTrajectory(const std::string& model,
                                                   const std::string& name) const {
  const Running* running = Find(model, name);
  return running != nullptr ? running->drive->trajectory() : nullptr;
}

bool DriveSet::IsActive(const std::string& model, const std::string& name) const {
  const Running* running = Find(model, name);
  return running != nullptr && running->active;
}

RefusedMessages DriveSet::RefusedBy(const std::string& model, const std::string& name) const {
  const Running* running = Find(model, name);
  return running != nullptr ? running->drive->refused() : RefusedMessages();
}

void DriveSet::CarryOver(const DriveSet& from, const std::vector<std::string>& same_models) {
  for (const auto& running : running_) {
    if (std::find(same_models.begin(), same_models.end(), running->model_name) ==
        same_models.end()) {
      continue;
    }
    for (const auto& old : from.running_) {
      if (old->name != running->name) continue;
      const bool fits = RestoreState(SavedState(old->drive.get()), running->drive.get());
      SUREFOOT_CHECK(fits, "a drive takes its own state: " + running->name);
      running->engaged = old->engaged;
      running->waits = old->waits;
    }
  }
}

void DriveSet::Archive(StateArchive* archive) {
  std::uint64_t count = running_.size();
  archive->Items(&count);
  archive->Require(count == running_.size());
  for (const auto& running : running_) {
    if (!archive->ok()) return;
    Bytes own = archive->restores() ? Bytes() : SavedState(running->drive.get());
    archive->Items(&running->engaged, &running->waits, &own);
    if (!archive->restores()) continue;
    archive->Require(archive->ok() && RestoreStateAt(archive->now_ns(), own, running->drive.get()));
  }
}

}  // namespace surefoot::drives
