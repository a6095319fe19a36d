#include "surefoot/formats/sdf/schema.h"

#include <algorithm>
#include <exception>
#include <map>
#include <sdf/Element.hh>
#include <sdf/SDFImpl.hh>
#include <sdf/parser.hh>
#include <set>
#include <utility>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/console.h"
#include "surefoot/formats/sdf/schema_value.h"

namespace surefoot::formats {
namespace {

/// Our own elements, for help with typing mistakes; other parts of the program may know more.
const std::vector<std::string>& Extensions() {
  static const std::vector<std::string> names = {
      "surefoot:attach",       "surefoot:collision_filter",
      "surefoot:command",      "surefoot:mimic",
      "surefoot:position",     "surefoot:soil",
      "surefoot:sonar",        "surefoot:surface",
      "surefoot:surface_pair", "surefoot:type",
      "surefoot:tyre"};
  return names;
}

/// Elements and attributes of SDF 1.5 to 1.12 that SDF 1.9 does not have.
bool IsKnownElsewhere(const std::string& name) {
  static const std::vector<std::string> names = {"use_parent_model_frame",
                                                 "initial_position",
                                                 "noise",
                                                 "accel",
                                                 "rate",
                                                 "mean",
                                                 "stddev",
                                                 "bias_mean",
                                                 "bias_stddev",
                                                 "type",
                                                 "topic",
                                                 "gravity",
                                                 "magnetic_field",
                                                 "static",
                                                 "frame",
                                                 "mimic",
                                                 "screw_thread_pitch",
                                                 "density",
                                                 "auto",
                                                 "auto_inertia_params",
                                                 "fluid_added_mass",
                                                 "cone",
                                                 "joint",
                                                 "convex_decomposition",
                                                 "optimization",
                                                 "multiplier",
                                                 "offset",
                                                 "reference",
                                                 "trigger_topic",
                                                 "trigger",
                                                 "is_heightmap",
                                                 "shininess",
                                                 "double_sided",
                                                 "anisotropic"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::vector<std::string>& JointTypes() {
  static const std::vector<std::string> types = {"fixed",     "revolute", "continuous",
                                                 "prismatic", "ball",     "universal",
                                                 "revolute2", "screw",    "gearbox"};
  return types;
}

/// Mistakes in these do not matter for a run: they are only kept, or without use.
bool IsKeptOnly(const SdfNode& node) {
  if (node.name == "model") return false;
  for (const char* known : {"actor", "audio", "gui", "population", "road", "scene", "state"}) {
    if (node.name == known) return true;
  }
  return false;
}

/// One pass over a file.
class Checker {
 public:
  Checker(const SdfVersion& version, const std::string& file, Problems* problems)
      : file_(file), problems_(problems) {
    // Before 1.5 too much had other names to tell a mistake from history.
    strict_ = version.minor >= 5;
    newer_ = version.minor > 9;
  }

  void Check(sdf::ElementPtr description, const std::string& path, SdfNode* node) {
    if (description->GetName() == "model") {
      // A model in a model has the description of the outer one.
      if (description->ReferenceSDF().empty()) {
        model_ = description;
      } else if (model_ != nullptr) {
        description = model_;
      }
    }
    const Source source{file_, node->line, path};
    CheckAttributes(*description, *node, source);
    if (description->GetValue() != nullptr) {
      CheckText(*description->GetValue(), *node, source);
    } else if (!Trimmed(node->text).empty() && description->GetElementDescriptionCount() > 0) {
      problems_->Warning(source, "text between the elements is ignored", Trimmed(node->text));
    }
    if (node->name == "joint") CheckJointType(*node, source);
    // The loader asks for an include's address by itself.
    const bool asks = strict_ && !kept_only_ && node->name != "include";
    if (asks) CheckMissing(*description, *node, source);
    const bool was_kept_only =
        std::exchange(kept_only_, kept_only_ || IsKeptOnly(*node) || IsIdleInertia(*node));
    const bool was_static = std::exchange(in_static_, in_static_ || IsStatic(*node));
    for (SdfNode& child : node->children) CheckChild(description, path, &child);
    kept_only_ = was_kept_only;
    in_static_ = was_static;
  }

 private:
  static bool IsStatic(const SdfNode& node) {
    const std::string text = node.name == "model" ? node.ChildText("static") : std::string();
    return text == "true" || text == "1";
  }

  /// The inertia of what cannot move; some tools write nan there.
  bool IsIdleInertia(const SdfNode& node) const { return in_static_ && node.name == "inertial"; }

  void CheckChild(const sdf::ElementPtr& parent, const std::string& parent_path, SdfNode* child) {
    const std::string path =
        parent_path.empty() ? PathPart(*child) : parent_path + "/" + PathPart(*child);
    if (parent->HasElementDescription(child->name)) {
      Check(parent->GetElementDescription(child->name), path, child);
      return;
    }
    // What stands in a plugin is the plugin's business.
    if (parent->GetName() == "plugin") return;
    child->foreign = true;
    const Source source{file_, child->line, path};
    if (child->name.find(':') != std::string::npos) {
      CheckExtension(*child, source);
    } else if (strict_ && !IsKnownElsewhere(child->name)) {
      ReportUnknown(*parent, *child, source);
    }
  }

  void CheckText(const sdf::Param& value, const SdfNode& node, const Source& source) {
    if (Trimmed(node.text).empty()) {
      // <pose/> and <custom_rpy parent_frame="..."/> say all they need to.
      const bool silent = value.GetTypeName() == "string" || value.GetTypeName() == "pose" ||
                          !node.attributes.empty();
      if (!silent) {
        problems_->Warning(source, "the element is empty; SDF's default is taken",
                           value.GetDefaultAsString());
      }
      return;
    }
    if (!kept_only_) {
      CheckSdfValue(value, node.text, node, source, problems_);
      return;
    }
    Problems found;
    CheckSdfValue(value, node.text, node, source, &found);
    for (const Problem& problem : found.all()) {
      problems_->Warning(problem.source, problem.message, problem.value, problem.advice);
    }
  }

  void CheckExtension(const SdfNode& node, const Source& source) {
    const auto& known = Extensions();
    if (node.name.rfind("surefoot:", 0) != 0) return;
    if (std::find(known.begin(), known.end(), node.name) != known.end()) return;
    const std::string nearest = NearestName(node.name, known);
    if (nearest.empty()) return;
    problems_->Warning(source, "an unknown extension", node.name,
                       "did you mean \"" + nearest + "\"?");
  }

  void ReportUnknown(const sdf::Element& parent, const SdfNode& node, const Source& source) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < parent.GetElementDescriptionCount(); ++i) {
      known.push_back(parent.GetElementDescription(static_cast<unsigned int>(i))->GetName());
    }
    const std::string nearest = NearestName(node.name, known);
    problems_->Add(newer_ && nearest.empty() ? Severity::kNote : Severity::kWarning, source,
                   "SDF knows no such element in <" + parent.GetName() + ">; it is ignored",
                   node.name, nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
  }

  void CheckAttributes(const sdf::Element& description, const SdfNode& node, const Source& source) {
    std::vector<std::string> known;
    for (const sdf::ParamPtr& attribute : description.GetAttributes()) {
      const std::string& key = attribute->GetKey();
      known.push_back(key);
      const std::string* value = node.Attribute(key);
      if (value != nullptr) {
        CheckSdfValue(*attribute, *value, node, AttributeSource(source, key), problems_);
      } else if (attribute->GetRequired() && strict_) {
        problems_->Error(source, "the attribute " + key + " is missing", "",
                         "write <" + node.name + " " + key + "=\"...\">");
      }
    }
    if (!strict_) return;
    for (const auto& attribute : node.attributes) {
      const std::string& key = attribute.first;
      if (key.find(':') != std::string::npos || IsKnownElsewhere(key)) continue;
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      problems_->Warning(AttributeSource(source, key),
                         "SDF knows no such attribute of <" + node.name + ">; it is ignored", key,
                         known.empty() ? "" : NameAdvice(key, known));
    }
  }

  static Source AttributeSource(const Source& source, const std::string& key) {
    return Source{source.file, source.line, source.element + "/@" + key};
  }

  void CheckJointType(const SdfNode& node, const Source& source) {
    const std::string* type = node.Attribute("type");
    const auto& types = JointTypes();
    if (type == nullptr || std::find(types.begin(), types.end(), *type) != types.end()) return;
    const bool ours = *type == "planar" || *type == "floating";
    problems_->Error(AttributeSource(source, "type"), "an unknown joint type", *type,
                     ours ? "write type=\"fixed\" and <surefoot:type>" + *type + "</surefoot:type>"
                          : NameAdvice(*type, types));
  }

  /// SDF writes "__default__" where there is no sensible default.
  void CheckMissing(const sdf::Element& description, const SdfNode& node, const Source& source) {
    for (std::size_t i = 0; i < description.GetElementDescriptionCount(); ++i) {
      const sdf::ElementPtr child = description.GetElementDescription(static_cast<unsigned>(i));
      if (child->GetRequired() != "1" || child->GetValue() == nullptr) continue;
      if (child->GetValue()->GetDefaultAsString() != "__default__") continue;
      const SdfNode* given = node.Child(child->GetName());
      if (given != nullptr && !Trimmed(given->text).empty()) continue;
      problems_->Error(source, "the element <" + child->GetName() + "> is missing or empty", "",
                       "write <" + child->GetName() + ">...</" + child->GetName() + ">");
    }
  }

  std::string file_;
  Problems* problems_;
  bool strict_ = true;
  bool newer_ = false;
  /// Inside something that is kept as written, or that does not count.
  bool kept_only_ = false;
  bool in_static_ = false;
  sdf::ElementPtr model_;
};

/// Read once; constant from then on. nullptr when that failed. Never freed: at the program's end
/// that would only take time.
const sdf::ElementPtr& FullDescription() {
  static const sdf::ElementPtr* description = [] {
    const SdfConsoleGuard quiet;
    auto sdf = std::make_shared<sdf::SDF>();
    bool ok = false;
    try {
      ok = sdf::init(sdf);
    } catch (const std::exception&) {
    }
    return new sdf::ElementPtr(ok ? sdf->Root() : nullptr);
  }();
  return *description;
}

using NamePair = std::pair<std::string, std::string>;

void CollectPairs(const SdfNode& node, std::set<NamePair>* pairs) {
  for (const SdfNode& child : node.children) {
    pairs->emplace(node.name, child.name);
    CollectPairs(child, pairs);
  }
}

/// Collections that libsdformat looks for before it touches them, and that are large.
bool MayBeLeftOut(const std::string& name) {
  for (const char* known :
       {"actor", "audio_sink", "audio_source", "battery", "gripper", "light", "particle_emitter",
        "population", "projector", "road", "sensor", "state"}) {
    if (name == known) return true;
  }
  return false;
}

/// A copy of a description without what is not used.
sdf::ElementPtr Pruned(const sdf::Element& full, const std::set<NamePair>& used) {
  auto copy = std::make_shared<sdf::Element>();
  copy->SetName(full.GetName());
  copy->SetRequired(full.GetRequired());
  copy->SetCopyChildren(full.GetCopyChildren());
  copy->SetReferenceSDF(full.ReferenceSDF());
  for (const sdf::ParamPtr& attribute : full.GetAttributes()) {
    copy->AddAttribute(attribute->GetKey(), attribute->GetTypeName(),
                       attribute->GetDefaultAsString(), attribute->GetRequired());
  }
  if (const sdf::ParamPtr value = full.GetValue()) {
    copy->AddValue(value->GetTypeName(), value->GetDefaultAsString(), value->GetRequired(),
                   value->GetMinValueAsString().value_or(""),
                   value->GetMaxValueAsString().value_or(""));
  }
  for (std::size_t i = 0; i < full.GetElementDescriptionCount(); ++i) {
    const sdf::ElementPtr child = full.GetElementDescription(static_cast<unsigned int>(i));
    const bool needed = used.count(NamePair(full.GetName(), child->GetName())) > 0;
    if (needed || !MayBeLeftOut(child->GetName()))
      copy->AddElementDescription(Pruned(*child, used));
  }
  return copy;
}

}  // namespace

SdfSchema::SdfSchema() : full_(FullDescription()) {}

void SdfSchema::Check(const SdfVersion& version, const std::string& file, SdfNode* root,
                      Problems* problems) const {
  // <gazebo> is the root of the oldest files.
  Checker(version, file, problems).Check(full_, "", root);
}

std::shared_ptr<sdf::SDF> SdfSchema::MakeFor(const SdfVersion& version, const SdfNode& root) const {
  auto sdf = std::make_shared<sdf::SDF>();
  if (version.is_modern()) {
    std::set<NamePair> used;
    CollectPairs(root, &used);
    sdf->Root(Pruned(*full_, used));
  } else {
    sdf->Root(full_->Clone());
  }
  return sdf;
}

}  // namespace surefoot::formats
