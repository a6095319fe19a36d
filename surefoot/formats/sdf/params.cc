#include "surefoot/formats/sdf/params.h"

#include <algorithm>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

/// What is to be done, without the words that say so.
SdfNode Content(const SdfNode& node) {
  SdfNode content = node;
  content.RemoveAttribute("action");
  content.RemoveAttribute("element_id");
  content.foreign = false;
  for (SdfNode& child : content.children) child = Content(child);
  return content;
}

/// "link::visual" inside `node`: names one after the other.
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

/// The child that a change means: of the same kind, and of the same name when it has one.
SdfNode* FindLike(const SdfNode& change, SdfNode* node) {
  const std::string* name = change.Attribute("name");
  for (SdfNode& child : node->children) {
    if (child.name == change.name && (name == nullptr || child.Name() == *name)) return &child;
  }
  return nullptr;
}

void Remove(const SdfNode* which, SdfNode* parent) {
  parent->children.erase(std::remove_if(parent->children.begin(), parent->children.end(),
                                        [&](const SdfNode& child) { return &child == which; }),
                         parent->children.end());
}

/// Takes over the attributes, the text and, one by one, the children.
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
      if (action == "remove") return Remove(target, parent);
      if (action != "replace") return Fail(change, "an unknown action", action);
      *target = Content(change);
    }
  }

 private:
  void Change(const SdfNode& change, const std::string& action, SdfNode* target) {
    if (action == "add") target->children.push_back(Content(change));
    if (action == "modify") Modify(change, target);
  }

  void Act(const SdfNode& change, const std::string& action, SdfNode* parent) {
    if (action == "add") return Change(change, action, parent);
    SdfNode* target = FindLike(change, parent);
    if (target == nullptr) return Fail(change, "there is no such element to change", change.name);
    if (action == "modify") {
      Modify(change, target);
    } else if (action == "remove") {
      Remove(target, parent);
    } else if (action == "replace") {
      *target = Content(change);
    } else {
      Fail(change, "an unknown action", action);
    }
  }

  void Fail(const SdfNode& node, const std::string& what, const std::string& value) {
    problems_->Error(Source{source_.file, node.line, "include/experimental:params/" + node.name},
                     what, value,
                     "element_id is link::visual; actions are add, modify, remove and replace");
  }

  Source source_;
  Problems* problems_;
};

}  // namespace

void ApplyParams(const SdfNode& params, const Source& source, SdfNode* model, Problems* problems) {
  Changes changes(source, problems);
  for (const SdfNode& change : params.children) changes.Apply(change, model);
}

}  // namespace surefoot::formats
