#include "surefoot/formats/sdf/sdf_reader.h"

#include <exception>
#include <set>
#include <utility>

#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/sdf/write/write_parts.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/world/validate/validate.h"

// The steps of reading SDF: load with includes, choose the subject, check names and frames, build
// the description, apply Surefoot's elements.

namespace surefoot::formats {
namespace {

/// Decides by the root element; the oldest files have <gazebo>.
bool LooksLikeSdf(const std::string& head) {
  const std::string root = RootElementName(head);
  return root == "sdf" || root == "gazebo";
}

/// Chooses what the file describes: its first world, else its model. Several models, or only
/// lights and actors, form a world. Removes everything else from the root. Returns false after
/// reporting.
bool ChooseSubject(const std::string& path, SdfNode* root, Problems* problems) {
  SdfNode* world = root->Child("world");
  int models = 0, others = 0;
  for (const SdfNode& child : root->children) {
    models += child.name == "model" ? 1 : 0;
    others += child.name == "light" || child.name == "actor" ? 1 : 0;
    const bool left_out =
        world != nullptr && &child != world && (child.name == "world" || child.name == "model");
    if (!left_out) continue;
    problems->Warning(
        Source{path, child.line, PathPart(child)},
        "the file contains more than one world or model; only the first world is read",
        child.AttributeOr("name"), "write one file for each");
  }
  SdfNode chosen;
  if (world != nullptr) {
    chosen = std::move(*world);
  } else if (models == 1) {
    chosen = std::move(*root->Child("model"));
  } else if (models + others > 0) {
    chosen = NodeAt(*root, "world");
    chosen.SetAttribute("name", "world");
    chosen.incomplete = root->incomplete;
    chosen.children = std::move(root->children);
  } else {
    if (root->incomplete) return false;
    return problems->Error(Source{path, root->line, ""},
                           "the file contains neither a world nor a model", "",
                           "write <world name=\"...\"> or <model name=\"...\"> in <sdf>");
  }
  root->children.clear();
  root->children.push_back(std::move(chosen));
  return true;
}

/// Converts the tree, whose root contains only the subject, to the description.
void ReadSubject(const SdfContext& context, const SdfNode& root, world::WorldSpec* spec,
                 bool* is_model) {
  const SdfNode& subject = root.children.front();
  *is_model = subject.name == "model";
  // The scope of a single model is the file, as if it were a world.
  SdfScope scope(*context.sources, *is_model ? root : subject);
  if (!*is_model) ReadSdfWorld(context, &scope, spec);
  SdfInstances instances(context, &scope);
  for (SdfScope::Entry& entry : scope.entries()) {
    if (!entry.Is("model")) continue;
    world::ModelInstance instance = instances.Read(&entry);
    // A model without links, or its include, was reported before.
    const bool usable = instance.model != nullptr && !instance.model->links.empty();
    if (usable) spec->models.push_back(std::move(instance));
  }
  CheckSdfFrames(&scope);
  if (!*is_model) ReadSdfWorldJoints(context, &scope, spec);
  if (!*is_model) ApplyWorldExtensions(spec->extensions, spec, context.problems());
}

/// Reports what world::Validate() would find when the file is rejected anyway, so that the user
/// sees all errors at once. Lines that already have an error are skipped.
void AddRuleErrors(world::WorldSpec spec, Problems* problems) {
  // References of ground maps are resolved only in files without errors.
  for (world::GroundMaterial& ground : spec.grounds) ground.map = {};
  std::set<std::pair<std::string, int>> reported;
  for (const Problem& problem : problems->all()) {
    if (problem.severity == Severity::kError) {
      reported.emplace(problem.source.file, problem.source.line);
    }
  }
  Problems found;
  world::Validate(spec, &found);
  for (const Problem& problem : found.all()) {
    const auto place = std::pair(problem.source.file, problem.source.line);
    if (problem.severity != Severity::kError || reported.count(place) > 0) continue;
    problems->Error(problem.source, problem.message, problem.value, problem.advice);
  }
}

bool ReadTree(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
              bool* is_model) {
  SdfLoader loader(context);
  SdfNode root = loader.Load(path);
  if (root.name.empty()) return false;
  if (!ChooseSubject(path, &root, context.problems)) return false;
  LinkParents(&root);
  const SdfSources sources(loader.files(), context.problems);
  // Reading continues after errors in texts, so that all errors are reported at once.
  ReadSubject(SdfContext(context, sources), root, spec, is_model);
  if (context.problems->ok()) return true;
  AddRuleErrors(*spec, context.problems);
  return false;
}

/// Exceptions (out of memory, std::length_error) of damaged files become errors.
bool Read(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
          bool* is_model) {
  // Errors that were reported before this file must not stop its reading.
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
  format.write = WriteSdf;
  return format;
}

}  // namespace surefoot::formats
