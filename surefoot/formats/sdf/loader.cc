#include "surefoot/formats/sdf/loader.h"

#include <tinyxml2.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/include.h"
#include "surefoot/formats/sdf/schema/schema.h"
#include "surefoot/formats/sdf/scope.h"
#include "surefoot/formats/xml_file.h"

// A file is parsed once, however often it is included, then copied: a world may include a model
// thousands of times.

namespace surefoot::formats {
namespace {

/// Nesting of includes. Cycles are found exactly; the limit protects the stack.
constexpr std::size_t kMaxIncludeDepth = 16;
/// Limit on the elements of a load, with includes. A robot has some hundreds; each takes about 300
/// bytes.
constexpr long long kMaxNodes = 1000000;

/// The elements whose <include> is expanded.
bool IsIncluding(const std::string& name) {
  return name == "world" || name == "model" || name == "sdf";
}

/// Some files have a comment before <?xml ...?>, which XML forbids. The declaration is replaced by
/// blanks, so line numbers stay correct.
void RemoveDeclaration(std::string* text) {
  const std::size_t first = text->find("<?xml");
  if (first == std::string::npos) return;
  const std::size_t last = text->find("?>", first);
  if (last == std::string::npos || last - first > 200) return;
  std::fill(text->begin() + static_cast<std::ptrdiff_t>(first),
            text->begin() + static_cast<std::ptrdiff_t>(last) + 2, ' ');
}

/// x y z and the quaternion with 17 digits, which preserve the doubles exactly.
std::string PoseText(const RigidTransform& X) {
  const double values[7] = {X.p.x(), X.p.y(), X.p.z(), X.q.x(), X.q.y(), X.q.z(), X.q.w()};
  std::string text;
  for (const double value : values) {
    const std::string word = StrFormat("%.17g ", value);
    text += word;
  }
  return text;
}

}  // namespace

Source SdfLoader::SourceOf(const SdfNode& node) const {
  return Source{files_[static_cast<std::size_t>(node.file)].path, node.line, PathPart(node)};
}

/// Includes are counted as often as they are used: copies need memory too.
bool SdfLoader::TooMany(const Source& source) {
  if (node_count_ <= kMaxNodes) return false;
  context_.problems->Error(source, "too many elements in the file and its includes", "",
                           "at most " + std::to_string(kMaxNodes) + " are read");
  return true;
}

SdfNode SdfLoader::Load(const std::string& path) {
  File* file = Open(path);
  if (!file->ok) return SdfNode{};
  if (file->is_foreign) {
    context_.problems->Error(Source{path, file->root.line, ""}, "the root element is not <sdf>",
                             file->root.name, "write <sdf version=\"1.9\"> around its content");
    return SdfNode{};
  }
  return std::move(file->root);
}

/// Files are stored by canonical path, so two URIs of one file share it.
SdfLoader::File* SdfLoader::Open(const std::string& path) {
  const std::string key = stack_.empty() ? path : CanonicalPath(path);
  const auto known = opened_.find(key);
  if (known != opened_.end()) return &known->second;
  File& file = opened_[key];
  stack_.push_back(CanonicalPath(path));
  Parse(path, &file);
  stack_.pop_back();
  return &file;
}

/// The limit is checked before parsing, by counting tags.
bool SdfLoader::ParseText(const std::string& path, SdfNode* root) {
  std::optional<std::string> text = ReadTextFile(path, context_.problems);
  if (!text) return false;
  RemoveDeclaration(&*text);
  files_.push_back(SdfSources::File{path, SdfVersion{}});
  node_count_ += CountElements(*text);
  if (TooMany(Source{path, 1, ""})) return false;
  tinyxml2::XMLDocument document;
  if (!ParseXml(*text, path, context_.problems, &document)) return false;
  *root = MakeNode(*document.RootElement(), static_cast<int>(files_.size()) - 1);
  return true;
}

/// The steps for one file: parse, upgrade, check, expand includes. A file that is not SDF is left
/// to other readers.
void SdfLoader::Parse(const std::string& path, File* file) {
  if (!ParseText(path, &file->root)) return;
  file->ok = true;
  // The root of the oldest files is <gazebo>.
  if (file->root.name == "gazebo") file->root.name = "sdf";
  if (file->root.name != "sdf") {
    file->is_foreign = true;
    return;
  }
  const std::optional<SdfVersion> version = ParseSdfVersion(file->root.AttributeOr("version"));
  if (!version) {
    context_.problems->Error(SourceOf(file->root), "the version of SDF is missing or invalid",
                             file->root.AttributeOr("version"),
                             "write <sdf version=\"1.9\">; 1.0 to 1.12 are read");
    file->ok = false;
    return;
  }
  files_[static_cast<std::size_t>(file->root.file)].version = *version;
  UpgradeSdf(*version, &file->root);
  CheckSdf(*version, path, &file->root, context_.problems);
  ExpandIncludes(&file->root);
}

/// Replaces the includes of a node, depth first. Models of a world may be renamed; parts of a
/// model not, since joints refer to them.
void SdfLoader::ExpandIncludes(SdfNode* node) {
  std::vector<SdfNode> children;
  children.reserve(node->children.size());
  std::map<std::string, int> names;
  bool is_first = true;
  for (SdfNode& child : node->children) {
    if (child.name == "include" && IsIncluding(node->name)) {
      std::vector<SdfNode> included = Included(child, node, is_first);
      node->incomplete = node->incomplete || included.empty();
      if (node->name != "model") {
        for (SdfNode& thing : included) MakeNameUnique(child, &names, &thing);
      }
      std::move(included.begin(), included.end(), std::back_inserter(children));
      is_first = false;
      continue;
    }
    if (child.name == "link" || child.name == "model") is_first = false;
    if (IsIncluding(child.name)) ExpandIncludes(&child);
    if (node->name != "model") MakeNameUnique(child, &names, &child);
    children.push_back(std::move(child));
  }
  node->children = std::move(children);
}

/// Worlds that include a model several times often do not give each one a name.
void SdfLoader::MakeNameUnique(const SdfNode& place, std::map<std::string, int>* names,
                               SdfNode* model) const {
  if (model->name != "model") return;
  const std::string taken = model->Name();
  int& count = (*names)[taken];
  if (++count == 1) return;
  std::string name;
  for (; name.empty() || names->count(name) > 0; ++count)
    name = taken + "_" + std::to_string(count);
  (*names)[name] = 1;
  model->SetAttribute("name", name);
  context_.problems->Warning(SourceOf(place),
                             "the name is already in use; this model is renamed to " + name, taken,
                             "give each model, or its <include>, a unique name");
}

/// nullptr after reporting. `stack_` detects cycles.
const SdfLoader::File* SdfLoader::OpenIncluded(const SdfNode& include, std::string* path) {
  const SdfNode* uri = include.Child("uri");
  if (uri == nullptr || Trimmed(uri->text).empty()) {
    return context_.problems->Error(SourceOf(include), "the include has no <uri>", "",
                                    "write for example <uri>model://husky</uri>");
  }
  const Source source = SourceOf(*uri);
  const auto key = std::pair(uri->file, Trimmed(uri->text));
  auto found = resolved_.find(key);
  if (found == resolved_.end()) {
    found = resolved_.emplace(key, context_.resolver->ResolveModel(key.second, source.file)).first;
  }
  if (!found->second.ok()) {
    context_.problems->Error(source, "the included model " + found->second.error().message);
    found->second = Error{"\"" + key.second + "\" was not found (reported before)"};
    return nullptr;
  }
  *path = CanonicalPath(*found->second);
  if (std::find(stack_.begin(), stack_.end(), *path) != stack_.end()) {
    std::string chain;
    for (const std::string& file : stack_) chain += file + " -> ";
    return context_.problems->Error(source, "the file includes itself", chain + *path,
                                    "remove one of these includes");
  }
  if (stack_.size() > kMaxIncludeDepth) {
    return context_.problems->Error(
        source, "includes are nested too deeply", *path,
        "at most " + std::to_string(kMaxIncludeDepth) + " levels are read");
  }
  const File* file = Open(*path);
  return file->ok ? file : nullptr;
}

/// The order of the steps: overrides of the include, then experimental:params, then merging.
std::vector<SdfNode> SdfLoader::Included(const SdfNode& include, SdfNode* parent, bool is_first) {
  std::string path;
  if (node_count_ > kMaxNodes) return {};
  const File* file = OpenIncluded(include, &path);
  if (file == nullptr) return {};
  if (file->is_foreign) return Foreign(include, path, parent);
  CheckInclude(include, SourceOf(include), context_.problems);
  const SdfNode* thing = IncludedElement(file->root, SourceOf(include), context_.problems);
  if (thing == nullptr) return {};
  node_count_ += CountNodes(*thing);
  if (TooMany(SourceOf(include))) return {};
  SdfNode model = WithOverrides(include, *thing);
  if (const SdfNode* params = include.Child("experimental:params")) {
    ApplyParams(*params, SourceOf(include), &model, context_.problems);
  }
  if (!IsMerge(include) || model.name != "model") return {std::move(model)};
  parent->incomplete = parent->incomplete || model.incomplete;
  PlaceMerged(&model);
  if (parent->name == "world" && model.Child("link") != nullptr) {
    context_.problems->Error(SourceOf(include), "a model with links cannot be merged into a world",
                             model.Name(), "include it without merge=\"true\"");
    return {};
  }
  return MergedParts(model, *parent, is_first && parent->name == "model");
}

/// Converts the pose of a merged model's placement frame P to the pose of the model's own frame:
/// X_RM = X_RP X_MP^-1.
void SdfLoader::PlaceMerged(SdfNode* model) const {
  const std::string placement = model->AttributeOr("placement_frame");
  if (placement.empty()) return;
  SdfNode copy = *model;
  LinkParents(&copy);
  const SdfSources sources(files_, context_.problems);
  SdfScope scope(sources, copy);
  const auto X_MP = scope.PoseOf(placement);
  if (!X_MP) {
    return scope.ReportMissing(copy, "/@placement_frame", "no frame has this name", placement,
                               false);
  }
  SdfNode* pose = model->Child("pose");
  const RigidTransform X_RM = RawPose(pose) * X_MP->Inverse();
  if (pose == nullptr) {
    model->children.push_back(NodeAt(*model, "pose"));
    pose = &model->children.back();
  }
  pose->RemoveAttribute("degrees");
  pose->SetAttribute("rotation_format", "quat_xyzw");
  pose->text = PoseText(X_RM);
  model->RemoveAttribute("placement_frame");
}

/// A model in another format is only a path here: it cannot be merged with nodes.
std::vector<SdfNode> SdfLoader::Foreign(const SdfNode& include, const std::string& path,
                                        SdfNode* parent) {
  SdfNode foreign = NodeAt(include, kForeign);
  foreign.foreign = true;
  foreign.SetAttribute("path", path);
  SdfNode model = NodeAt(include, "model");
  model.SetAttribute("name", std::filesystem::path(path).stem().string());
  model.children.push_back(foreign);
  model = WithOverrides(include, model);
  if (parent->name == "world") return {std::move(model)};
  const bool alone =
      std::none_of(parent->children.begin(), parent->children.end(), [&](const SdfNode& child) {
        return child.name == "link" || child.name == "joint" || child.name == "model" ||
               child.name == "frame" || (child.name == "include" && &child != &include);
      });
  if (!alone || !IsMerge(include) || !IsZeroPose(model.Child("pose"))) {
    context_.problems->Error(
        SourceOf(include), "a file that is not SDF cannot be merged with other parts of a model",
        path, "include it in the world, or merge=\"true\" without <pose> as the model's only part");
  }
  return MergedParts(model, *parent, true);
}

}  // namespace surefoot::formats
