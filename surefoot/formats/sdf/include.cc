#include "surefoot/formats/sdf/include.h"

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

bool IsExtension(const SdfNode& node) { return node.name.find(':') != std::string::npos; }

bool IsZeroPose(const SdfNode& pose) {
  if (!pose.AttributeOr("relative_to").empty()) return false;
  for (const std::string& word : SplitWords(pose.text)) {
    if (word.find_first_not_of("+-0.") != std::string::npos) return false;
  }
  // A quaternion of zeros is no rotation at all.
  return pose.AttributeOr("rotation_format") != "quat_xyzw" || SplitWords(pose.text).empty();
}

}  // namespace

const SdfNode* IncludedThing(const SdfNode& root, const Source& source, Problems* problems) {
  const SdfNode* found = nullptr;
  for (const SdfNode& child : root.children) {
    if (child.name == "world") {
      problems->Error(source, "the included file holds a world", child.AttributeOr("name"),
                      "only a file with one model, light or actor can be included");
      return nullptr;
    }
    if (child.name != "model" && child.name != "light" && child.name != "actor") continue;
    if (found == nullptr) {
      found = &child;
    } else {
      problems->Warning(source, "the included file holds more than one model; the first is taken",
                        found->AttributeOr("name"), "write one file for each model");
      break;
    }
  }
  if (found == nullptr) {
    problems->Error(source, "the included file holds no model, light or actor", "",
                    "write <model name=\"...\"> in it");
  }
  return found;
}

void CheckInclude(const SdfNode& include, const Source& source, Problems* problems) {
  if (include.Child("placement_frame") != nullptr && include.Child("pose") == nullptr) {
    problems->Error(source, "<placement_frame> needs a <pose>",
                    include.ChildText("placement_frame"),
                    "say with <pose> where the frame is to be");
  }
}

bool IsMerge(const SdfNode& include) {
  const std::string merge = include.AttributeOr("merge");
  return merge == "true" || merge == "1";
}

bool NeedsLibrary(const SdfNode& include) {
  return include.Child("experimental:params") != nullptr;
}

bool MergesPlainly(const SdfNode& include, const SdfNode& thing, const SdfNode& parent) {
  const SdfNode* pose = include.Child("pose");
  if (pose == nullptr) pose = thing.Child("pose");
  if (pose != nullptr && !IsZeroPose(*pose)) return false;
  if (include.Child("placement_frame") != nullptr) return false;
  if (!thing.AttributeOr("placement_frame").empty()) return false;
  if (!thing.AttributeOr("canonical_link").empty()) return false;
  for (const SdfNode& child : parent.children) {
    if (&child == &include) break;
    if (child.name == "link" || child.name == "model" || child.name == "include") return false;
  }
  return thing.name == "model";
}

SdfNode WithOverrides(const SdfNode& include, const SdfNode& thing) {
  SdfNode merged = thing;
  if (!include.ChildText("name").empty()) merged.SetAttribute("name", include.ChildText("name"));
  if (include.Child("pose") != nullptr) {
    // The file's own placement frame belongs to the file's own pose.
    merged.RemoveChildren("pose");
    merged.SetAttribute("placement_frame", include.ChildText("placement_frame"));
  }
  if (include.Child("static") != nullptr && thing.name == "model") merged.RemoveChildren("static");
  for (const SdfNode& child : include.children) {
    const bool for_all = child.name == "pose" || child.name == "plugin" || IsExtension(child);
    if (for_all || (child.name == "static" && thing.name == "model")) {
      merged.children.push_back(child);
    }
  }
  if (thing.name == "light" || merged.AttributeOr("placement_frame").empty()) {
    for (std::size_t i = 0; i < merged.attributes.size(); ++i) {
      if (merged.attributes[i].first != "placement_frame") continue;
      merged.attributes.erase(merged.attributes.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
  return merged;
}

std::vector<SdfNode> MergedParts(const SdfNode& include, const SdfNode& thing) {
  std::vector<SdfNode> parts;
  for (const SdfNode& child : thing.children) {
    const bool part = child.name == "link" || child.name == "joint" || child.name == "frame" ||
                      child.name == "model" || child.name == "include" || child.name == "gripper" ||
                      child.name == "plugin";
    if (part || IsExtension(child)) parts.push_back(child);
  }
  for (const SdfNode& child : include.children) {
    if (child.name == "plugin" || IsExtension(child)) parts.push_back(child);
  }
  return parts;
}

}  // namespace surefoot::formats
