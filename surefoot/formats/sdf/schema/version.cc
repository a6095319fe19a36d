#include "surefoot/formats/sdf/schema/version.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/node.h"

// Files of older versions are rewritten to the newest one before they are checked, so that the
// readers know only one.

namespace surefoot::formats {
namespace {

template <typename List>
bool IsIn(const std::string& name, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](const char* entry) { return name == entry; });
}

/// Moves a child to another element under a new name, unless that name exists there.
void MoveUp(SdfNode* from, const char* child, SdfNode* to, const char* name) {
  const SdfNode* found = from->Child(child);
  if (found == nullptr) return;
  SdfNode moved = *found;
  moved.name = name;
  from->RemoveChildren(child);
  if (to->Child(name) == nullptr) to->children.push_back(std::move(moved));
}

/// Attributes that are still attributes in later versions.
bool StaysAttribute(const SdfNode& node, const std::string& key) {
  constexpr std::array<const char*, 5> kTyped = {"joint", "sensor", "light", "physics", "plugin"};
  if (key == "name" || key == "version" || key.find(':') != std::string::npos) return true;
  if (key == "type") return IsIn(node.name, kTyped) || node.name == "trajectory";
  return node.name == "plugin" || (node.name == "trajectory" && (key == "id" || key == "tension"));
}

/// SDF 1.0 has values in attributes: <origin pose="..."/>, <mass value>, <ambient rgba="..."/>.
void UpgradeAttributes(SdfNode* node) {
  constexpr std::array<const char*, 5> kOwnValue = {"rgba", "xyz", "link", "enabled", "angle"};
  constexpr std::array<const char*, 10> kValued = {
      "ambient",   "diffuse", "specular", "emissive", "background",
      "direction", "gravity", "parent",   "child",    "shadows"};
  if (node->name == "origin" && node->Attribute("pose") != nullptr) {
    node->name = "pose";
    node->text = node->AttributeOr("pose");
    node->attributes.clear();
  }
  std::vector<std::pair<std::string, std::string>> stay;
  for (auto& [key, value] : node->attributes) {
    const bool own =
        IsIn(node->name, kValued) || node->name == "grid" || node->name == "horizontal_fov";
    if (StaysAttribute(*node, key)) {
      stay.emplace_back(key, value);
    } else if (own && IsIn(key, kOwnValue)) {
      node->text = value;
    } else {
      std::string name = key;
      if (node->name == "fog" && key == "rgba") name = "color";
      if (node->name == "heightmap" && key == "origin") name = "pos";
      node->children.push_back(NodeAt(*node, name, value));
    }
  }
  node->attributes = std::move(stay);
  // The parameters of a plugin are its own and do not change.
  if (node->name == "plugin") return;
  for (SdfNode& child : node->children) UpgradeAttributes(&child);
}

/// Before SDF 1.4: <filename> instead of <uri>, scripts as text, time steps in the solver.
void UpgradeEarly(SdfNode* node) {
  constexpr std::array<const char*, 3> kFiles = {"mesh", "heightmap", "image"};
  if (IsIn(node->name, kFiles)) MoveUp(node, "filename", node, "uri");
  if (node->name == "script" && node->children.empty() && !Trimmed(node->text).empty()) {
    node->children.push_back(NodeAt(*node, "name", std::exchange(node->text, "")));
  }
  if (node->name != "physics") return;
  MoveUp(node, "update_rate", node, "real_time_update_rate");
  if (SdfNode* ode = node->Child("ode")) {
    if (SdfNode* solver = ode->Child("solver")) MoveUp(solver, "dt", node, "max_step_size");
  }
  // MoveUp() changes the children, so pointers to them are invalid.
  if (SdfNode* bullet = node->Child("bullet")) MoveUp(bullet, "dt", node, "max_step_size");
}

/// Old files also contain "True" and "TRUE".
bool IsTrue(const std::string& text) { return Lower(text) == "true" || text == "1"; }

/// Up to SDF 1.4 axes are expressed in the model's frame, in 1.5 and 1.6 only on request.
void UpgradeAxis(int minor, SdfNode* axis) {
  const bool in_model = minor <= 4 || IsTrue(axis->ChildText("use_parent_model_frame"));
  axis->RemoveChildren("use_parent_model_frame");
  if (!in_model) return;
  if (axis->Child("xyz") == nullptr) axis->children.push_back(NodeAt(*axis, "xyz", "0 0 1"));
  axis->Child("xyz")->SetAttribute("expressed_in", "__model__");
}

/// One axis with the noise model that all axes had.
SdfNode AxisNoise(const SdfNode& place, const std::string& axis, const std::string& type,
                  const SdfNode* values) {
  SdfNode noise = NodeAt(place, "noise");
  noise.SetAttribute("type", type);
  if (values != nullptr) noise.children = values->children;
  SdfNode node = NodeAt(place, axis);
  node.children.push_back(std::move(noise));
  return node;
}

/// Up to SDF 1.5 an IMU has one noise model for all axes.
void UpgradeImu(SdfNode* imu) {
  const SdfNode* found = imu->Child("noise");
  if (found == nullptr) return;
  const SdfNode noise = *found;
  imu->RemoveChildren("noise");
  const std::pair<const char*, const char*> kinds[] = {{"angular_velocity", "rate"},
                                                       {"linear_acceleration", "accel"}};
  for (const auto& [name, values] : kinds) {
    SdfNode element = NodeAt(noise, name);
    for (const char* axis : {"x", "y", "z"}) {
      element.children.push_back(
          AxisNoise(noise, axis, noise.ChildText("type"), noise.Child(values)));
    }
    imu->children.push_back(std::move(element));
  }
}

/// Up to SDF 1.5 gravity and the magnetic field are in <physics>.
void UpgradeWorld(SdfNode* world) {
  SdfNode rest = NodeAt(*world, "world");
  for (SdfNode& child : world->children) {
    if (child.name != "physics") continue;
    MoveUp(&child, "gravity", &rest, "gravity");
    MoveUp(&child, "magnetic_field", &rest, "magnetic_field");
  }
  for (SdfNode& moved : rest.children) {
    if (world->Child(moved.name) == nullptr) world->children.push_back(std::move(moved));
  }
}

/// Before SDF 1.7 the attribute `frame` of a pose was what relative_to is now.
void Upgrade(int minor, SdfNode* node) {
  if (node->name == "plugin" || node->foreign) return;
  if (minor <= 3) UpgradeEarly(node);
  if (minor <= 5 && node->name == "world") UpgradeWorld(node);
  if (minor <= 5 && node->name == "imu") UpgradeImu(node);
  if (node->name == "axis" || node->name == "axis2") UpgradeAxis(minor, node);
  if (node->name == "pose" && node->Attribute("frame") != nullptr) {
    const std::string frame = node->AttributeOr("frame");
    node->RemoveAttribute("frame");
    if (!frame.empty()) node->SetAttribute("relative_to", frame);
  }
  for (SdfNode& child : node->children) Upgrade(minor, &child);
}

}  // namespace

/// std::from_chars instead of a float: 1.10 is later than 1.9.
std::optional<SdfVersion> ParseSdfVersion(const std::string& text) {
  const std::string word = Trimmed(text);
  SdfVersion version;
  const char* last = word.data() + word.size();
  const auto major = std::from_chars(word.data(), last, version.major);
  if (major.ec != std::errc() || major.ptr == last || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, last, version.minor);
  if (minor.ec != std::errc() || minor.ptr != last || version.minor < 0) return std::nullopt;
  if (version.major != 1) return std::nullopt;
  return version;
}

void UpgradeSdf(const SdfVersion& version, SdfNode* root) {
  if (version.minor < 2) {
    for (SdfNode& child : root->children) UpgradeAttributes(&child);
  }
  if (version.minor < 7) Upgrade(version.minor, root);
}

}  // namespace surefoot::formats
