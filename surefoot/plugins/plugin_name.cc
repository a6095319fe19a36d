#include "surefoot/plugins/plugin_name.h"

#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/plugins/foreign.h"
#include "surefoot/world/parse.h"

namespace surefoot::plugins {
namespace {

/// Removes the prefix (suffix) if the text has it; returns false otherwise.
bool TakePrefix(std::string* text, const std::string& prefix) {
  if (text->compare(0, prefix.size(), prefix) != 0) return false;
  text->erase(0, prefix.size());
  return true;
}

/// Removes a suffix; false if the text does not have it.
bool TakeSuffix(std::string* text, const std::string& suffix) {
  if (text->size() < suffix.size() ||
      text->compare(text->size() - suffix.size(), suffix.size(), suffix) != 0) {
    return false;
  }
  text->resize(text->size() - suffix.size());
  return true;
}

/// "libgazebo_ros_camera.so" without folder, "lib" and extension, in lower case.
std::string Stem(const std::string& filename) {
  std::string stem = Lower(filename.substr(filename.find_last_of("/\\") + 1));
  TakePrefix(&stem, "lib");
  for (const char* ending : {".so", ".dylib", ".dll"}) {
    if (TakeSuffix(&stem, ending)) break;
  }
  return stem;
}

/// "gz-sim-diff-drive-system" and "ignition-gazebo6-diff-drive-system" give "diffdrive"; other
/// names "".
std::string SystemOfFile(std::string stem) {
  if (!TakePrefix(&stem, "gz-sim") && !TakePrefix(&stem, "ignition-gazebo")) return "";
  stem.erase(0, stem.find_first_not_of("0123456789"));
  if (!TakePrefix(&stem, "-") || !TakeSuffix(&stem, "-system")) return "";
  std::erase_if(stem, [](char c) { return c == '-' || c == '_'; });
  return stem;
}

/// "gz::sim::systems::DiffDrive" gives "diffdrive".
std::string SystemOfClass(const std::string& name) {
  for (const char* space : {"gz::sim::systems::", "ignition::gazebo::systems::", "gz::sim::v"}) {
    if (name.compare(0, std::string(space).size(), space) == 0) {
      return Lower(name.substr(name.rfind("::") + 2));
    }
  }
  return "";
}

}  // namespace

// A plugin is known by its class and by its library's file name; files may have either.
std::vector<std::string> NamesOf(const world::Plugin& plugin) {
  std::vector<std::string> names;
  const std::string by_class = SystemOfClass(plugin.name);
  const std::string stem = Stem(plugin.filename);
  const std::string by_file = SystemOfFile(stem);
  if (!by_class.empty()) names.push_back("gz:" + by_class);
  if (!by_file.empty() && by_class.empty()) names.push_back("gz:" + by_file);
  if (!stem.empty()) names.push_back(stem);
  return names;
}

// As the file names it, for messages.
std::string ShownName(const world::Plugin& plugin) {
  if (plugin.name.find("::") == std::string::npos) {
    return plugin.filename.empty() ? plugin.name : plugin.filename;
  }
  return plugin.filename.empty() ? plugin.name : plugin.filename + " (" + plugin.name + ")";
}

// `list` has names separated by blanks.
bool IsListed(const std::vector<std::string>& names, const std::string& list) {
  const std::vector<std::string> listed = world::SplitWords(list);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(listed.begin(), listed.end(), name) != listed.end();
  });
}

world::Plugin PluginOf(const world::Element& element) {
  world::Plugin plugin;
  plugin.name = AttributeOf(element, "name");
  plugin.filename = AttributeOf(element, "filename");
  plugin.element = element;
  plugin.source = element.source;
  return plugin;
}

}  // namespace surefoot::plugins
