#include "surefoot/plugins/plugins.h"

#include <algorithm>
#include <functional>
#include <set>

#include "surefoot/base/text.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/sensor_rows.h"

// Applies all plugins of a model in the order of the file. A drive that the file defines by
// Surefoot's own element takes precedence.

namespace surefoot::plugins {
namespace {

using world::Element;

/// Calls `apply` for the plugins of the model (index -1), then for those of its links.
void ForEachPlugin(const world::Model& model,
                   const std::function<void(const world::Plugin&, int)>& apply) {
  for (const world::Plugin& plugin : model.plugins) apply(plugin, -1);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    for (const world::Plugin& plugin : model.links[i].plugins) apply(plugin, static_cast<int>(i));
  }
}

/// The sensor with the changes of the plugins inside it.
PlacedSensor Place(int link, int joint, const world::Sensor& sensor, const world::Model& model,
                   const AllSpellings& spellings, Problems* problems) {
  PlacedSensor placed{link, joint, sensor, ""};
  for (const Element& child : sensor.element.children) {
    if (child.name != "plugin") continue;
    const world::Plugin plugin = PluginOf(child);
    const SensorRow* row = FindSensorPlugin(spellings, NamesOf(plugin));
    if (row == nullptr) continue;
    const ForeignReader reader(child, ShownName(plugin), model, problems);
    ApplySensorPlugin(*row, reader, &placed.sensor);
    placed.from = reader.what();
  }
  return placed;
}

/// Sensors of one link need unique names, which are the keys of their random streams.
void MakeNameUnique(const std::vector<PlacedSensor>& others, PlacedSensor* placed) {
  const std::string given = placed->sensor.name;
  const auto is_used = [&] {
    for (const PlacedSensor& other : others) {
      if (other.link == placed->link && other.sensor.name == placed->sensor.name) return true;
    }
    return false;
  };
  for (int i = 2; is_used(); ++i) placed->sensor.name = given + "_" + std::to_string(i);
}

/// Indices of the joints that a drive refers to, anywhere in its element.
void CollectJoints(const Element& element, const world::Model& model, std::set<int>* joints) {
  for (const Element& child : element.children) {
    if (child.name.find("joint") != std::string::npos) {
      const std::string* name = child.Attribute("name");
      const int joint = FindJoint(model, name != nullptr ? *name : ValueOf(child));
      if (joint >= 0) joints->insert(joint);
    }
    if (const std::string* name = child.Attribute("joint")) {
      const int joint = FindJoint(model, *name);
      if (joint >= 0) joints->insert(joint);
    }
    CollectJoints(child, model, joints);
  }
}

/// Collects the drives of a model; no joint is driven twice and no name is used twice.
class DriveList {
 public:
  explicit DriveList(const world::Model& model) : model_(model) {}

  /// A drive of Surefoot's own element comes first and keeps its joints.
  void AddWritten(const Element& drive) {
    CollectJoints(drive, model_, &taken_);
    if (const std::string* name = drive.Attribute("name")) names_.insert(*name);
    drives_.push_back(drive);
  }

  /// True when no other drive uses one of its joints.
  bool IsFree(const Element& drive) const { return IsFree(drive, taken_); }
  /// True when none of its joints is in `taken`.
  bool IsFree(const Element& drive, const std::set<int>& taken) const {
    std::set<int> joints;
    CollectJoints(drive, model_, &joints);
    return std::none_of(joints.begin(), joints.end(),
                        [&taken](int joint) { return taken.count(joint) > 0; });
  }

  /// A translated drive; not if another one has its joints.
  void Add(Element drive, Problems* problems) {
    std::set<int> joints;
    CollectJoints(drive, model_, &joints);
    for (int joint : joints) {
      if (taken_.count(joint) == 0) continue;
      problems->Warning(
          drive.source, OriginOf(drive) + ": does not run: another drive uses this joint",
          model_.joints[static_cast<std::size_t>(joint)].name, "remove the joint from one of them");
      return;
    }
    taken_.insert(joints.begin(), joints.end());
    Push(std::move(drive));
  }

  /// A controller that shares joints with an earlier one, and runs when it is switched to.
  void AddInactive(Element drive) {
    drive.attributes.emplace_back("inactive", "true");
    Push(std::move(drive));
  }

  const std::set<int>& taken() const { return taken_; }
  const std::vector<Element>& drives() const { return drives_; }

 private:
  /// Names are unique.
  void Push(Element drive) {
    std::string& name = drive.attributes.front().second;
    const std::string given = name;
    for (int i = 2; !names_.insert(name).second; ++i) name = given + "_" + std::to_string(i);
    drives_.push_back(std::move(drive));
  }

  const world::Model& model_;
  std::set<int> taken_;
  std::set<std::string> names_;
  std::vector<Element> drives_;
};

}  // namespace

// Sensors of links and joints first, then those of plugins on the model.
std::vector<PlacedSensor> SensorsOf(const world::Model& model, const AllSpellings& spellings,
                                    Problems* problems) {
  std::vector<PlacedSensor> sensors;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    for (const world::Sensor& sensor : model.links[i].sensors) {
      sensors.push_back(Place(static_cast<int>(i), -1, sensor, model, spellings, problems));
    }
  }
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    for (const world::Sensor& sensor : model.joints[i].sensors) {
      sensors.push_back(
          Place(model.joints[i].child, static_cast<int>(i), sensor, model, spellings, problems));
    }
  }
  ForEachPlugin(model, [&](const world::Plugin& plugin, int link) {
    const SensorRow* row = FindModelSensor(spellings, NamesOf(plugin));
    if (row == nullptr) return;
    const ForeignReader reader(plugin.element, ShownName(plugin), model, problems);
    for (PlacedSensor& placed : MakeModelSensor(*row, reader, plugin, link)) {
      placed.from = reader.what();
      MakeNameUnique(sensors, &placed);
      sensors.push_back(std::move(placed));
    }
  });
  for (PlacedSensor& placed : RosControlSensors(model, spellings, sensors, problems)) {
    MakeNameUnique(sensors, &placed);
    sensors.push_back(std::move(placed));
  }
  return sensors;
}

/// Adds the controllers of parameter files. Of those that share joints the first one is active.
void AddControllers(const world::Model& model, DriveList* list, Problems* problems) {
  const std::set<int> before = list->taken();
  for (Element& drive : ControllerDrives(model, problems)) {
    if (list->IsFree(drive)) {
      list->Add(std::move(drive), problems);
    } else if (list->IsFree(drive, before)) {
      list->AddInactive(std::move(drive));
    }
  }
}

/// Whether controllers take precedence over the model's own drives.
bool ControllersOverride(const world::Model& model) {
  return std::any_of(model.extensions.begin(), model.extensions.end(), [](const Element& element) {
    return element.name == kRosParameters && AttributeOf(element, "override") == "true";
  });
}

/// Explicit drives take precedence over plugins, and these over controllers; joints that remain
/// free are left to the next source.
std::vector<Element> DrivesOf(const world::Model& model, Problems* problems) {
  DriveList list(model);
  const bool controllers_first = ControllersOverride(model);
  if (controllers_first) AddControllers(model, &list, problems);
  for (const Element& element : model.extensions) {
    if (element.name != "surefoot:drive") continue;
    if (!controllers_first || list.IsFree(element)) list.AddWritten(element);
  }
  // True also for a drive plugin that cannot be translated.
  bool asked = false;
  ForEachPlugin(model, [&](const world::Plugin& plugin, int) {
    const DriveRow* row = FindDriveRow(NamesOf(plugin));
    if (row == nullptr) return;
    asked = true;
    const ForeignReader reader(plugin.element, ShownName(plugin), model, problems);
    auto drive = TranslatePlugin(*row, reader, plugin);
    if (drive && (!controllers_first || list.IsFree(*drive))) list.Add(std::move(*drive), problems);
  });
  if (!controllers_first) AddControllers(model, &list, problems);
  for (Element& drive : RosControlDrives(model, list.taken(), problems)) {
    list.Add(std::move(drive), problems);
  }
  if (list.drives().empty() && !asked) {
    if (auto drive = ProposedDrive(model, problems)) list.Add(std::move(*drive), problems);
  }
  return list.drives();
}

bool StartsInactive(const Element& drive) { return AttributeOf(drive, "inactive") == "true"; }

std::string ControllerTypeOf(const Element& drive) { return AttributeOf(drive, "controller"); }

bool HoldsJoints(const world::Model& model) {
  for (const world::Plugin& plugin : model.plugins) {
    const Element* hold = plugin.element.Child("hold_joints");
    if (hold == nullptr || plugin.filename.find("ros2_control") == std::string::npos) continue;
    const std::string text = Lower(ValueOf(*hold));
    return text != "false" && text != "0";
  }
  return true;
}

bool IsProposed(const Element& drive) { return AttributeOf(drive, "proposed") == "true"; }

std::string OriginOf(const Element& drive) { return AttributeOf(drive, "from"); }

/// A model must load even if one of its plugins cannot be used.
void PassOnAsWarnings(const Problems& found, const std::string& from, Problems* problems) {
  for (const Problem& problem : found.all()) {
    if (problem.severity == Severity::kError) {
      problems->Warning(problem.source, from + " does not run: " + problem.message, problem.value,
                        problem.advice);
    } else {
      problems->Add(problem.severity, problem.source, problem.message, problem.value,
                    problem.advice);
    }
  }
}

}  // namespace surefoot::plugins
