#include "surefoot/formats/sdf/sdf_reader.h"

#include <exception>
#include <sdf/Element.hh>
#include <sdf/Model.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>

#include "surefoot/formats/sdf/console.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"
#include "surefoot/formats/sdf/library.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/sdf/references.h"
#include "surefoot/formats/sdf/share.h"

namespace surefoot::formats {
namespace {

bool LooksLikeSdf(const std::string& head) {
  return head.find("<sdf") != std::string::npos || head.find("<gazebo ") != std::string::npos;
}

/// One load, from the file's tree to the description.
class Reader {
 public:
  Reader(const ReadContext& context, const SdfLoader& loader)
      : context_(context), loader_(loader) {}

  bool ReadWorld(SdfNode root, SdfSchema* schema, world::WorldSpec* spec) {
    SharedWorld shared = ShareModels(std::move(root));
    for (const SdfNode& piece : shared.pieces) {
      SdfSchema own;
      if (!ReadPiece(piece, &own)) return false;
    }
    const SdfText text(shared.root);
    const SdfSources sources(&text, &loader_);
    const SdfContext context{&context_, &sources};
    const auto dom = ParseSdf(schema, text, sources, context_.problems);
    if (dom == nullptr || dom->WorldCount() == 0) return false;
    const sdf::World& world = *dom->WorldByIndex(0);
    ReadSdfWorld(context, world, spec);
    for (std::uint64_t i = 0; i < world.ModelCount(); ++i) {
      AddInstance(context, *world.ModelByIndex(i), spec);
    }
    ApplyWorldExtensions(spec->extensions, spec, context_.problems);
    return true;
  }

  bool ReadModel(const SdfNode& root, SdfSchema* schema, world::WorldSpec* spec) {
    const SdfText text(root);
    const SdfSources sources(&text, &loader_);
    const SdfContext context{&context_, &sources};
    const auto dom = ParseSdf(schema, text, sources, context_.problems);
    if (dom == nullptr || dom->Model() == nullptr) return false;
    AddInstance(context, *dom->Model(), spec);
    return true;
  }

 private:
  bool ReadPiece(const SdfNode& piece, SdfSchema* schema) {
    const SdfText text(piece);
    const SdfSources sources(&text, &loader_);
    const SdfContext context{&context_, &sources};
    const auto dom = ParseSdf(schema, text, sources, context_.problems);
    if (dom == nullptr || dom->WorldCount() == 0) return false;
    const sdf::World& world = *dom->WorldByIndex(0);
    for (std::uint64_t i = 0; i < world.ModelCount(); ++i) {
      ReadSdfInstance(context, *world.ModelByIndex(i), &models_);
    }
    return true;
  }

  void AddInstance(const SdfContext& context, const sdf::Model& model, world::WorldSpec* spec) {
    world::ModelInstance instance = ReadSdfInstance(context, model, &models_);
    if (instance.model != nullptr) spec->models.push_back(std::move(instance));
  }

  const ReadContext& context_;
  const SdfLoader& loader_;
  SdfModels models_;
};

/// What the file is about: its first world, else its model.
const SdfNode* ChooseSubject(const SdfNode& root, const std::string& path, Problems* problems) {
  const SdfNode* world = root.Child("world");
  const SdfNode* subject = world != nullptr ? world : root.Child("model");
  if (subject == nullptr) {
    problems->Error(Source{path, root.line, ""}, "the file holds neither a world nor a model", "",
                    "write <world name=\"...\"> or <model name=\"...\"> in <sdf>");
    return nullptr;
  }
  for (const SdfNode& child : root.children) {
    const bool other = (child.name == "world" || child.name == "model") && &child != subject;
    if (!other) continue;
    problems->Warning(Source{path, child.line, PathPart(child)},
                      "the file holds more than one thing; only the first world is read, or "
                      "without one the first model",
                      child.AttributeOr("name"), "write one file for each");
  }
  return subject;
}

bool ReadTree(const std::string& path, const ReadContext& context, world::WorldSpec* spec,
              bool* is_model) {
  SdfSchema schema;
  if (!schema.ok()) {
    context.problems->Error(Source{path, 0, ""}, "libsdformat does not find its own description",
                            "", "install the package sdformat-sdf");
    return false;
  }
  SdfLoader loader(context, &schema);
  SdfNode root = loader.Load(path);
  if (!context.problems->ok() || root.name.empty()) return false;
  const SdfNode* subject = ChooseSubject(root, path, context.problems);
  if (subject == nullptr) return false;
  CheckReferences(loader.version(), root, loader.files(), context.problems);
  if (!context.problems->ok()) return false;
  *is_model = subject->name == "model";
  SdfNode chosen = *subject;
  root.children.clear();
  root.children.push_back(std::move(chosen));
  Reader reader(context, loader);
  const SdfConsoleGuard quiet;
  return *is_model ? reader.ReadModel(root, &schema, spec)
                   : reader.ReadWorld(std::move(root), &schema, spec);
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
