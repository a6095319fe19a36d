#include "surefoot/formats/sdf/schema/schema.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/index.h"
#include "surefoot/base/items.h"
#include "surefoot/formats/parse.h"

// The checks are driven by a table of SDF's elements (schema_table.cc), so that every element is
// checked for type, range and required children in one place.

namespace surefoot::formats {
namespace {

/// The type and range of a text; the letters are explained in schema_table.cc.
struct SdfValueType {
  char kind = '-';
  std::string min;
  std::string max;
};

/// The elements and attributes of SDF. Built once from the text of schema_table.cc.
class SdfSchema {
 public:
  struct Type;
  /// An attribute or a child.
  struct Part {
    std::string name;
    SdfValueType value;
    bool required = false;
    /// nullptr for a child that contains only text.
    const Type* type = nullptr;
  };
  struct Type {
    std::string name;
    SdfValueType value;
    bool open = false;
    std::vector<Part> attributes;
    std::vector<Part> children;

    const Part* Child(const std::string& child_name) const;
  };

  SdfSchema();

  /// Reports texts that are not numbers, missing attributes, values out of range (errors), and
  /// elements that SDF does not know (warnings; they are marked as foreign).
  void Check(const SdfVersion& version, const std::string& file, SdfNode* root,
             Problems* problems) const;

 private:
  void Parse(const std::string& entry);

  std::map<std::string, Type> types_;
};

/// The message for a number outside of its range. Checker::IsRange() recognises it.
constexpr const char* kSdfOutOfRange = "the value is out of range";

/// Elements whose value may be infinite, which means no limit.
bool MayBeInfinite(const std::string& name) {
  return IsOneOf(name, {"lower", "upper", "effort", "velocity", "min", "max", "far", "mu", "mu2",
                        "friction", "friction2", "threshold", "kp", "stiffness"});
}

/// The limits of the schema are texts, so that a message shows them as SDF's specification has
/// them.
void CheckRange(const SdfValueType& type, double value, const std::string& text,
                const Source& source, Problems* problems) {
  if (type.min.empty() && type.max.empty()) return;
  const auto bound = [](const std::string& limit) -> std::optional<double> {
    return limit.empty() ? std::nullopt : ParseQuietly(ParseLimit, limit);
  };
  const auto min = bound(type.min);
  const auto max = bound(type.max);
  if ((!min || value >= *min) && (!max || value <= *max)) return;
  std::string advice = "accepted:";
  if (min) advice += " at least " + type.min;
  if (max) advice += std::string(min ? "," : "") + " at most " + type.max;
  problems->Error(source, kSdfOutOfRange, text, advice);
}

/// A quaternion's length may differ from 1 by 0.5 %: files are written with few digits.
void CheckPose(const std::string& text, const SdfNode& element, const Source& source,
               Problems* problems) {
  const std::string format = element.AttributeOr("rotation_format");
  if (!format.empty() && format != "euler_rpy" && format != "quat_xyzw") {
    problems->Error(source, "unknown rotation_format", format, "accepted: euler_rpy, quat_xyzw");
    return;
  }
  const bool quaternion = format == "quat_xyzw";
  const auto values = ParseVector(text, quaternion ? 7 : 6, source, problems);
  if (!values || !quaternion) return;
  double square = 0.0;
  for (std::size_t i = 3; i < 7; ++i) square += (*values)[i] * (*values)[i];
  if (std::abs(square - 1.0) > 0.01) {
    problems->Error(source, "the quaternion's length is not 1", text,
                    "write x y z qx qy qz qw with a unit quaternion");
  }
}

/// 32-bit integers, as in SDF's specification.
void CheckInteger(const SdfValueType& type, const std::string& text, const Source& source,
                  Problems* problems) {
  const bool is_signed = type.kind == 'i';
  const long long min = is_signed ? std::numeric_limits<int>::min() : 0;
  const long long max =
      is_signed ? std::numeric_limits<int>::max() : std::numeric_limits<unsigned int>::max();
  // Files also contain integers written as "100.0" or "1e5".
  const auto number = ParseQuietly(ParseDouble, text);
  const bool whole = number && *number == std::floor(*number) &&
                     *number >= static_cast<double>(min) && *number <= static_cast<double>(max);
  if (!whole && !ParseInteger(text, min, max, source, problems)) return;
  if (number) CheckRange(type, *number, text, source, problems);
}

/// Checks a text against its type and range. `element` contains the text: poses and limits have
/// rules of their own.
void CheckSdfValue(const SdfValueType& type, const std::string& text, const SdfNode& element,
                   const Source& source, Problems* problems) {
  switch (type.kind) {
    case 'd': {
      const auto value = MayBeInfinite(element.name) ? ParseLimit(text, source, problems)
                                                     : ParseDouble(text, source, problems);
      if (value) CheckRange(type, *value, text, source, problems);
      break;
    }
    case 'i':
    case 'u':
      CheckInteger(type, text, source, problems);
      break;
    case 'b':
      ParseBool(text, source, problems);
      break;
    case 'p':
      // An empty pose is the identity.
      if (!Trimmed(text).empty()) CheckPose(text, element, source, problems);
      break;
    case 'c':
      ParseColor(text, source, problems);
      break;
    case '2':
      ParseVector(text, 2, source, problems);
      break;
    case '3':
      ParseVector(text, 3, source, problems);
      break;
    default:
      break;
  }
}

/// In the order in which messages list them.
const std::vector<std::string>& JointTypes() {
  static const std::vector<std::string> types = {"fixed",     "revolute", "continuous",
                                                 "prismatic", "ball",     "universal",
                                                 "revolute2", "screw",    "gearbox"};
  return types;
}

/// Elements that are only kept or not used at all: errors in them are warnings.
bool IsKeptOnly(const SdfNode& node) {
  return IsOneOf(node.name, {"actor", "audio", "gui", "population", "road", "scene", "state",
                             "particle_emitter", "projector", "material", "light"});
}

/// Warns of misspelt <surefoot:...> elements. Only those that no shared function checks are listed
/// here.
void CheckExtension(const SdfNode& node, const Source& source, Problems* problems) {
  static const std::vector<std::string> known = {"attach", "collision_filter", "mimic", "soil",
                                                 "sonar",  "surface_pair",     "type",  "tyre"};
  const std::string prefix = "surefoot:";
  if (node.name.rfind(prefix, 0) != 0) return;
  const std::string name = node.name.substr(prefix.size());
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  const std::string nearest = NearestName(name, known);
  // "surface" resembles "surface_pair" but is a valid name.
  if (nearest.empty() || name == "surface") return;
  problems->Warning(source, "unknown extension", node.name,
                    "did you mean \"" + prefix + nearest + "\"?");
}

/// One pass over a file with the schema.
class Checker {
 public:
  using Type = SdfSchema::Type;
  using Part = SdfSchema::Part;

  Checker(const SdfVersion& version, const std::string& file, Problems* problems)
      : file_(file), problems_(problems) {
    // Before SDF 1.5 too many elements had other names to distinguish errors from old spellings.
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
    // The loader itself reports an include without URI.
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

  /// The inertia of a static model has no effect; some tools write nan there.
  bool IsIdleInertia(const SdfNode& node) const { return in_static_ && node.name == "inertial"; }

  /// True for attributes without which the description would be incomplete.
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

  /// Stray quotation marks come from hand-edited files; the number is still clear.
  void CheckText(const SdfValueType& value, SdfNode* text, const Source& source) {
    SdfNode& node = *text;
    const bool is_number = value.kind != 's' && value.kind != '-';
    if (is_number && node.text.find('"') != std::string::npos) {
      problems_->Warning(source, "a stray quotation mark is ignored", Trimmed(node.text));
      node.text.erase(std::remove(node.text.begin(), node.text.end(), '"'), node.text.end());
    }
    if (Trimmed(node.text).empty()) {
      // <pose/> and <custom_rpy parent_frame="..."/> are complete without text.
      const bool silent = value.kind == 's' || value.kind == 'p' || value.kind == '-' ||
                          !node.attributes.empty() || !node.children.empty();
      if (!silent) problems_->Warning(source, "the element is empty; SDF's default is used");
      return;
    }
    if (!kept_only_ && strict_) {
      return CheckSdfValue(value, node.text, node, source, problems_);
    }
    Problems found;
    CheckSdfValue(value, node.text, node, source, &found);
    for (const Problem& problem : found.all()) {
      // In old files, values out of range meant "unspecified".
      const bool matters = !kept_only_ && !IsRange(problem);
      problems_->Add(matters ? problem.severity : Severity::kWarning, problem.source,
                     problem.message, problem.value, problem.advice);
    }
  }

  static bool IsRange(const Problem& problem) { return problem.message == kSdfOutOfRange; }

  void ReportUnknown(const Type& parent, const SdfNode& node, const Source& source) {
    const std::string nearest = NearestName(node.name, NamesOf(parent.children));
    problems_->Warning(source, "SDF has no such element in <" + parent.name + ">; it is ignored",
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

  /// Attributes with a namespace prefix belong to other programs.
  void CheckKnown(const Type& type, const std::string& key, const SdfNode& node,
                  const Source& source) {
    if (key.find(':') != std::string::npos || key == "xmlns") return;
    std::vector<std::string> known;
    for (const Part& part : type.attributes) {
      if (part.name == key) return;
      known.push_back(part.name);
    }
    problems_->Warning(AttributeSource(source, key),
                       "SDF has no such attribute of <" + node.name + ">; it is ignored", key,
                       known.empty() ? "" : NameAdvice(key, known));
  }

  static Source AttributeSource(const Source& source, const std::string& key) {
    return Source{source.file, source.line, source.element + "/@" + key};
  }

  /// Types that only Surefoot has get the advice to use the extension.
  void CheckJointType(const SdfNode& node, const Source& source) {
    const std::string* type = node.Attribute("type");
    const auto& types = JointTypes();
    if (type == nullptr || std::find(types.begin(), types.end(), *type) != types.end()) return;
    const bool ours = *type == "planar" || *type == "floating";
    problems_->Error(AttributeSource(source, "type"), "unknown joint type", *type,
                     ours ? "write type=\"fixed\" and <surefoot:type>" + *type + "</surefoot:type>"
                          : NameAdvice(*type, types));
  }

  /// An empty required element counts as missing.
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
  /// The type of the enclosing element.
  std::string parent_;
  /// True inside an element that is only kept, or that has no effect.
  bool kept_only_ = false;
  bool in_static_ = false;
};

/// Parses a part's type, such as "d[0,1]!".
void ParseKind(const std::string& text, SdfSchema::Part* part) {
  part->required = !text.empty() && text.back() == '!';
  part->value.kind = text.empty() ? '-' : text[0];
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return;
  part->value.min = text.substr(2, comma - 2);
  part->value.max = text.substr(comma + 1, text.find(']') - comma - 1);
}

/// The group in which a name must be unique: from SDF 1.7 on, everything in a model that defines a
/// frame.
std::string NameSpace(const SdfVersion& version, const SdfNode& parent, const SdfNode& node) {
  const bool frame = IsOneOf(node.name, {"link", "joint", "frame", "model"});
  return frame && parent.name == "model" && version.minor >= 7 ? "frame" : node.name;
}

/// True if other elements refer to it by its name, so that a duplicate is an error. Others are
/// renamed.
bool IsNamedElsewhere(const SdfNode& node) {
  return IsOneOf(node.name, {"link", "joint", "frame", "model", "world"});
}

/// True if the name is not used to find the element.
bool HasFreeName(const SdfNode& node) {
  return node.name == "plugin" || node.name == "physics" || node.foreign ||
         node.name.find(':') != std::string::npos;
}

/// The second pass: names among siblings.
class NameChecker {
 public:
  NameChecker(const SdfVersion& version, const std::string& file, Problems* problems)
      : version_(version), file_(file), problems_(problems) {}

  void Check(const SdfNode& node, const std::string& path) {
    std::map<std::pair<std::string, std::string>, int> first_lines;
    for (const SdfNode& child : node.children) {
      if (HasFreeName(child)) continue;
      const std::string child_path = path.empty() ? PathPart(child) : path + "/" + PathPart(child);
      if (const std::string* name = child.Attribute("name")) {
        const Source source{file_, child.line, child_path};
        CheckName(child, *name, source);
        const auto key = std::pair(NameSpace(version_, node, child), *name);
        const auto [known, is_new] = first_lines.emplace(key, child.line);
        // The loader renames duplicate models of a world.
        if (!is_new) {
          if (node.name != "model" && child.name == "model") continue;
          const Severity severity = IsNamedElsewhere(child) ? Severity::kError : Severity::kWarning;
          problems_->Add(severity, source, "the name is used twice", *name,
                         "it is first used in line " + std::to_string(known->second) +
                             "; give this " + child.name + " another name");
        }
      }
      Check(child, child_path);
    }
  }

 private:
  void CheckName(const SdfNode& node, const std::string& name, const Source& source) {
    const bool reserved = name == "world" || (name.size() >= 4 && name.rfind("__", 0) == 0 &&
                                              name.compare(name.size() - 2, 2, "__") == 0);
    if (Trimmed(name).empty()) {
      problems_->Error(source, "the name is empty", "", "give the " + node.name + " a name");
    } else if (reserved && node.name != "world" && version_.minor >= 7) {
      problems_->Error(
          source, "the name is reserved", name,
          "\"world\" and names that begin and end with __ have a meaning of their own");
    } else if (name.find("::") != std::string::npos && version_.minor >= 8) {
      problems_->Error(source, "a name must not contain ::", name,
                       "nest models instead: the parts of \"arm\" are named arm::hand");
    }
  }

  const SdfVersion& version_;
  const std::string& file_;
  Problems* problems_;
};

const SdfSchema::Part* SdfSchema::Type::Child(const std::string& child_name) const {
  return FindIf(children, [&](const Part& child) { return child.name == child_name; });
}

/// Joins continuation lines, which begin with a blank, to entries.
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

/// Parses one entry of the table; its grammar is explained there.
void SdfSchema::Parse(const std::string& entry) {
  const std::vector<std::string> words = SplitWords(entry);
  std::string name = words[0];
  const bool open = name.back() == '*';
  if (open) name.pop_back();
  const std::size_t equals = name.find('=');
  // A type may be used before it is defined: pointers to entries of a std::map stay valid.
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

}  // namespace

void CheckSdf(const SdfVersion& version, const std::string& file, SdfNode* root,
              Problems* problems) {
  static const SdfSchema schema;
  schema.Check(version, file, root, problems);
  NameChecker(version, file, problems).Check(*root, "");
}

}  // namespace surefoot::formats
