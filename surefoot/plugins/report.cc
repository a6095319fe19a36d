/// Reports the plugins that are not supported, by their names.

#include <map>
#include <set>

#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/plugin_name.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/plugins/sensor_rows.h"

namespace surefoot::plugins {
namespace {

/// Plugins that run <ros2_control> or the controllers for <transmission>: the tags themselves are
/// read.
constexpr const char* kControl =
    "gazebo_ros_control gazebo_ros2_control ign_ros2_control-system gz_ros2_control-system "
    "ign_ros2_control gz_ros2_control gazebo_ros_controller_manager hwi_switch_gazebo_ros_control "
    "baxter_gazebo_ros_control franka_gazebo franka_hw_sim";

/// Plugins that make one joint follow another; not needed if the joint has <mimic>.
constexpr const char* kMimic =
    "roboticsgroup_gazebo_mimic_joint_plugin roboticsgroup_upatras_gazebo_mimic_joint_plugin "
    "gazebo_mimic_plugin gazebo_mimic_joint_plugin mimic_joint_plugin";

/// Whether the file describes the joint of a mimic plugin as a mimic joint too.
bool HasMimic(const world::Plugin& plugin, const world::Model& model) {
  for (const char* name : {"mimicJoint", "mimic_joint"}) {
    const world::Element* child = plugin.element.Child(name);
    const int joint = child != nullptr ? FindJoint(model, ValueOf(*child)) : -1;
    if (joint >= 0 && model.joints[static_cast<std::size_t>(joint)].mimic) return true;
  }
  return false;
}

/// One warning for all plugins with the same name in a model.
class Report {
 public:
  /// Equal findings are counted, so that a robot of many wheels gives one message.
  void Add(const world::Plugin& plugin, const std::string& why, const std::string& advice) {
    const std::string name = ShownName(plugin);
    const auto [entry, is_new] = index_.emplace(name + why, findings_.size());
    if (is_new) findings_.push_back({plugin.source, name, why, advice, 0});
    ++findings_[entry->second].count;
  }

  /// One warning per finding, at its first place.
  void PrintTo(Problems* problems) const {
    for (const Finding& finding : findings_) {
      const std::string more =
          finding.count > 1 ? " (" + std::to_string(finding.count) + " of them)" : "";
      problems->Warning(finding.source, finding.why + more, finding.name, finding.advice);
    }
  }

 private:
  struct Finding {
    Source source;
    std::string name;
    std::string why;
    std::string advice;
    int count = 0;
  };
  std::map<std::string, std::size_t> index_;
  std::vector<Finding> findings_;
};

/// Reports a plugin that is neither a drive nor a sensor.
void ReportOther(const world::Plugin& plugin, const AllSpellings& spellings, Report* report) {
  const std::vector<std::string> names = NamesOf(plugin);
  if (IsSensorSwitch(spellings, names)) return;
  const KnownPlugin* known = FindKnown(names);
  if (known == nullptr) {
    report->Add(plugin, "unknown plugin; it does not run", "");
  } else if (known->kind == KnownPlugin::Kind::kMissing) {
    report->Add(plugin,
                std::string("this plugin is not supported and does not run: ") + known->what, "");
  }
}

/// Reports a plugin that no table knows.
void ReportModelPlugin(const world::Plugin& plugin, const world::Model& model,
                       const AllSpellings& spellings, Report* report) {
  const std::vector<std::string> names = NamesOf(plugin);
  if (FindDriveRow(names) != nullptr || FindModelSensor(spellings, names) != nullptr) return;
  if (IsListed(names, kControl)) return;
  if (IsListed(names, kMimic)) {
    if (!HasMimic(plugin, model)) {
      report->Add(plugin, "this plugin is not supported and does not run: a mimic joint",
                  "write <mimic> in the joint");
    }
    return;
  }
  ReportOther(plugin, spellings, report);
}

/// The same for the plugins of a sensor.
void ReportSensor(const world::Sensor& sensor, const AllSpellings& spellings, Report* report) {
  for (const world::Element& child : sensor.element.children) {
    if (child.name != "plugin") continue;
    const world::Plugin plugin = PluginOf(child);
    const std::vector<std::string> names = NamesOf(plugin);
    if (FindSensorPlugin(spellings, names) != nullptr) continue;
    if (IsSensorSwitch(spellings, names)) continue;
    const KnownPlugin* known = FindKnown(names);
    if (known != nullptr && known->kind == KnownPlugin::Kind::kNotNeeded) continue;
    report->Add(plugin, "this plugin is not supported and does not run; its sensor runs without it",
                "");
  }
}

void ReportModel(const world::Model& model, const AllSpellings& spellings, Problems* problems) {
  Report report;
  for (const world::Plugin& plugin : model.plugins)
    ReportModelPlugin(plugin, model, spellings, &report);
  for (const world::Link& link : model.links) {
    for (const world::Plugin& plugin : link.plugins)
      ReportModelPlugin(plugin, model, spellings, &report);
    for (const world::Sensor& sensor : link.sensors) ReportSensor(sensor, spellings, &report);
  }
  for (const world::Joint& joint : model.joints) {
    for (const world::Sensor& sensor : joint.sensors) ReportSensor(sensor, spellings, &report);
  }
  report.PrintTo(problems);
}

}  // namespace

// A model that occurs several times is reported once.
void ReportPlugins(const world::WorldSpec& spec, const AllSpellings& spellings,
                   Problems* problems) {
  Report report;
  for (const world::Plugin& plugin : spec.plugins) ReportOther(plugin, spellings, &report);
  report.PrintTo(problems);
  std::set<const world::Model*> reported;
  for (const world::ModelInstance& instance : spec.models) {
    if (reported.insert(instance.model.get()).second)
      ReportModel(*instance.model, spellings, problems);
  }
}

}  // namespace surefoot::plugins
