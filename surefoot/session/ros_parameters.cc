#include "surefoot/session/ros_parameters.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "surefoot/formats/xml_file.h"
#include "surefoot/formats/yaml.h"
#include "surefoot/plugins/plugins.h"

namespace surefoot {
namespace {

using world::Element;
using world::Model;

/// All values in the file; names of joints are among them.
void CollectValues(const Element& element, std::set<std::string>* values) {
  if (!element.text.empty()) values->insert(element.text);
  for (const Element& child : element.children) CollectValues(child, values);
}

bool HasJoint(const Model& model, const std::set<std::string>& names) {
  return std::any_of(model.joints.begin(), model.joints.end(),
                     [&](const world::Joint& joint) { return names.count(joint.name) > 0; });
}

}  // namespace

Status AddRosParameters(const std::string& file, world::WorldSpec* spec, Problems* problems) {
  Problems unread;
  const auto text = formats::ReadTextFile(file, &unread);
  if (!text) return Error{"cannot read the parameters of controllers: " + unread.ErrorText()};
  Element parameters = formats::ParseParameters(*text, file);
  parameters.name = plugins::kRosParameters;
  parameters.attributes.emplace_back("override", "true");
  std::set<std::string> values;
  CollectValues(parameters, &values);
  // Instances that share a description continue to share it.
  std::map<const Model*, std::shared_ptr<const Model>> changed;
  for (world::ModelInstance& instance : spec->models) {
    if (!HasJoint(*instance.model, values)) continue;
    std::shared_ptr<const Model>& model = changed[instance.model.get()];
    if (model == nullptr) {
      auto copy = std::make_shared<Model>(*instance.model);
      std::erase_if(copy->extensions,
                    [](const Element& one) { return one.name == plugins::kRosParameters; });
      copy->extensions.push_back(parameters);
      model = copy;
    }
    instance.model = model;
  }
  if (changed.empty()) {
    problems->Warning(Source{file, 0, ""}, "no robot of the world has a joint that this file names",
                      "");
  }
  return Status();
}

}  // namespace surefoot
