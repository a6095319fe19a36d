#include <sdf/Element.hh>
#include <sdf/Model.hh>

#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/sdf/share.h"

namespace surefoot::formats {
namespace {

using ModelPtr = std::shared_ptr<const world::Model>;

/// A model that another reader reads; nullptr after reporting.
ModelPtr ReadForeign(const SdfContext& context, const world::Element& element, bool is_static) {
  const std::string path = *element.Attribute("path");
  const FormatRegistry* formats = context.read->formats;
  if (formats == nullptr) {
    context.problems()->Error(element.source, "only SDF files can be included here", path);
    return nullptr;
  }
  const ReadResult result = ReadFileWith(*formats, *context.read, path);
  if (!result.ok) return nullptr;
  if (!result.is_model || result.spec.models.size() != 1) {
    context.problems()->Error(element.source, "the included file holds no single model", path,
                              "name a file with one model");
    return nullptr;
  }
  auto model = std::make_shared<world::Model>(*result.spec.models.front().model);
  model->is_static = model->is_static || is_static;
  return model;
}

/// The model's content without its own extensions.
ModelPtr ReadContent(const SdfContext& context, const sdf::Model& model,
                     const std::vector<world::Element>& extensions, SdfModels* models) {
  for (const world::Element& extension : extensions) {
    if (extension.name == kSameAs) {
      const auto known = models->find(*extension.Attribute("name"));
      return known != models->end() ? known->second : nullptr;
    }
    if (extension.name == kForeign) return ReadForeign(context, extension, model.Static());
  }
  return std::make_shared<const world::Model>(ReadSdfModel(context, model));
}

}  // namespace

world::ModelInstance ReadSdfInstance(const SdfContext& context, const sdf::Model& model,
                                     SdfModels* models) {
  world::ModelInstance instance;
  instance.name = model.Name();
  instance.X_WM = ReadSdfPose(context, model.SemanticPose(), model.Element());
  std::vector<world::Element> extensions = ReadSdfExtensions(context, model.Element());
  const ModelPtr content = ReadContent(context, model, extensions, models);
  if (content == nullptr) return instance;
  models->emplace(model.Name(), content);
  std::vector<world::Element> own;
  for (world::Element& extension : extensions) {
    const bool internal = extension.name == kSameAs || extension.name == kForeign;
    if (!internal) own.push_back(std::move(extension));
  }
  if (own.empty()) {
    instance.model = content;
    return instance;
  }
  auto copy = std::make_shared<world::Model>(*content);
  ApplyModelExtensions(own, "", copy.get(), context.problems());
  instance.model = std::move(copy);
  return instance;
}

}  // namespace surefoot::formats
