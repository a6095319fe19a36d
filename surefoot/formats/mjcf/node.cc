#include "surefoot/formats/mjcf/node.h"

#include <tinyxml2.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/xml_file.h"

// A tree of the file with all includes expanded, in which each node knows its file and line for
// messages.

namespace surefoot::formats::mjcf {
namespace {

namespace fs = std::filesystem;

/// Element paths in messages are cut to this length: damaged files can have very long names.
constexpr std::size_t kMaxPath = 300;
/// Includes of includes. Cycles are found exactly; this limit protects the stack.
constexpr std::size_t kMaxIncludeDepth = 32;

/// An element in a message's path: "geom[head]".
std::string PathPart(const Node& node) {
  const std::string* name = node.Attribute("name");
  if (name == nullptr) name = node.Attribute("class");
  return node.name + (name != nullptr ? "[" + *name + "]" : "");
}

/// Reads a file and replaces each <include> by the children of the included file's root.
class NodeReader {
 public:
  NodeReader(std::string main, const ReadContext& context, int* budget)
      : main_(std::move(main)), context_(context), budget_(budget) {}

  /// Adds the children of the file's root to `root`; returns false after reporting. `from` is the
  /// <include> to blame, `depth` the nesting depth at which the children will be.
  bool ReadFile(const std::string& path, const Source& from, int depth, Node* root);

 private:
  bool Convert(const tinyxml2::XMLElement& element, const std::shared_ptr<const std::string>& file,
               int depth, Node* node);
  bool Include(const tinyxml2::XMLElement& element, const std::shared_ptr<const std::string>& file,
               int depth, Node* parent);
  Problems& problems() { return *context_.problems; }

  std::string main_;
  const ReadContext& context_;
  int* budget_;
  /// Canonical paths of the files being read, outermost first: a file that is among them includes
  /// itself.
  std::vector<std::string> open_;
};

bool NodeReader::ReadFile(const std::string& path, const Source& from, int depth, Node* root) {
  const std::string canonical = CanonicalPath(path);
  if (std::find(open_.begin(), open_.end(), canonical) != open_.end()) {
    return problems().Error(from, "the file includes itself, directly or through others", path,
                            "remove this <include>");
  }
  if (open_.size() >= kMaxIncludeDepth) {
    return problems().Error(from, "includes are nested too deeply", path,
                            "at most " + std::to_string(kMaxIncludeDepth) + " levels are accepted");
  }
  const auto text = ReadTextFile(path, context_.problems);
  if (!text) return false;
  if (!CheckElementCount(*text, kMaxElements, path, context_.problems)) return false;
  tinyxml2::XMLDocument document;
  if (!ParseXml(*text, path, context_.problems, &document)) return false;
  const tinyxml2::XMLElement& element = *document.RootElement();
  const std::string name = element.Name();
  const bool included = !open_.empty();
  if (name != "mujoco" && !(included && name == "mujocoinclude")) {
    return problems().Error(Source{path, element.GetLineNum(), name},
                            "not an MJCF file: the root element is not <mujoco>", name,
                            included ? "the root of an included file is <mujoco> or <mujocoinclude>"
                                     : "the root of an MJCF file is <mujoco model=\"...\">");
  }
  open_.push_back(canonical);
  const bool ok = Convert(element, std::make_shared<const std::string>(path), depth, root);
  open_.pop_back();
  return ok;
}

/// <include> may be anywhere and stands for the children of the included root. They keep the name
/// of their own file, for messages and relative paths.
bool NodeReader::Include(const tinyxml2::XMLElement& element,
                         const std::shared_ptr<const std::string>& file, int depth, Node* parent) {
  const Source source{*file, element.GetLineNum(), "include"};
  const char* name = element.Attribute("file");
  if (name == nullptr || Trimmed(name).empty()) {
    return problems().Error(source, "<include> needs the attribute file", "",
                            "write <include file=\"...\"/>");
  }
  const auto path = FindFile(Trimmed(name), main_, *file, context_);
  if (!path) {
    return problems().Error(
        source, "the included file was not found", name,
        "it is searched beside the main file, beside this file and on the search path");
  }
  Node root;
  if (!ReadFile(*path, source, depth, &root)) return false;
  for (Node& child : root.children) parent->children.push_back(std::move(child));
  return true;
}

bool NodeReader::Convert(const tinyxml2::XMLElement& element,
                         const std::shared_ptr<const std::string>& file, int depth, Node* node) {
  const Source source{*file, element.GetLineNum(), element.Name()};
  if (depth > kMaxDepth) {
    return problems().Error(source, "elements are nested too deeply", "",
                            "at most " + std::to_string(kMaxDepth) + " levels are accepted");
  }
  if (--*budget_ < 0) {
    return problems().Error(source, "the file and its includes have too many elements", "",
                            "at most " + std::to_string(kMaxElements) + " are accepted");
  }
  node->name = element.Name();
  node->file = file;
  node->line = element.GetLineNum();
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    node->attributes.emplace_back(attribute->Name(), attribute->Value());
  }
  for (const auto* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (std::string_view(child->Name()) == "include") {
      if (!Include(*child, file, depth, node)) return false;
      continue;
    }
    node->children.emplace_back();
    if (!Convert(*child, file, depth + 1, &node->children.back())) return false;
  }
  return true;
}

/// Once the tree is complete: while it grows, vectors of children move their elements.
void SetParents(Node* node) {
  for (Node& child : node->children) {
    child.parent = node;
    SetParents(&child);
  }
}

}  // namespace

const std::string* Node::Attribute(const char* attribute_name) const {
  for (const auto& [key, value] : attributes) {
    if (key == attribute_name) return &value;
  }
  return nullptr;
}

/// Built from the element upwards, so a path that is too long loses its outer part.
Source SourceOf(const Node& node) {
  std::string path;
  for (const Node* at = &node; at != nullptr && (at->parent != nullptr || at == &node);
       at = at->parent) {
    const std::string part = PathPart(*at);
    if (path.size() + part.size() > kMaxPath) {
      path = ".../" + path;
      break;
    }
    path = path.empty() ? part : part + "/" + path;
  }
  return Source{node.file != nullptr ? *node.file : "", node.line, path};
}

Source SourceOf(const Node& node, const char* attribute) {
  Source source = SourceOf(node);
  source.element += std::string("/@") + attribute;
  return source;
}

world::Element Keep(const Node& node, const std::string& prefix) {
  world::Element kept;
  kept.name = prefix + node.name;
  kept.source = Source{node.file != nullptr ? *node.file : "", node.line, node.name};
  kept.attributes = node.attributes;
  for (const Node& child : node.children) kept.children.push_back(Keep(child, ""));
  return kept;
}

std::unique_ptr<Node> ReadNodes(const std::string& path, const ReadContext& context, int* budget) {
  auto root = std::make_unique<Node>();
  NodeReader reader(path, context, budget);
  if (!reader.ReadFile(path, Source{path, 0, ""}, 0, root.get())) return nullptr;
  SetParents(root.get());
  return root;
}

std::optional<std::string> FindFile(const std::string& name, const std::string& main,
                                    const std::string& from, const ReadContext& context) {
  std::string portable = name;
  std::replace(portable.begin(), portable.end(), '\\', '/');
  for (const std::string& base : {main, from}) {
    const fs::path candidate = fs::path(base).parent_path() / portable;
    std::error_code error;
    const bool usable =
        fs::exists(candidate, error) && context.resolver->scope().Contains(candidate.string());
    if (usable) return candidate.lexically_normal().string();
  }
  const Result<std::string> found = context.resolver->Resolve(portable, from);
  return found.ok() ? std::optional<std::string>(*found) : std::nullopt;
}

}  // namespace surefoot::formats::mjcf
