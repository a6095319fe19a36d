#include "surefoot/formats/sdf/references.h"

#include <algorithm>
#include <map>
#include <set>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

bool DefinesFrame(const std::string& name) {
  return name == "link" || name == "joint" || name == "frame" || name == "model";
}

/// What may be named inside a world or model.
class Scope {
 public:
  explicit Scope(const SdfNode& node) : node_(node) {}

  /// Included by libsdformat, or read by another reader: the names are not known here.
  bool is_open() const {
    return std::any_of(node_.children.begin(), node_.children.end(), [](const SdfNode& child) {
      return child.name == "include" || child.name == kForeign;
    });
  }

  std::vector<std::string> Names(bool links_only) const {
    std::vector<std::string> names;
    for (const SdfNode& child : node_.children) {
      const bool wanted = links_only ? child.name == "link" : DefinesFrame(child.name);
      if (wanted) names.push_back(child.AttributeOr("name"));
    }
    return names;
  }

  /// True for "link", "frame", "nested::link"; true when it cannot be known.
  bool Has(const std::string& name) const {
    if (is_open() || name == "__model__" || name == "__root__" || name == "world") return true;
    const std::size_t colons = name.find("::");
    const std::string first = name.substr(0, colons);
    for (const SdfNode& child : node_.children) {
      if (!DefinesFrame(child.name)) continue;
      // Files before 1.8 have names with colons in them.
      if (child.AttributeOr("name") == name) return true;
      const bool inside = child.name == "model" && child.AttributeOr("name") == first;
      if (inside && colons != std::string::npos) return Scope(child).Has(name.substr(colons + 2));
    }
    return false;
  }

 private:
  const SdfNode& node_;
};

/// The names of a circle of "stands in"; empty when there is none.
std::vector<std::string> FindCircle(const std::map<std::string, std::string>& next) {
  std::set<std::string> done;
  for (const auto& start : next) {
    std::vector<std::string> chain;
    std::string name = start.first;
    while (next.count(name) > 0 && done.count(name) == 0) {
      const auto seen = std::find(chain.begin(), chain.end(), name);
      if (seen != chain.end()) return std::vector<std::string>(seen, chain.end());
      chain.push_back(name);
      name = next.at(name);
    }
    done.insert(chain.begin(), chain.end());
  }
  return {};
}

class Checker {
 public:
  Checker(const SdfVersion& version, const std::vector<std::string>& files, Problems* problems)
      : files_(files), problems_(problems), frames_(version.minor >= 7) {}

  void CheckScope(const SdfNode& node, const std::string& path) {
    const Scope scope(node);
    if (node.name == "model") CheckModel(node, path);
    if (frames_) CheckCircles(node, path);
    for (const SdfNode& child : node.children) {
      const std::string child_path = path.empty() ? PathPart(child) : path + "/" + PathPart(child);
      if (child.name == "joint" && node.name == "model") CheckJoint(scope, child, child_path);
      if (!frames_) {
        if (child.name == "model") CheckScope(child, child_path);
        continue;
      }
      CheckPoses(scope, child, child_path);
      if (child.name == "frame") CheckName(scope, child, "attached_to", child_path);
      if (child.name == "model") CheckScope(child, child_path);
    }
  }

 private:
  Source At(const SdfNode& node, const std::string& path) const {
    return Source{files_[static_cast<std::size_t>(node.file)], node.line, path};
  }

  void ReportMissing(const Scope& scope, const SdfNode& node, const std::string& path,
                     const std::string& what, const std::string& name, bool links_only) {
    problems_->Error(At(node, path), what, name, NameAdvice(name, scope.Names(links_only)));
  }

  void CheckName(const Scope& scope, const SdfNode& node, const std::string& key,
                 const std::string& path) {
    const std::string name = node.AttributeOr(key);
    if (name.empty() || scope.Has(name)) return;
    ReportMissing(scope, node, path + "/@" + key, "there is no such frame", name, false);
  }

  void CheckModel(const SdfNode& model, const std::string& path) {
    const Scope scope(model);
    CheckName(scope, model, "placement_frame", path);
    CheckName(scope, model, "canonical_link", path);
    const bool empty = scope.Names(true).empty() && model.Child("model") == nullptr;
    if (empty && !scope.is_open()) {
      problems_->Error(At(model, path), "the model has no link", model.AttributeOr("name"),
                       "write <link name=\"...\"> in it");
    }
  }

  /// Frames that hang on each other in a circle hang on nothing.
  void CheckCircles(const SdfNode& node, const std::string& path) {
    std::map<std::string, std::string> placed_in, attached_to;
    std::map<std::string, const SdfNode*> nodes;
    for (const SdfNode& child : node.children) {
      if (!DefinesFrame(child.name)) continue;
      const std::string name = child.AttributeOr("name");
      const std::string base =
          child.name == "joint" ? child.ChildText("child") : child.AttributeOr("attached_to");
      const SdfNode* pose = child.Child("pose");
      const std::string relative_to = pose != nullptr ? pose->AttributeOr("relative_to") : "";
      nodes[name] = &child;
      attached_to[name] = base;
      placed_in[name] = relative_to.empty() ? base : relative_to;
    }
    for (const auto* next : {&placed_in, &attached_to}) {
      const std::vector<std::string> circle = FindCircle(*next);
      if (circle.empty()) continue;
      std::string text;
      for (const std::string& name : circle) text += name + " -> ";
      const SdfNode& first = *nodes.at(circle.front());
      problems_->Error(At(first, path + "/" + PathPart(first)),
                       "the frames refer to each other in a circle", text + circle.front(),
                       "let one of them stand on a link or the model");
      return;
    }
  }

  /// The poses of an element and of what is in it, except in models, which are scopes themselves.
  void CheckPoses(const Scope& scope, const SdfNode& node, const std::string& path) {
    for (const SdfNode& child : node.children) {
      const std::string child_path = path + "/" + PathPart(child);
      if (child.name == "pose") CheckName(scope, child, "relative_to", child_path);
      if (child.name == "xyz") CheckName(scope, child, "expressed_in", child_path);
      const bool inner = child.name == "visual" || child.name == "collision" ||
                         child.name == "sensor" || child.name == "light" || child.name == "axis" ||
                         child.name == "axis2";
      if (inner && node.name != "model") CheckPoses(scope, child, child_path);
    }
  }

  void CheckJoint(const Scope& scope, const SdfNode& joint, const std::string& path) {
    const std::string parent = joint.ChildText("parent");
    const std::string child = joint.ChildText("child");
    if (!parent.empty() && !scope.Has(parent)) {
      ReportMissing(scope, *joint.Child("parent"), path + "/parent", "there is no such link",
                    parent, true);
    }
    if (!child.empty() && !scope.Has(child)) {
      ReportMissing(scope, *joint.Child("child"), path + "/child", "there is no such link", child,
                    true);
    }
    CheckAxis(joint, "axis", path);
    CheckAxis(joint, "axis2", path);
    if (!child.empty() && child == "world") {
      problems_->Error(At(*joint.Child("child"), path + "/child"), "the world cannot be a child",
                       child, "make it the <parent>");
    } else if (!child.empty() && child == parent) {
      problems_->Error(At(*joint.Child("child"), path + "/child"),
                       "the joint connects a link with itself", child,
                       "<parent> and <child> must differ");
    }
  }

  void CheckAxis(const SdfNode& joint, const std::string& name, const std::string& path) {
    const SdfNode* axis = joint.Child(name);
    const SdfNode* xyz = axis != nullptr ? axis->Child("xyz") : nullptr;
    if (xyz == nullptr) return;
    Problems ignored;
    const auto direction = ParseVector3(xyz->text, Source{}, &ignored);
    if (!direction || direction->norm() > 1e-9) return;
    problems_->Error(At(*xyz, path + "/" + name + "/xyz"), "the axis has no direction", xyz->text,
                     "write for example <xyz>0 0 1</xyz>");
  }

  const std::vector<std::string>& files_;
  Problems* problems_;
  /// Before SDF 1.7 frames had no meaning.
  bool frames_;
};

}  // namespace

void CheckReferences(const SdfVersion& version, const SdfNode& root,
                     const std::vector<std::string>& files, Problems* problems) {
  Checker checker(version, files, problems);
  for (const SdfNode& child : root.children) {
    if (child.name == "world" || child.name == "model") {
      checker.CheckScope(child, PathPart(child));
    }
  }
}

}  // namespace surefoot::formats
