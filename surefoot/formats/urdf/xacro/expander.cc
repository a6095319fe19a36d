#include "surefoot/formats/urdf/xacro/expander.h"

#include <tinyxml2.h>

namespace surefoot::formats::urdf {
namespace {

/// Limit on the output of xacro.message and xacro.warning, which a loop may call.
constexpr int kMaxReports = 50;
/// Calls of the call stack that an error lists, innermost first.
constexpr std::size_t kMaxListedCalls = 3;

}  // namespace

Expander::Expander(UrdfFile* file, const Limits& limits)
    : file_(file), budget_(limits), arguments_(file->context().arguments) {
  files_.push_back(file->path());
}

bool Expander::Expand(const XmlElement& root, tinyxml2::XMLDocument* expanded) {
  try {
    const auto path = std::make_shared<const std::string>(file_->path());
    place_ = Place{path, root.GetLineNum()};
    const Node* tree = Keep(TreeOf(root, path, &budget_));
    Node document;
    ExpandPlain(*tree, {NewScope(nullptr, Scope::Kind::kPlain), NewMacros(nullptr)}, &document);
    WriteTree(*document.children[0], expanded, file_);
    return true;
  } catch (Failure& failure) {
    failure_ = std::move(failure);
    for (std::size_t i = 0; i < calls_.size() && i < kMaxListedCalls; ++i) {
      const auto& [name, place] = calls_[calls_.size() - 1 - i];
      failure_.message += (i == 0 ? "; in the macro " : ", in ") + Shortened(name) +
                          ", which is called at " + *place.file + ":" + std::to_string(place.line);
    }
    return false;
  }
}

Source Expander::source() const { return Source{*place_.file, place_.line, ""}; }

const std::string& Expander::Required(const Node& node, const std::string& attribute) const {
  const std::string* value = node.Attribute(attribute);
  if (value == nullptr) {
    Wrong("<" + node.name + "> needs the attribute " + attribute, "",
          "write <" + node.name + " " + attribute + "=\"...\">");
  }
  return *value;
}

/// File names are relative to the file that contains them.
Result<std::string> Expander::Resolve(const std::string& uri) const {
  return file_->context().resolver->Resolve(uri, files_.back());
}

void Expander::Report(Severity severity, const std::string& text) {
  if (++reports_ > kMaxReports) return;
  file_->problems().Add(severity, source(), "the file reports: " + text);
}

/// Owns a node until the end of the expansion.
Node* Expander::Keep(std::unique_ptr<Node> node) {
  nodes_.push_back(std::move(node));
  return nodes_.back().get();
}

Scope* Expander::NewScope(Scope* parent, Scope::Kind kind) {
  budget_.Element();
  TextEvaluator* self = this;
  return &scopes_.emplace_back(parent, kind, self);
}

MacroTable* Expander::NewMacros(MacroTable* parent) {
  MacroTable& table = macros_.emplace_back();
  table.parent = parent;
  return &table;
}

}  // namespace surefoot::formats::urdf
