#include "surefoot/formats/sdf/sdf_reader.h"

#include <exception>
#include <utility>

#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats {
namespace {

bool LooksLikeSdf(const std::string& head) {
  const std::string root = RootElementName(head);
  return root == "sdf" || root == "gazebo";
}

/// What the file is about: its first world, else its model.
SdfNode* ChooseSubject(SdfNode* root, const std::string& path, Problems* problems) {
  SdfNode* world = root->Child("world");
  SdfNode* subject = world != nullptr ? world : root->Child("model");
  if (subject == nullptr) {
    problems->Error(Source{path, root->line, ""}, "the file holds neither a world nor a model", "",
                    "write <world name=\"...\"> or <model name=\"...\"> in <sdf>");
    return nullptr;
  }
  for (const SdfNode& child : root->children) {
    const bool other = (child.name == "world" || child.name == "model") && &child != subject;
    if (!other) continue;
    problems->Warning(Source{path, child.line, PathPart(child)},
                      "the file holds more than one thing; only the first world is read, or "
                      "without one the first model",
                      child.AttributeOr("name"), "write one file for each");
  }
  return subject;
}

/// From the tree to the description. The root holds only the subject.
void ReadSubject(const SdfContext& context, const SdfNode& root, world::WorldSpec* spec,
                 bool* is_model) {
  const SdfNode& subject = root.children.front();
  *is_model = subject.name == "model";
  // A single model stands in the file as in a world.
  SdfScope scope(*context.sources, *is_model ? root : subject);
  if (!*is_model) ReadSdfWorld(context, &scope, spec);
  SdfInstances instances(context, &scope);
  for (SdfScope::Entry& entry : scope.entries()) {
    if (!entry.Is("model")) continue;
    world::ModelInstance instance = instances.Read(&entry);
    if (instance.model != nullptr) spec->models.push_back(std::move(instance));
  }
  if (!*is_model) ApplyWorldExtensions(spec->extensions, spec, context.problems());
}

bool ReadTree(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
              bool* is_model) {
  SdfLoader loader(context);
  SdfNode root = loader.Load(path);
  if (root.name.empty()) return false;
  SdfNode* subject = ChooseSubject(&root, path, context.problems);
  if (subject == nullptr) return false;
  SdfNode chosen = std::move(*subject);
  root.children.clear();
  root.children.push_back(std::move(chosen));
  LinkParents(&root);
  const SdfSources sources(loader.files(), context.problems);
  // All mistakes are told at once, so reading goes on after those in texts.
  ReadSubject(SdfContext{&context, &sources}, root, spec, is_model);
  return context.problems->ok();
}

bool Read(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
          bool* is_model) {
  // Errors that others reported before are not ours to stop for.
  Problems own;
  ReadContext own_context = context;
  own_context.problems = &own;
  bool read = false;
  try {
    read = ReadTree(path, own_context, spec, is_model) && own.ok();
  } catch (const std::exception& failure) {
    own.Error(Source{path, 0, ""}, std::string("the file cannot be read: ") + failure.what());
  }
  for (const Problem& problem : own.all()) {
    context.problems->Add(problem.severity, problem.source, problem.message, problem.value,
                          problem.advice);
  }
  return read && own.ok();
}

}  // namespace

Format MakeSdfFormat() {
  Format format;
  format.help = "SDF worlds and models (Gazebo), version 1.0 to 1.12";
  format.endings = {"sdf", "world"};
  format.matches = LooksLikeSdf;
  format.read = Read;
  return format;
}

}  // namespace surefoot::formats
