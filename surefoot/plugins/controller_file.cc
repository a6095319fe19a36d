#include "surefoot/plugins/controller_file.h"

#include "surefoot/base/items.h"
#include "surefoot/plugins/plugins.h"

// A file has types under the controller manager and parameters under the name of each controller,
// at any depth of namespaces.

namespace surefoot::plugins {
namespace {

using world::Element;

std::string NameOf(const Element& element) { return AttributeOf(element, "name"); }

/// Parameters are nested by name.
const Element* ChildNamed(const Element& element, const std::string& name) {
  return FindIf(element.children, [&](const Element& child) { return NameOf(child) == name; });
}

/// Converts parameters to children with dotted names, <linear.x.max_velocity>; lists become
/// repeated children.
void Flatten(const Element& from, const std::string& prefix, Element* to) {
  for (const Element& child : from.children) {
    if (child.name == "item") {
      AddChild(to, prefix, child.text, child.source);
      continue;
    }
    const std::string name = prefix.empty() ? NameOf(child) : prefix + "." + NameOf(child);
    if (child.children.empty()) {
      AddChild(to, name, child.text, child.source);
    } else {
      Flatten(child, name, to);
    }
  }
}

/// Collects the controllers with their types and parameters, at any depth (namespaces, "/**").
/// Type and parameters of a controller are in different places of the file.
void Collect(const Element& element, std::vector<Controller>* controllers) {
  const auto entry = [&](const std::string& name) -> Controller& {
    for (Controller& controller : *controllers) {
      if (controller.name == name) return controller;
    }
    controllers->push_back({name, "", {}});
    return controllers->back();
  };
  for (const Element& child : element.children) {
    if (child.name == "item") continue;
    const Element* type = ChildNamed(child, "type");
    const Element* parameters = ChildNamed(child, "ros__parameters");
    if (type != nullptr && type->text.find('/') != std::string::npos) {
      Controller& controller = entry(NameOf(child));
      controller.type = type->text;
      Flatten(child, "", &controller.parameters);
    }
    if (parameters != nullptr) {
      Controller& controller = entry(NameOf(child));
      Flatten(*parameters, "", &controller.parameters);
      controller.parameters.source = child.source;
    }
    Collect(child, controllers);
  }
}

}  // namespace

std::vector<Controller> ControllersOf(const world::Model& model) {
  std::vector<Controller> controllers;
  for (const Element& element : model.extensions) {
    if (element.name == kRosParameters) Collect(element, &controllers);
  }
  return controllers;
}

}  // namespace surefoot::plugins
