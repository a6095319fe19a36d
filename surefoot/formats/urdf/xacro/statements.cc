/// The statements of xacro except macros. Each function expands one element `node` in a context
/// and appends the result to `to`.

#include <tinyxml2.h>

#include <cctype>
#include <filesystem>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/expander.h"
#include "surefoot/formats/urdf/xacro/functions.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats::urdf {
namespace {

/// Statements such as <xacro:if> are replaced by their expanded content.
void MoveChildren(Node* from, Node* to) {
  for (auto& child : from->children) to->children.push_back(std::move(child));
}

/// True for a name that can be used in an expression: a Python identifier that is not a keyword.
bool IsIdentifier(const std::string& name) {
  if (name.empty() || (std::isdigit(static_cast<unsigned char>(name[0])) != 0)) return false;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0 && c != '_' && byte < 0x80) return false;
  }
  return !IsOneOf(
      name, {"True", "False", "None",   "and",   "or",     "not",   "in",     "is",    "if",
             "else", "for",   "lambda", "from",  "import", "class", "def",    "while", "with",
             "as",   "pass",  "return", "yield", "global", "try",   "except", "del",   "assert"});
}

}  // namespace

bool ConditionOf(const Value& value, const std::string& text) {
  const auto* word = value.As<std::string>();
  if (word == nullptr) return TruthOf(value);
  std::int64_t integer = 0;
  if (*word == "true" || *word == "True") return true;
  if (*word == "false" || *word == "False") return false;
  if (ParsePythonInt(*word, &integer)) return integer != 0;
  Wrong("the condition \"" + Shortened(text) + "\" is neither true nor false", *word,
        "accepted: true, false, an integer, or an expression");
}

/// Elements with the prefix that are not statements are calls of macros.
Expander::Statement Expander::FindStatement(const std::string& name) {
  static const std::pair<const char*, Statement> kStatements[] = {
      {"xacro:insert_block", &Expander::InsertBlock}, {"xacro:include", &Expander::Include},
      {"xacro:property", &Expander::DefineProperty},  {"xacro:macro", &Expander::DefineMacro},
      {"xacro:arg", &Expander::DefineArgument},       {"xacro:element", &Expander::RenameElement},
      {"xacro:attribute", &Expander::AddAttribute},   {"xacro:if", &Expander::ExpandIf},
      {"xacro:unless", &Expander::ExpandIf},          {"xacro:call", &Expander::CallByName},
  };
  for (const auto& [known, statement] : kStatements) {
    if (name == known) return statement;
  }
  return name.starts_with("xacro:") ? &Expander::CallMacro : &Expander::ExpandPlain;
}

void Expander::ExpandChildren(const Node& from, const Context& context, Node* to) {
  for (const auto& child : from.children) {
    if (child->name.empty()) {
      ExpandText(*child, context, to);
    } else {
      ExpandElement(*child, context, to);
    }
  }
}

void Expander::ExpandElement(const Node& node, const Context& context, Node* to) {
  const Budget::Level level(&budget_);
  budget_.Element();
  place_ = node.place;
  (this->*FindStatement(node.name))(node, context, to);
}

void Expander::ExpandText(const Node& node, const Context& context, Node* to) {
  auto text = std::make_unique<Node>();
  text->verbatim = node.verbatim;
  text->text = node.verbatim ? node.text : EvaluateToString(node.text, context.scope);
  to->children.push_back(std::move(text));
}

/// An ordinary element: its attributes are evaluated and its children expanded.
void Expander::ExpandPlain(const Node& node, const Context& context, Node* to) {
  auto element = std::make_unique<Node>();
  element->name = node.name;
  element->place = node.place;
  for (const auto& [name, value] : node.attributes) {
    if (name.starts_with("xacro:") || name == "xmlns:xacro") continue;
    element->attributes.emplace_back(name, EvaluateToString(value, context.scope));
  }
  ExpandChildren(node, context, element.get());
  to->children.push_back(std::move(element));
}

/// <xacro:insert_block>: the element (*name) or the content (**name) of a block.
void Expander::InsertBlock(const Node& node, const Context& context, Node* to) {
  const std::string& name = Required(node, "name");
  if (const Node* content = context.scope->FindBlock("**" + name)) {
    ExpandChildren(*content, context, to);
    return;
  }
  const Node* block = context.scope->FindBlock("*" + name);
  if (block == nullptr) {
    Wrong("undefined block", name,
          "name a parameter *" + Shortened(name) + " of the macro, or a property without value");
  }
  // The block was already expanded in the context of the call, in SetBlocks().
  ExpandPlain(*block, context, to);
}

std::unique_ptr<Node> Expander::ReadTree(const std::string& path) {
  Problems problems;
  const auto text = ReadTextFile(path, &problems);
  tinyxml2::XMLDocument document;
  if (text) budget_.File(text->size());
  if (!text || !ParseXml(*text, path, &problems, &document)) {
    Wrong("an included file cannot be read: " + problems.ErrorText(1), path);
  }
  return TreeOf(*document.RootElement(), std::make_shared<const std::string>(path), &budget_);
}

/// <xacro:include>. With `ns`, the file's properties and macros go to a namespace of their own.
/// Errors inside are reported with the included file's name.
void Expander::Include(const Node& node, const Context& context, Node* to) {
  const std::string name = EvaluateToString(Required(node, "filename"), context.scope);
  Context inside = context;
  if (const std::string* space = node.Attribute("ns")) {
    const std::string key = EvaluateToString(*space, context.scope);
    inside.scope = NewScope(context.scope, Scope::Kind::kNamespace);
    inside.macros = NewMacros(nullptr);
    context.scope->Set(key, inside.scope, false, node.place);
    context.macros->namespaces[key] = inside.macros;
  }
  const Result<std::string> path = Resolve(name);
  std::error_code error;
  if (!path.ok() || !std::filesystem::is_regular_file(*path, error)) {
    if (name.find_first_of("*?[") != std::string::npos) {
      Unsupported("wildcards in the name of an included file are not supported", name,
                  "include the files one by one");
    }
    const std::string* optional = node.Attribute("optional");
    if (optional != nullptr && ConditionOf(*optional, *optional)) return;
    Wrong("cannot include a file: " +
              (path.ok() ? "\"" + Shortened(name) + "\" is a folder" : path.error().message),
          name, "check the attribute filename");
  }
  const Node* tree = Keep(ReadTree(*path));
  files_.push_back(*path);
  Node content;
  ExpandChildren(*tree, inside, &content);
  files_.pop_back();
  ImportNamespaces(*tree, to);
  MoveChildren(&content, to);
}

void Expander::ImportNamespaces(const Node& from, Node* to) {
  for (const auto& [name, value] : from.attributes) {
    if (!name.starts_with("xmlns:") || name == "xmlns:xacro") continue;
    if (to->Attribute(name) == nullptr) to->SetAttribute(name, value);
  }
}

/// <xacro:property>: a value, a default (used when the name is undefined), the removal of a name,
/// or without these a block.
void Expander::DefineProperty(const Node& node, const Context& context, Node*) {
  Scope* scope = context.scope;
  const std::string name = EvaluateToString(Required(node, "name"), scope);
  if (!IsIdentifier(name) || name.starts_with("__")) {
    Wrong("not a valid property name", name, "use letters, digits and _, and begin with a letter");
  }
  const std::string* value = node.Attribute("value");
  const std::string* fallback = node.Attribute("default");
  const std::string* remove = node.Attribute("remove");
  const bool removes = remove != nullptr && ConditionOf(EvaluateText(*remove, scope), *remove);
  if ((value != nullptr) + (fallback != nullptr) + removes > 1) {
    Wrong("a property has more than one of value, default and remove", name, "keep one of them");
  }
  const bool known = scope->Contains(name) || FindBuiltin(name).has_value();
  if (removes && known) return scope->Remove(name);
  if (fallback != nullptr && known) return;
  if (fallback != nullptr) value = fallback;
  Scope* target = PropertyScope(node, scope);
  if (value == nullptr) return target->SetBlock("**" + name, &node);
  const std::string* lazy = node.Attribute("lazy_eval");
  const bool is_lazy = target == scope && node.Attribute("scope") == nullptr &&
                       (lazy == nullptr || ConditionOf(EvaluateText(*lazy, scope), *lazy));
  target->Set(name, is_lazy ? Value(*value) : EvaluateText(*value, scope), is_lazy, node.place);
}

/// The scope in which a property is defined: its own, the caller's ("parent") or the file's
/// ("global").
Scope* Expander::PropertyScope(const Node& node, Scope* scope) const {
  const std::string* requested = node.Attribute("scope");
  if (requested == nullptr) return scope;
  if (*requested == "global") return scope->Outermost();
  if (*requested != "parent") {
    Wrong("a property has an unknown scope", *requested, "accepted: parent, global");
  }
  Scope* parent = scope->parent();
  // From a macro to its caller, skipping the namespace that contains the macro.
  while (scope->kind() == Scope::Kind::kPlain && parent != nullptr &&
         parent->kind() == Scope::Kind::kNamespace) {
    parent = parent->parent();
  }
  if (parent == nullptr) {
    Wrong("scope=\"parent\" is used outside of a macro", Required(node, "name"),
          "remove scope=\"parent\"");
  }
  return parent;
}

/// <xacro:arg>: a default. Arguments from outside and earlier definitions take precedence.
void Expander::DefineArgument(const Node& node, const Context& context, Node*) {
  const std::string& name = Required(node, "name");
  const std::string& fallback = Required(node, "default");
  for (const auto& argument : arguments_) {
    if (argument.first == name) return;
  }
  budget_.Element();
  arguments_.emplace_back(name, EvaluateToString(fallback, context.scope));
}

/// <xacro:element xacro:name="...">: an element whose name is computed.
void Expander::RenameElement(const Node& node, const Context& context, Node* to) {
  const std::string name = EvaluateToString(Required(node, "xacro:name"), context.scope);
  CheckXmlName(name);
  Node* renamed = Keep(Copied(node, &budget_));
  renamed->name = name;
  std::erase_if(renamed->attributes, [](const auto& a) { return a.first == "xacro:name"; });
  ExpandElement(*renamed, context, to);
}

void Expander::AddAttribute(const Node& node, const Context& context, Node* to) {
  const std::string name = EvaluateToString(Required(node, "name"), context.scope);
  CheckXmlName(name);
  to->SetAttribute(name, EvaluateToString(Required(node, "value"), context.scope));
}

void Expander::CheckXmlName(const std::string& name) {
  bool valid = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    valid = valid &&
            (std::isalnum(byte) != 0 || byte >= 0x80 || IsOneOf({&c, 1}, {"_", "-", ".", ":"}));
  }
  if (!valid) {
    Wrong("not a valid XML name", name, "use letters, digits, _ and -, and begin with a letter");
  }
}

void Expander::ExpandIf(const Node& node, const Context& context, Node* to) {
  const std::string& text = Required(node, "value");
  const bool requested = node.name == "xacro:if";
  if (ConditionOf(EvaluateText(text, context.scope), text) != requested) return;
  // <xacro:attribute> directly inside of <xacro:if> has no effect, as in xacro.
  Node content;
  ExpandChildren(node, context, &content);
  MoveChildren(&content, to);
}

}  // namespace surefoot::formats::urdf
