#include "surefoot/formats/sdf/sdf_reader.h"

#include <exception>
#include <sdf/Element.hh>
#include <sdf/Frame.hh>
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
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats {
namespace {

bool LooksLikeSdf(const std::string& head) {
  const std::string root = RootElementName(head);
  return root == "sdf" || root == "gazebo";
}

/// One load, from the file's tree to the description.
class Reader {
 public:
  Reader(const ReadContext& context, const SdfSchema& schema, const SdfLoader& loader)
      : context_(context), schema_(schema), loader_(loader) {}

  bool ReadWorld(SdfNode root, world::WorldSpec* spec) {
    const SharedWorld shared = ShareModels(std::move(root));
    for (const SdfNode& piece : shared.pieces) {
      const bool read = WithDom(piece, [&](const SdfContext& context, const sdf::Root& dom) {
        ReadModels(context, *dom.WorldByIndex(0), nullptr);
      });
      if (!read) return false;
    }
    return WithDom(shared.root, [&](const SdfContext& context, const sdf::Root& dom) {
      ReadSdfWorld(context, *dom.WorldByIndex(0), spec);
      ReadModels(context, *dom.WorldByIndex(0), spec);
      ApplyWorldExtensions(spec->extensions, spec, context_.problems);
    });
  }

  bool ReadModel(const SdfNode& root, world::WorldSpec* spec) {
    return WithDom(root, [&](const SdfContext& context, const sdf::Root& dom) {
      AddInstance(ReadSdfInstance(context, *dom.Model(), &models_), spec);
    });
  }

 private:
  /// Has libsdformat read the tree and gives the result to `use`.
  template <typename Use>
  bool WithDom(const SdfNode& root, Use use) {
    const SdfText text(root);
    const SdfSources sources(&text, &loader_);
    const SdfContext context{&context_, &sources};
    const auto sdf = schema_.MakeFor(loader_.version(), root);
    const auto dom = ParseSdf(sdf, text, sources, context_.problems);
    if (dom == nullptr || (dom->WorldCount() == 0 && dom->Model() == nullptr)) return false;
    use(context, *dom);
    return true;
  }

  /// `spec` may be nullptr: the models are then only remembered.
  void ReadModels(const SdfContext& context, const sdf::World& world, world::WorldSpec* spec) {
    // By element, so that models and copies come in the order of the file.
    for (const sdf::ElementPtr& child : SdfChildren(*world.Element())) {
      const bool is_model = child->GetName() == "model";
      if (!is_model && !IsSdfCopy(child)) continue;
      const std::string name = child->Get<std::string>("name");
      const sdf::Model* model = is_model ? world.ModelByName(name) : nullptr;
      const sdf::Frame* frame = is_model ? nullptr : world.FrameByName(name);
      if (model != nullptr) AddInstance(ReadSdfInstance(context, *model, &models_), spec);
      if (frame != nullptr) AddInstance(ReadSdfCopy(context, *frame, models_), spec);
    }
  }

  static void AddInstance(world::ModelInstance instance, world::WorldSpec* spec) {
    if (spec != nullptr && instance.model != nullptr) spec->models.push_back(std::move(instance));
  }

  const ReadContext& context_;
  const SdfSchema& schema_;
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
  const SdfSchema schema;
  if (!schema.ok()) {
    context.problems->Error(Source{path, 0, ""}, "libsdformat does not find its own description",
                            "", "install the package sdformat-sdf");
    return false;
  }
  SdfLoader loader(context, schema);
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
  Reader reader(context, schema, loader);
  const SdfConsoleGuard quiet;
  return *is_model ? reader.ReadModel(root, spec) : reader.ReadWorld(std::move(root), spec);
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
