#include "surefoot/formats/sdf/schema.h"

#include <algorithm>
#include <exception>
#include <map>
#include <sdf/Element.hh>
#include <sdf/SDFImpl.hh>
#include <sdf/parser.hh>

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
      CheckSdfValue(*description->GetValue(), node->text, *node, source, problems_);
    } else if (!Trimmed(node->text).empty() && description->GetElementDescriptionCount() > 0) {
      problems_->Warning(source, "text between the elements is ignored", Trimmed(node->text));
    }
    if (node->name == "joint") CheckJointType(*node, source);
    if (strict_) CheckMissing(*description, *node, source);
    CheckTwice(*node, path);
    for (SdfNode& child : node->children) CheckChild(description, path, &child);
  }

 private:
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
        if (attribute->GetTypeName() != "string") {
          CheckSdfValue(*attribute, *value, node, AttributeSource(source, key), problems_);
        } else if (key == "name" && Trimmed(*value).empty()) {
          problems_->Error(source, "the name is empty", "", "give it a name");
        }
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
    std::string list;
    for (const std::string& known : types) list += (list.empty() ? "" : ", ") + known;
    problems_->Error(AttributeSource(source, "type"), "an unknown joint type", *type,
                     "accepted: " + list +
                         "; for planar and floating see <surefoot:type> in docs/extensions.md");
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

  void CheckTwice(const SdfNode& node, const std::string& path) {
    std::map<std::pair<std::string, std::string>, int> first_line;
    for (const SdfNode& child : node.children) {
      const std::string* name = child.Attribute("name");
      if (name == nullptr || child.name == "plugin" || child.name == "physics") continue;
      if (child.name.find(':') != std::string::npos) continue;
      const auto [known, is_new] = first_line.emplace(std::pair(child.name, *name), child.line);
      if (is_new) continue;
      problems_->Error(Source{file_, child.line, path + "/" + PathPart(child)},
                       "the name is used twice for a " + child.name, *name,
                       "it is first used in line " + std::to_string(known->second) +
                           "; give this one another name");
    }
  }

  std::string file_;
  Problems* problems_;
  bool strict_ = true;
  bool newer_ = false;
  sdf::ElementPtr model_;
};

}  // namespace

SdfSchema::SdfSchema() : sdf_(std::make_shared<sdf::SDF>()) {
  const SdfConsoleGuard quiet;
  try {
    ok_ = sdf::init(sdf_);
  } catch (const std::exception&) {
    ok_ = false;
  }
}

SdfSchema::~SdfSchema() = default;

void SdfSchema::Check(const SdfVersion& version, const std::string& file, SdfNode* root,
                      Problems* problems) const {
  // <gazebo> is the root of the oldest files.
  Checker(version, file, problems).Check(sdf_->Root(), "", root);
}

std::shared_ptr<sdf::SDF> SdfSchema::Take() {
  ok_ = false;
  return std::move(sdf_);
}

}  // namespace surefoot::formats
