#include "surefoot/formats/sdf/newer.h"

namespace surefoot::formats {
namespace {

bool IsAuto(const SdfNode& inertial) {
  const std::string value = inertial.AttributeOr("auto");
  return value == "true" || value == "1";
}

/// The link's own density, else that of its first collision that has one; "" when there is none.
std::string DensityOf(const SdfNode& link, const SdfNode& inertial) {
  if (inertial.Child("density") != nullptr) return inertial.ChildText("density");
  for (const SdfNode& child : link.children) {
    if (child.name == "collision" && child.Child("density") != nullptr) {
      return child.ChildText("density");
    }
  }
  return "";
}

void TranslateLink(SdfNode* link) {
  const SdfNode* inertial = link->Child("inertial");
  if (inertial == nullptr || !IsAuto(*inertial)) return;
  SdfNode element;
  element.name = kAutoInertia;
  element.foreign = true;
  element.file = inertial->file;
  element.line = inertial->line;
  const std::string density = DensityOf(*link, *inertial);
  if (!density.empty()) element.SetAttribute("density", density);
  link->RemoveChildren("inertial");
  link->children.push_back(element);
}

}  // namespace

void TranslateNewer(SdfNode* node) {
  if (node->name == "link") {
    TranslateLink(node);
    return;
  }
  for (SdfNode& child : node->children) {
    const bool may_hold_links =
        child.name == "world" || child.name == "model" || child.name == "link";
    if (may_hold_links) TranslateNewer(&child);
  }
}

}  // namespace surefoot::formats
