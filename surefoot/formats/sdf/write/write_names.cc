#include <algorithm>
#include <cstdint>
#include <numeric>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/write/write_parts.h"

namespace surefoot::formats {
namespace {

constexpr const char* kSeparator = "::";

/// Names with more parts are not nested: readers limit the depth.
constexpr std::size_t kMaxNameDepth = 8;

/// The parts of "arm::hand::palm"; empty when one of them is not a valid name.
std::vector<std::string> PartsOf(const std::string& name) {
  std::vector<std::string> parts;
  std::size_t first = 0;
  while (true) {
    const std::size_t end = name.find(kSeparator, first);
    parts.push_back(name.substr(first, end == std::string::npos ? end : end - first));
    if (!IsPlainSdfName(parts.back())) return {};
    if (end == std::string::npos) break;
    first = end + 2;
  }
  return parts.size() <= kMaxNameDepth ? parts : std::vector<std::string>();
}

/// The nested model that contains a part of this name; created when it is new.
SdfNesting* ScopeOf(const std::string& name, SdfNesting* root) {
  SdfNesting* scope = root;
  const std::vector<std::string> parts = PartsOf(name);
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const auto known = std::find_if(scope->nested.begin(), scope->nested.end(),
                                    [&](const SdfNesting& s) { return s.name == parts[i]; });
    if (known != scope->nested.end()) {
      scope = &*known;
      continue;
    }
    SdfNesting made;
    made.name = parts[i];
    made.path = scope->path + parts[i] + kSeparator;
    scope->nested.push_back(std::move(made));
    scope = &scope->nested.back();
  }
  return scope;
}

using List = std::vector<int> SdfNesting::*;

/// The order in which the reader numbers parts: a model's own, then those of its nested models.
void AppendInReadingOrder(const SdfNesting& scope, List list, std::vector<int>* order) {
  order->insert(order->end(), (scope.*list).begin(), (scope.*list).end());
  for (const SdfNesting& nested : scope.nested) AppendInReadingOrder(nested, list, order);
}

/// Indices of links are positions in lists, also in recordings, so the order must not change.
bool KeepsOrder(const SdfNesting& root, List list) {
  std::vector<int> order;
  AppendInReadingOrder(root, list, &order);
  return std::is_sorted(order.begin(), order.end());
}

/// The links and joints of a model and of its nested models.
struct Reach {
  std::set<int> links;
  std::set<int> joints;
};

/// Returns false when a joint or frame refers to a part outside of its own model. Adds the parts
/// inside to `reach`.
bool ReachesOnlyInside(const world::Model& model, const SdfNesting& scope, Reach* reach) {
  Reach inside;
  inside.links.insert(scope.links.begin(), scope.links.end());
  inside.joints.insert(scope.joints.begin(), scope.joints.end());
  for (const SdfNesting& nested : scope.nested) {
    if (!ReachesOnlyInside(model, nested, &inside)) return false;
  }
  for (const int j : scope.joints) {
    const world::Joint& joint = model.joints[static_cast<std::size_t>(j)];
    const bool parent = joint.parent == world::kWorldLink || inside.links.count(joint.parent) > 0;
    if (!parent || inside.links.count(joint.child) == 0) return false;
    if (joint.mimic && inside.joints.count(joint.mimic->leader) == 0) return false;
  }
  for (const int f : scope.frames) {
    if (inside.links.count(model.frames[static_cast<std::size_t>(f)].link) == 0) return false;
  }
  reach->links.insert(inside.links.begin(), inside.links.end());
  reach->joints.insert(inside.joints.begin(), inside.joints.end());
  return true;
}

/// Other programs reject a model without links in itself or below.
bool EachHasLinks(const SdfNesting& scope) {
  return std::all_of(scope.nested.begin(), scope.nested.end(), [](const SdfNesting& nested) {
    return (!nested.links.empty() || !nested.nested.empty()) && EachHasLinks(nested);
  });
}

/// The nesting that the names suggest; the constructor of SdfModelNames checks if it can be used.
SdfNesting Nested(const world::Model& model) {
  SdfNesting root;
  int index = 0;
  for (const world::Link& link : model.links) ScopeOf(link.name, &root)->links.push_back(index++);
  index = 0;
  for (const world::Joint& joint : model.joints) {
    ScopeOf(joint.name, &root)->joints.push_back(index++);
  }
  index = 0;
  for (const world::Frame& frame : model.frames) {
    ScopeOf(frame.name, &root)->frames.push_back(index++);
  }
  return root;
}

SdfNesting Flat(const world::Model& model) {
  SdfNesting root;
  const auto fill = [](std::size_t count, std::vector<int>* list) {
    list->resize(count);
    std::iota(list->begin(), list->end(), 0);
  };
  fill(model.links.size(), &root.links);
  fill(model.joints.size(), &root.joints);
  fill(model.frames.size(), &root.frames);
  return root;
}

}  // namespace

bool IsPlainSdfName(const std::string& name) {
  if (name.empty() || name != Trimmed(name) || name == "world") return false;
  if (name.find(kSeparator) != std::string::npos) return false;
  // "a:" in the model "m" would be "m::a:", and ":a" would be "m:::a", which is ambiguous.
  if (name.front() == ':' || name.back() == ':') return false;
  const bool reserved =
      name.size() >= 4 && name.rfind("__", 0) == 0 && name.compare(name.size() - 2, 2, "__") == 0;
  const bool control = std::any_of(name.begin(), name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return !reserved && !control;
}

/// Replaces characters that SDF does not accept by "_", then adds the kind or a number until the
/// name is free.
std::string SdfSiblingNames::Take(const std::string& requested, const std::string& kind) {
  if (IsPlainSdfName(requested) && used_.insert(requested).second) return requested;
  std::string base;
  for (const char c : requested) {
    const bool odd = c == ':' || static_cast<unsigned char>(c) < 0x20;
    if (!odd || base.empty() || base.back() != '_') base += odd ? '_' : c;
  }
  base = Trimmed(base);
  if (!IsPlainSdfName(base)) base = base.empty() ? kind : base + "_" + kind;
  if (!IsPlainSdfName(base)) base = kind;
  std::string name = base == requested ? base + "_" + kind : base;
  for (int i = 2; !used_.insert(name).second; ++i) name = base + "_" + std::to_string(i);
  return name;
}

SdfModelNames::SdfModelNames(const world::Model& model)
    : root_(Nested(model)),
      links_(model.links.size()),
      joints_(model.joints.size()),
      frames_(model.frames.size()) {
  Reach all;
  const bool same = KeepsOrder(root_, &SdfNesting::links) &&
                    KeepsOrder(root_, &SdfNesting::joints) &&
                    KeepsOrder(root_, &SdfNesting::frames) &&
                    ReachesOnlyInside(model, root_, &all) && EachHasLinks(root_);
  if (!same) root_ = Flat(model);
  Assign(model, root_);
}

/// Nested models first: their names must stay as they are, since they are prefixes of other names.
void SdfModelNames::Assign(const world::Model& model, const SdfNesting& scope) {
  SdfSiblingNames names;
  for (const SdfNesting& nested : scope.nested) names.Take(nested.name, "model");
  const auto take = [&](const std::string& name, const char* kind) {
    const bool inside = name.rfind(scope.path, 0) == 0;
    return scope.path + names.Take(inside ? name.substr(scope.path.size()) : name, kind);
  };
  const auto at = [](int index) { return static_cast<std::size_t>(index); };
  for (const int i : scope.links) links_[at(i)] = take(model.links[at(i)].name, "link");
  for (const int i : scope.joints) joints_[at(i)] = take(model.joints[at(i)].name, "joint");
  for (const int i : scope.frames) frames_[at(i)] = take(model.frames[at(i)].name, "frame");
  for (const SdfNesting& nested : scope.nested) Assign(model, nested);
}

}  // namespace surefoot::formats
