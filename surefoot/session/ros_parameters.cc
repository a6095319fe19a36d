#include "surefoot/session/ros_parameters.h"

#include <algorithm>
#include <map>
#include <utility>

#include "surefoot/formats/xml_file.h"
#include "surefoot/formats/yaml.h"
#include "surefoot/plugins/plugins.h"

namespace surefoot {
namespace {

using world::Element;
using world::Model;

void CollectValues(const Element& element, std::set<std::string>* values) {
  if (!element.text.empty()) values->insert(element.text);
  for (const Element& child : element.children) CollectValues(child, values);
}

}  // namespace

Result<RosParameters> RosParameters::Read(const std::string& file) {
  Problems problems;
  const auto text = formats::ReadTextFile(file, &problems);
  if (!text) return Error{"cannot read the parameters of controllers: " + problems.ErrorText()};
  RosParameters read;
  read.file_ = file;
  read.parameters_ = formats::ParseParameters(*text, file);
  read.parameters_.name = plugins::kRosParameters;
  read.parameters_.attributes.emplace_back("override", "true");
  CollectValues(read.parameters_, &read.values_);
  return read;
}

std::shared_ptr<const Model> RosParameters::AddedTo(std::shared_ptr<const Model> model) const {
  const bool is_named = model != nullptr && std::any_of(model->joints.begin(), model->joints.end(),
                                                        [&](const world::Joint& joint) {
                                                          return values_.count(joint.name) > 0;
                                                        });
  if (!is_named) return model;
  auto copy = std::make_shared<Model>(*model);
  std::erase_if(copy->extensions,
                [](const Element& one) { return one.name == plugins::kRosParameters; });
  copy->extensions.push_back(parameters_);
  return copy;
}

void RosParameters::AddTo(world::WorldSpec* spec, Problems* problems) const {
  // Instances that share a description continue to share it.
  std::map<const Model*, std::shared_ptr<const Model>> changed;
  bool any = false;
  for (world::ModelInstance& instance : spec->models) {
    std::shared_ptr<const Model>& model = changed[instance.model.get()];
    if (model == nullptr) model = AddedTo(instance.model);
    any = any || model != instance.model;
    instance.model = model;
  }
  if (any) return;
  problems->Warning(Source{file_, 0, ""}, "no robot of the world has a joint that this file names",
                    "");
}

}  // namespace surefoot
