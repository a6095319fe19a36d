#include <algorithm>

#include "surefoot/formats/extensions.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/loader.h"

namespace surefoot::formats {
namespace {

using ModelPtr = std::shared_ptr<const world::Model>;

/// Appends everything that determines the description, as a key for comparison.
void AppendContent(const SdfNode& node, std::string* text) {
  // The same relative URI in two files may mean different things.
  *text += '<' + std::to_string(node.file) + node.name;
  for (const auto& [key, value] : node.attributes) *text += ' ' + key + '=' + value + '"';
  *text += '>' + node.text;
  for (const SdfNode& child : node.children) AppendContent(child, text);
  *text += '/';
}

/// The key of a model without what may differ between equal instances: name, pose and extensions.
std::string ContentOf(const SdfNode& model) {
  std::string text = std::to_string(model.file) + '|';
  for (const auto& [key, value] : model.attributes) {
    if (key != "name" && key != "placement_frame") text += ' ' + key + '=' + value + '"';
  }
  for (const SdfNode& child : model.children) {
    const bool own = child.name == "pose" || (IsExtension(child.name) && child.name != kForeign);
    if (!own) AppendContent(child, &text);
  }
  return text;
}

/// A model in another format, read by that format's reader; nullptr after reporting.
ModelPtr ReadForeign(const SdfContext& context, const SdfNode& foreign, bool is_static) {
  const std::string path = foreign.AttributeOr("path");
  const FormatRegistry* formats = context.read->formats;
  const Source source = context.sources->Of(foreign);
  if (formats == nullptr) {
    context.Error(source, "only SDF files can be included here", path);
    return nullptr;
  }
  const ReadResult result = ReadFileWith(*formats, *context.read, path);
  if (!result.ok) return nullptr;
  if (!result.is_model || result.spec.models.size() != 1) {
    context.Error(source, "the included file does not contain exactly one model", path,
                  "name a file with one model");
    return nullptr;
  }
  auto model = std::make_shared<world::Model>(*result.spec.models.front().model);
  model->is_static = model->is_static || is_static;
  return model;
}

/// A copy of the content with its own extensions applied; the content itself when there are none.
ModelPtr WithExtensions(const ModelPtr& content, std::vector<world::Element> extensions,
                        Problems* problems) {
  if (extensions.empty() || content == nullptr) return content;
  auto copy = std::make_shared<world::Model>(*content);
  for (world::Element& extension : extensions) {
    ApplyModelExtension(extension, "", copy.get(), problems);
    copy->extensions.push_back(std::move(extension));
  }
  return copy;
}

}  // namespace

SdfInstances::ModelPtr SdfInstances::ReadContent(SdfScope::Entry* entry) {
  const auto [known, is_new] = contents_.emplace(ContentOf(*entry->node), nullptr);
  if (!is_new) return known->second;
  const SdfNode* foreign = entry->node->Child(kForeign);
  if (foreign != nullptr) {
    const bool is_static = SdfFlag(entry->node, "static", false);
    known->second = ReadForeign(context_, *foreign, is_static);
  } else {
    SdfScope& scope = world_.Inner(entry);
    known->second = std::make_shared<const world::Model>(ReadSdfModel(context_, &scope));
  }
  return known->second;
}

/// Two keys: the content without extensions is read once, then each set of extensions is applied
/// once.
world::ModelInstance SdfInstances::Read(SdfScope::Entry* entry) {
  world::ModelInstance instance;
  instance.name = entry->name;
  instance.X_WM = world_.PoseOf(entry);
  std::string own = ContentOf(*entry->node);
  for (const SdfNode& child : entry->node->children) {
    if (IsExtension(child.name)) AppendContent(child, &own);
  }
  const auto [known, is_new] = models_.emplace(std::move(own), nullptr);
  if (is_new) {
    known->second = WithExtensions(ReadContent(entry), ReadSdfExtensions(context_, *entry->node),
                                   context_.problems());
  }
  instance.model = known->second;
  return instance;
}

}  // namespace surefoot::formats
