#include "surefoot/formats/sdf/include.h"

#include <algorithm>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

bool IsExtension(const SdfNode& node) { return node.name.find(':') != std::string::npos; }

/// The children of a merged model that move to its parent.
bool IsPart(const SdfNode& child) {
  return IsOneOf(child.name, {"link", "joint", "frame", "model", "include", "gripper", "plugin"}) ||
         (IsExtension(child) && child.name != "experimental:params");
}

/// In a merged model "__model__" means the frame that represents it.
void ReplaceAttribute(const std::string& key, const std::string& frame, SdfNode* node) {
  if (node->AttributeOr(key) == "__model__") node->SetAttribute(key, frame);
}

/// Nested models and includes have their own "__model__", and plugins may use any names.
void ReplaceModelFrame(const std::string& frame, SdfNode* node) {
  if (node->name == "model" || node->name == "include" || node->name == "plugin") return;
  if (node->name == "pose") ReplaceAttribute("relative_to", frame, node);
  if (node->name == "xyz") ReplaceAttribute("expressed_in", frame, node);
  if (node->name == "frame") ReplaceAttribute("attached_to", frame, node);
  const bool end = node->name == "parent" || node->name == "child";
  if (end && Trimmed(node->text) == "__model__") node->text = frame;
  for (SdfNode& child : node->children) ReplaceModelFrame(frame, &child);
}

/// Places a part of a merged model relative to the frame that represents the model.
void MoveInto(const std::string& frame, SdfNode* part) {
  ReplaceModelFrame(frame, part);
  if (part->name == "frame" && part->AttributeOr("attached_to").empty()) {
    part->SetAttribute("attached_to", frame);
  }
  if (part->name != "link" && part->name != "model" && part->name != "include") return;
  if (part->Child("pose") == nullptr) part->children.push_back(NodeAt(*part, "pose"));
  SdfNode* pose = part->Child("pose");
  const std::string relative_to = pose->AttributeOr("relative_to");
  if (relative_to.empty() || relative_to == "__model__") pose->SetAttribute("relative_to", frame);
}

/// SDF's rule: the attribute, else the first link, else the first nested model's.
std::string CanonicalLink(const SdfNode& model) {
  const std::string given = model.AttributeOr("canonical_link");
  if (!given.empty()) return given;
  if (const SdfNode* link = model.Child("link")) return link->Name();
  const SdfNode* nested = model.Child("model");
  return nested != nullptr ? nested->Name() : "";
}

/// The frame that represents a merged model, as in libsdformat.
SdfNode ModelFrame(const std::string& name, const SdfNode& model, const SdfNode& parent) {
  SdfNode frame = NodeAt(model, "frame");
  frame.SetAttribute("name", name);
  frame.SetAttribute("attached_to", CanonicalLink(model));
  const SdfNode* given = model.Child("pose");
  SdfNode pose = given != nullptr ? *given : NodeAt(model, "pose");
  const char* self = parent.name == "world" ? "world" : "__model__";
  if (pose.AttributeOr("relative_to").empty()) pose.SetAttribute("relative_to", self);
  frame.children.push_back(std::move(pose));
  return frame;
}

/// The element of a change without the attributes that describe the change.
SdfNode Content(const SdfNode& node) {
  SdfNode content = node;
  content.RemoveAttribute("action");
  content.RemoveAttribute("element_id");
  content.foreign = false;
  for (SdfNode& child : content.children) child = Content(child);
  return content;
}

/// The descendant of `node` with the path of names "link::visual". Names may contain "::" in old
/// files, so all children whose name is a prefix are tried.
SdfNode* FindById(const std::string& id, SdfNode* node) {
  if (id.empty()) return node;
  for (SdfNode& child : node->children) {
    const std::string name = child.Name();
    if (name.empty() || id.rfind(name, 0) != 0) continue;
    if (id.size() == name.size()) return &child;
    if (id.compare(name.size(), 2, "::") != 0) continue;
    if (SdfNode* found = FindById(id.substr(name.size() + 2), &child)) return found;
  }
  return nullptr;
}

/// The child to which a change refers: of the same element name and, if given, the same name.
SdfNode* FindLike(const SdfNode& change, SdfNode* node) {
  const std::string* name = change.Attribute("name");
  for (SdfNode& child : node->children) {
    if (child.name == change.name && (name == nullptr || child.Name() == *name)) return &child;
  }
  return nullptr;
}

/// By address: siblings may have equal names.
void Remove(const SdfNode* which, SdfNode* parent) {
  std::erase_if(parent->children, [&](const SdfNode& child) { return &child == which; });
}

/// Overwrites the attributes and the text, and modifies or adds the children one by one.
void Modify(const SdfNode& change, SdfNode* target) {
  for (const auto& [key, value] : change.attributes) {
    if (key != "action" && key != "element_id") target->SetAttribute(key, value);
  }
  if (!Trimmed(change.text).empty()) target->text = change.text;
  for (const SdfNode& child : change.children) {
    SdfNode* found = FindLike(child, target);
    if (found != nullptr) Modify(child, found);
    if (found == nullptr) target->children.push_back(Content(child));
  }
}

/// Applies the changes of one <experimental:params>.
class Changes {
 public:
  Changes(const Source& source, Problems* problems) : source_(source), problems_(problems) {}

  void Apply(const SdfNode& change, SdfNode* model) {
    const std::string id = change.AttributeOr("element_id");
    const std::string action = change.AttributeOr("action");
    const bool adds = action == "add";
    SdfNode* target = FindById(id, model);
    if (target == nullptr || (!adds && target->name != change.name)) {
      return Fail(change, "the included model has no such element", "<" + change.name + "> " + id);
    }
    if (action.empty()) {
      for (const SdfNode& child : change.children) Act(child, child.AttributeOr("action"), target);
    } else if (adds || action == "modify") {
      Change(change, action, target);
    } else if (target != model) {
      const std::size_t colons = id.rfind("::");
      SdfNode* parent = FindById(colons == std::string::npos ? "" : id.substr(0, colons), model);
      if (action == "remove") {
        // The parent of an element whose name contains "::" cannot be named.
        if (parent == nullptr) return Fail(change, "the element to change was not found", id);
        return Remove(target, parent);
      }
      if (action != "replace") return Fail(change, "unknown action", action);
      *target = Content(change);
    }
  }

 private:
  void Change(const SdfNode& change, const std::string& action, SdfNode* target) {
    if (action == "add") target->children.push_back(Content(change));
    if (action == "modify") Modify(change, target);
  }

  /// Applies the action of a child of a change to the element's own child.
  void Act(const SdfNode& change, const std::string& action, SdfNode* parent) {
    if (action == "add") return Change(change, action, parent);
    SdfNode* target = FindLike(change, parent);
    if (target == nullptr) return Fail(change, "the element to change was not found", change.name);
    if (action == "modify") {
      Modify(change, target);
    } else if (action == "remove") {
      Remove(target, parent);
    } else if (action == "replace") {
      *target = Content(change);
    } else {
      Fail(change, "unknown action", action);
    }
  }

  /// The advice is the same for all errors, since the syntax is little known.
  void Fail(const SdfNode& node, const std::string& what, const std::string& value) {
    problems_->Error(Source{source_.file, node.line, "include/experimental:params/" + node.name},
                     what, value,
                     "element_id is link::visual; actions are add, modify, remove and replace");
  }

  Source source_;
  Problems* problems_;
};

}  // namespace

/// By the text, without parsing: "0 0 0 0 -0 0.0" counts, "1e-20" does not.
bool IsZeroPose(const SdfNode* pose) {
  if (pose == nullptr) return true;
  if (!pose->AttributeOr("relative_to").empty()) return false;
  for (const std::string& word : SplitWords(pose->text)) {
    if (word.find_first_not_of("+-0.") != std::string::npos) return false;
  }
  // A quaternion of zeros is invalid, not the identity.
  return pose->AttributeOr("rotation_format") != "quat_xyzw" || SplitWords(pose->text).empty();
}

const SdfNode* IncludedElement(const SdfNode& root, const Source& source, Problems* problems) {
  const SdfNode* found = nullptr;
  for (const SdfNode& child : root.children) {
    if (child.name == "world") {
      return problems->Error(source, "the included file contains a world",
                             child.AttributeOr("name"),
                             "only a file with one model, light or actor can be included");
    }
    if (child.name != "model" && child.name != "light" && child.name != "actor") continue;
    if (found == nullptr) {
      found = &child;
    } else {
      problems->Warning(source,
                        "the included file contains more than one model; the first one is used",
                        found->AttributeOr("name"), "write one file for each model");
      break;
    }
  }
  if (found == nullptr) {
    problems->Error(source, "the included file contains no model, light or actor", "",
                    "write <model name=\"...\"> in it");
  }
  return found;
}

void CheckInclude(const SdfNode& include, const Source& source, Problems* problems) {
  if (include.Child("placement_frame") != nullptr && include.Child("pose") == nullptr) {
    problems->Error(source, "<placement_frame> needs a <pose>",
                    include.ChildText("placement_frame"), "write the pose of the frame in <pose>");
  }
}

bool IsMerge(const SdfNode& include) {
  const std::string merge = include.AttributeOr("merge");
  return merge == "true" || merge == "1";
}

/// The children that remain of an include (name, uri, placement_frame) have been used before.
SdfNode WithOverrides(const SdfNode& include, const SdfNode& thing) {
  SdfNode merged = thing;
  const bool is_model = thing.name == "model";
  if (!include.ChildText("name").empty()) merged.SetAttribute("name", include.ChildText("name"));
  if (include.Child("pose") != nullptr) {
    // The placement frame of the file applies to the pose of the file, which is overridden.
    merged.RemoveChildren("pose");
    merged.RemoveAttribute("placement_frame");
    const std::string placement = include.ChildText("placement_frame");
    if (is_model && !placement.empty()) merged.SetAttribute("placement_frame", placement);
  }
  if (include.Child("static") != nullptr && is_model) merged.RemoveChildren("static");
  for (const SdfNode& child : include.children) {
    const bool extension = IsExtension(child) && child.name != "experimental:params";
    const bool for_all = child.name == "pose" || child.name == "plugin" || extension;
    if (for_all || (child.name == "static" && is_model)) merged.children.push_back(child);
  }
  return merged;
}

/// The name of the frame is that of libsdformat, so that files which refer to it work.
std::vector<SdfNode> MergedParts(const SdfNode& model, const SdfNode& parent, bool is_first) {
  std::vector<SdfNode> parts;
  const bool plain = is_first && IsZeroPose(model.Child("pose")) &&
                     model.AttributeOr("canonical_link").empty() &&
                     model.AttributeOr("placement_frame").empty();
  const std::string frame = "_merged__" + model.Name() + "__model__";
  if (!plain) parts.push_back(ModelFrame(frame, model, parent));
  for (const SdfNode& child : model.children) {
    if (!IsPart(child)) continue;
    parts.push_back(child);
    if (!plain) MoveInto(frame, &parts.back());
  }
  return parts;
}

void ApplyParams(const SdfNode& params, const Source& source, SdfNode* model, Problems* problems) {
  Changes changes(source, problems);
  for (const SdfNode& change : params.children) changes.Apply(change, model);
}

}  // namespace surefoot::formats
