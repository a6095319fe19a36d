/// Macros: definition and calls.

#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/expander.h"

namespace surefoot::formats::urdf {

/// Stores the node of the definition; its content is expanded at each call.
void Expander::DefineMacro(const Node& node, const Context& context, Node*) {
  std::string name = Required(node, "name");
  if (name.starts_with("xacro:")) name = name.substr(6);
  if (name.empty() || name == "call" || name.find('.') != std::string::npos) {
    Wrong("not a valid macro name", name, "\"call\" and names with a dot are reserved by xacro");
  }
  const std::string* parameters = node.Attribute("params");
  budget_.Element();
  context.macros->macros[name] =
      Macro{&node, ParseMacroParameters(parameters == nullptr ? "" : *parameters)};
}

/// <xacro:call macro="NAME">: the name of the macro may be computed.
void Expander::CallByName(const Node& node, const Context& context, Node* to) {
  const std::string name = EvaluateToString(Required(node, "macro"), context.scope);
  Node* call = Keep(Copied(node, &budget_));
  call->name = "xacro:" + name;
  std::erase_if(call->attributes, [](const auto& a) { return a.first == "macro"; });
  // Not ExpandElement(): a macro named "call" would recurse endlessly.
  CallMacro(*call, context, to);
}

/// Finds a macro by its name, possibly in a namespace ("ns.name"). Changes `context` to that
/// namespace, in which the macro's content is expanded.
const Macro& Expander::FindMacro(const std::string& name, Context* context) const {
  if (const Macro* macro = context->macros->Find(name)) return *macro;
  const std::vector<std::string> parts = SplitAt(name, '.');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    const Macro* macro = last && i > 0 ? context->macros->Find(parts[i]) : nullptr;
    if (macro != nullptr) return *macro;
    MacroTable* macros = last ? nullptr : context->macros->FindNamespace(parts[i]);
    const std::optional<Value> space =
        macros == nullptr ? std::nullopt : context->scope->Find(parts[i]);
    if (!space || space->As<Scope*>() == nullptr) break;
    *context = {*space->As<Scope*>(), macros};
  }
  Wrong("undefined macro", "xacro:" + name,
        "define it with <xacro:macro name=\"" + Shortened(name) + "\">, or include its file first");
}

/// Expands the macro's content in a new scope inside of the caller's, or of the namespace that
/// contains the macro. Arguments and blocks are evaluated in the scope of the call.
void Expander::CallMacro(const Node& node, const Context& context, Node* to) {
  const std::string name = node.name.substr(6);
  Context inside = context;
  const Macro macro = FindMacro(name, &inside);
  inside.scope = NewScope(inside.scope, Scope::Kind::kPlain);
  inside.macros = NewMacros(inside.macros);
  SetArguments(node, macro, context, inside.scope);
  SetBlocks(node, macro, context, inside.scope);
  calls_.emplace_back(name, node.place);
  Node content;
  ExpandChildren(*macro.body, inside, &content);
  calls_.pop_back();
  ImportNamespaces(*macro.body, to);
  for (auto& child : content.children) to->children.push_back(std::move(child));
}

/// Binds attributes to parameters. A parameter without attribute gets, in this order, the caller's
/// property of its name (for ^) or its default.
void Expander::SetArguments(const Node& call, const Macro& macro, const Context& context,
                            Scope* scope) {
  const auto& parameters = macro.parameters;
  for (const auto& [name, value] : call.attributes) {
    const bool known = std::any_of(parameters.begin(), parameters.end(),
                                   [&](const auto& p) { return p.name == name; });
    if (!known) {
      std::vector<std::string> names;
      for (const MacroParameter& parameter : parameters) names.push_back(parameter.name);
      Wrong("the macro " + Shortened(call.name) + " has no such parameter", name,
            NameAdvice(name, names));
    }
    scope->Set(name, EvaluateText(value, context.scope), false, call.place);
  }
  for (const MacroParameter& parameter : parameters) {
    if (parameter.is_block() || call.Attribute(parameter.name) != nullptr) continue;
    std::optional<Value> value;
    if (parameter.outer) value = context.scope->Find(parameter.name);
    if (!value && parameter.fallback) value = EvaluateText(*parameter.fallback, context.scope);
    if (!value) {
      Wrong("the macro " + Shortened(call.name) + " needs the parameter " + parameter.name, "",
            "write <" + Shortened(call.name) + " " + parameter.name + "=\"...\">");
    }
    scope->Set(parameter.name, *std::move(value), false, call.place);
  }
}

/// Binds the elements inside of the call to the block parameters, in order. Text between them is
/// ignored.
void Expander::SetBlocks(const Node& call, const Macro& macro, const Context& context,
                         Scope* scope) {
  // Blocks are expanded in the context of the call, not in that of the macro.
  Node* content = Keep(std::make_unique<Node>());
  ExpandChildren(call, context, content);
  place_ = call.place;
  auto next = content->children.begin();
  const auto skip_texts = [&] {
    while (next != content->children.end() && (*next)->name.empty()) ++next;
    return next != content->children.end();
  };
  for (const MacroParameter& parameter : macro.parameters) {
    if (!parameter.is_block()) continue;
    if (!skip_texts()) {
      Wrong("the macro " + Shortened(call.name) + " needs the block " + parameter.name, "",
            "write an element inside of <" + Shortened(call.name) + ">");
    }
    scope->SetBlock(parameter.name, (next++)->get());
  }
  if (skip_texts()) {
    Wrong("the macro " + Shortened(call.name) + " does not accept this element", (*next)->name,
          "remove it, or add a parameter *block to the macro");
  }
}

}  // namespace surefoot::formats::urdf
