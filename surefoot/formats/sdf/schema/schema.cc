#include "surefoot/formats/sdf/schema/schema.h"

#include <algorithm>
#include <utility>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/schema/schema_table.h"
#include "surefoot/formats/sdf/schema/schema_value.h"

namespace surefoot::formats {
namespace {

const std::vector<std::string>& JointTypes() {
  static const std::vector<std::string> types = {"fixed",     "revolute", "continuous",
                                                 "prismatic", "ball",     "universal",
                                                 "revolute2", "screw",    "gearbox"};
  return types;
}

/// Mistakes in these do not matter for a run: they are only kept, or without use.
bool IsKeptOnly(const SdfNode& node) {
  for (const char* known : {"actor", "audio", "gui", "population", "road", "scene", "state",
                            "particle_emitter", "projector", "material", "light"}) {
    if (node.name == known) return true;
  }
  return false;
}

/// Our own elements that no shared function looks for, for help with typing mistakes.
void CheckExtension(const SdfNode& node, const Source& source, Problems* problems) {
  static const std::vector<std::string> known = {"attach", "collision_filter", "mimic", "soil",
                                                 "sonar",  "surface_pair",     "type",  "tyre"};
  const std::string prefix = "surefoot:";
  if (node.name.rfind(prefix, 0) != 0) return;
  const std::string name = node.name.substr(prefix.size());
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  const std::string nearest = NearestName(name, known);
  // "surface" is near "surface_pair" and yet no mistake.
  if (nearest.empty() || name == "surface") return;
  problems->Warning(source, "an unknown extension", node.name,
                    "did you mean \"" + prefix + nearest + "\"?");
}

/// One pass over a file.
class Checker {
 public:
  using Type = SdfSchema::Type;
  using Part = SdfSchema::Part;

  Checker(const SdfVersion& version, const std::string& file, Problems* problems)
      : file_(file), problems_(problems) {
    // Before 1.5 too much had other names to tell a mistake from history.
    strict_ = version.minor >= 5;
  }

  void Check(const Type& type, const std::string& path, SdfNode* node) {
    const Source source{file_, node->line, path};
    CheckAttributes(type, *node, source);
    if (type.value.kind != '-') {
      CheckText(type.value, node, source);
    } else if (!type.open && !type.children.empty() && !Trimmed(node->text).empty()) {
      problems_->Warning(source, "text between the elements is ignored", Trimmed(node->text));
    }
    if (node->name == "joint") CheckJointType(*node, source);
    // The loader asks for an include's address by itself.
    if (strict_ && !kept_only_ && node->name != "include") CheckMissing(type, *node, source);
    if (type.open) return;
    const bool was_kept_only =
        std::exchange(kept_only_, kept_only_ || IsKeptOnly(*node) || IsIdleInertia(*node));
    const bool was_static = std::exchange(in_static_, in_static_ || IsStatic(*node));
    for (SdfNode& child : node->children) CheckChild(type, path, &child);
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

  /// Without it the description would have a hole.
  bool MustHave(const SdfNode& node, const std::string& attribute) const {
    if (node.name == "joint") return true;
    if (attribute != "name") return false;
    const bool is_frame = node.name == "frame" && (parent_ == "model" || parent_ == "world");
    return is_frame || node.name == "link" || node.name == "model" || node.name == "world";
  }

  void CheckChild(const Type& parent, const std::string& parent_path, SdfNode* child) {
    const std::string path =
        parent_path.empty() ? PathPart(*child) : parent_path + "/" + PathPart(*child);
    const Part* part = parent.Child(child->name);
    parent_ = parent.name;
    if (part != nullptr && part->type != nullptr) return Check(*part->type, path, child);
    const Source source{file_, child->line, path};
    if (part != nullptr) {
      static const Type kLeaf;
      CheckAttributes(kLeaf, *child, source);
      CheckText(part->value, child, source);
      return;
    }
    child->foreign = true;
    if (child->name.find(':') != std::string::npos) {
      CheckExtension(*child, source, problems_);
    } else if (strict_) {
      ReportUnknown(parent, *child, source);
    }
  }

  void CheckText(const SdfValueType& value, SdfNode* text, const Source& source) {
    SdfNode& node = *text;
    const bool is_number = value.kind != 's' && value.kind != '-';
    if (is_number && node.text.find('"') != std::string::npos) {
      problems_->Warning(source, "a stray quotation mark is ignored", Trimmed(node.text));
      node.text.erase(std::remove(node.text.begin(), node.text.end(), '"'), node.text.end());
    }
    if (Trimmed(node.text).empty()) {
      // <pose/> and <custom_rpy parent_frame="..."/> say all they need to.
      const bool silent = value.kind == 's' || value.kind == 'p' || value.kind == '-' ||
                          !node.attributes.empty() || !node.children.empty();
      if (!silent) problems_->Warning(source, "the element is empty; SDF's default is taken");
      return;
    }
    if (!kept_only_ && strict_) {
      return CheckSdfValue(value, node.text, node, source, problems_);
    }
    Problems found;
    CheckSdfValue(value, node.text, node, source, &found);
    for (const Problem& problem : found.all()) {
      // In old files values out of range stood for "as you like".
      const bool matters = !kept_only_ && !IsRange(problem);
      problems_->Add(matters ? problem.severity : Severity::kWarning, problem.source,
                     problem.message, problem.value, problem.advice);
    }
  }

  static bool IsRange(const Problem& problem) { return problem.message == kSdfOutOfRange; }

  void ReportUnknown(const Type& parent, const SdfNode& node, const Source& source) {
    std::vector<std::string> known;
    for (const Part& part : parent.children) known.push_back(part.name);
    const std::string nearest = NearestName(node.name, known);
    problems_->Warning(source, "SDF knows no such element in <" + parent.name + ">; it is ignored",
                       node.name, nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
  }

  void CheckAttributes(const Type& type, const SdfNode& node, const Source& source) {
    for (const Part& attribute : type.attributes) {
      const std::string* value = node.Attribute(attribute.name);
      if (value != nullptr) {
        CheckSdfValue(attribute.value, *value, node, AttributeSource(source, attribute.name),
                      problems_);
      } else if (attribute.required && strict_ && !kept_only_) {
        problems_->Add(MustHave(node, attribute.name) ? Severity::kError : Severity::kWarning,
                       source, "the attribute " + attribute.name + " is missing", "",
                       "write <" + node.name + " " + attribute.name + "=\"...\">");
      }
    }
    if (!strict_ || type.open) return;
    for (const auto& attribute : node.attributes) CheckKnown(type, attribute.first, node, source);
  }

  void CheckKnown(const Type& type, const std::string& key, const SdfNode& node,
                  const Source& source) {
    if (key.find(':') != std::string::npos || key == "xmlns") return;
    std::vector<std::string> known;
    for (const Part& part : type.attributes) {
      if (part.name == key) return;
      known.push_back(part.name);
    }
    problems_->Warning(AttributeSource(source, key),
                       "SDF knows no such attribute of <" + node.name + ">; it is ignored", key,
                       known.empty() ? "" : NameAdvice(key, known));
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

  void CheckMissing(const Type& type, const SdfNode& node, const Source& source) {
    for (const Part& child : type.children) {
      if (!child.required) continue;
      const SdfNode* given = node.Child(child.name);
      if (given != nullptr && !Trimmed(given->text).empty()) continue;
      problems_->Error(source, "the element <" + child.name + "> is missing or empty", "",
                       "write <" + child.name + ">...</" + child.name + ">");
    }
  }

  std::string file_;
  Problems* problems_;
  bool strict_ = true;
  /// The type of the element around the one that is looked at.
  std::string parent_;
  /// Inside something that is kept as written, or that does not count.
  bool kept_only_ = false;
  bool in_static_ = false;
};

/// "d[0,1]!" as a part's type.
void ParseKind(const std::string& text, SdfSchema::Part* part) {
  part->required = !text.empty() && text.back() == '!';
  part->value.kind = text.empty() ? '-' : text[0];
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return;
  part->value.least = text.substr(2, comma - 2);
  part->value.most = text.substr(comma + 1, text.find(']') - comma - 1);
}

}  // namespace

const SdfSchema::Part* SdfSchema::Type::Child(const std::string& child_name) const {
  for (const Part& child : children) {
    if (child.name == child_name) return &child;
  }
  return nullptr;
}

SdfSchema::SdfSchema() {
  const std::string text = SdfSchemaText();
  std::string entry;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends = text[i] == '\n' && (i + 1 == text.size() || text[i + 1] != ' ');
    if (!ends) {
      entry += text[i];
      continue;
    }
    if (!entry.empty()) Parse(entry);
    entry.clear();
  }
}

void SdfSchema::Parse(const std::string& entry) {
  const std::vector<std::string> words = SplitWords(entry);
  std::string name = words[0];
  const bool open = name.back() == '*';
  if (open) name.pop_back();
  const std::size_t equals = name.find('=');
  // A type may be named before it is described: the map's entries stay where they are.
  Type& type = types_[name.substr(0, equals)];
  type.name = name.substr(0, equals);
  type.open = open;
  if (equals != std::string::npos) type.value.kind = name[equals + 1];
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool is_attribute = words[i][0] == '@';
    const std::string word = words[i].substr(is_attribute ? 1 : 0);
    const std::size_t mark = word.find_first_of(":>");
    Part part;
    part.name = word.substr(0, mark);
    if (mark != std::string::npos && word[mark] == ':') {
      ParseKind(word.substr(mark + 1), &part);
    } else {
      part.type = &types_[mark == std::string::npos ? word : word.substr(mark + 1)];
    }
    (is_attribute ? type.attributes : type.children).push_back(std::move(part));
  }
}

void SdfSchema::Check(const SdfVersion& version, const std::string& file, SdfNode* root,
                      Problems* problems) const {
  Checker(version, file, problems).Check(types_.at("root"), "", root);
}

const SdfSchema& TheSdfSchema() {
  static const SdfSchema schema;
  return schema;
}

}  // namespace surefoot::formats
