#include <algorithm>
#include <sdf/Element.hh>
#include <sdf/Frame.hh>
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

/// The content with what its own extensions say; shared when there are none.
ModelPtr WithExtensions(const ModelPtr& content, std::vector<world::Element> extensions,
                        Problems* problems) {
  std::vector<world::Element> own;
  for (world::Element& extension : extensions) {
    const bool internal = extension.name == kSameAs || extension.name == kForeign;
    if (!internal) own.push_back(std::move(extension));
  }
  if (own.empty() || content == nullptr) return content;
  auto copy = std::make_shared<world::Model>(*content);
  ApplyModelExtensions(own, "", copy.get(), problems);
  return copy;
}

}  // namespace

world::ModelInstance ReadSdfInstance(const SdfContext& context, const sdf::Model& model,
                                     SdfModels* models) {
  world::ModelInstance instance;
  instance.name = model.Name();
  instance.X_WM = ReadSdfPose(context, model.SemanticPose(), model.Element());
  std::vector<world::Element> extensions = ReadSdfExtensions(context, model.Element());
  const auto foreign =
      std::find_if(extensions.begin(), extensions.end(),
                   [](const world::Element& extension) { return extension.name == kForeign; });
  const ModelPtr content = foreign != extensions.end()
                               ? ReadForeign(context, *foreign, model.Static())
                               : std::make_shared<const world::Model>(ReadSdfModel(context, model));
  models->emplace(model.Name(), content);
  instance.model = WithExtensions(content, std::move(extensions), context.problems());
  return instance;
}

world::ModelInstance ReadSdfCopy(const SdfContext& context, const sdf::Frame& frame,
                                 const SdfModels& models) {
  world::ModelInstance instance;
  instance.name = frame.Name();
  instance.X_WM = ReadSdfPose(context, frame.SemanticPose(), frame.Element(), "world");
  const sdf::ElementPtr same_as = SdfFind(frame.Element(), {kSameAs});
  const auto known = models.find(same_as->Get<std::string>("name"));
  if (known == models.end()) return instance;
  instance.model = WithExtensions(known->second, ReadSdfExtensions(context, frame.Element()),
                                  context.problems());
  return instance;
}

bool IsSdfCopy(const sdf::ElementPtr& frame) {
  return frame->GetName() == "frame" && SdfFind(frame, {kSameAs}) != nullptr;
}

}  // namespace surefoot::formats
