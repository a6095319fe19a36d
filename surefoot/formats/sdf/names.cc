#include "surefoot/formats/sdf/names.h"

#include <map>
#include <utility>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

/// What a name must be unique among: from SDF 1.7 on, all that define a frame in a model.
std::string NameSpace(const SdfVersion& version, const SdfNode& parent, const SdfNode& node) {
  const bool frame =
      node.name == "link" || node.name == "joint" || node.name == "frame" || node.name == "model";
  return frame && parent.name == "model" && version.minor >= 7 ? "frame" : node.name;
}

/// Others refer to it by its name. The rest gets a name of its own when its own is taken.
bool IsNamedElsewhere(const SdfNode& node) {
  for (const char* kind : {"link", "joint", "frame", "model", "world"}) {
    if (node.name == kind) return true;
  }
  return false;
}

/// Their names are not used to find them.
bool HasFreeName(const SdfNode& node) {
  return node.name == "plugin" || node.name == "physics" || node.foreign ||
         node.name.find(':') != std::string::npos;
}

class Checker {
 public:
  Checker(const SdfVersion& version, const std::string& file, Problems* problems)
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
        // The loader gives models of a world other names.
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
      problems_->Error(source, "a name must not hold ::", name,
                       "nest models instead: the parts of \"arm\" are called arm::hand");
    }
  }

  const SdfVersion& version_;
  const std::string& file_;
  Problems* problems_;
};

}  // namespace

void CheckNames(const SdfVersion& version, const SdfNode& root, const std::string& file,
                Problems* problems) {
  Checker(version, file, problems).Check(root, "");
}

}  // namespace surefoot::formats
