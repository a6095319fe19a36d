#pragma once

/// Surefoot's evaluator of xacro: a file with xacro statements to plain URDF. Private to
/// formats/urdf.
///
/// It exists because the program xacro evaluates expressions with Python's eval, which a file can
/// use to run commands (its filter of names is evaded by nested comprehensions). Here an expression
/// can call the functions of a fixed table and nothing else, files are found by the context's
/// resolver and so only in its scope, and every recursion is charged to a budget.
///
///   Expander expander(&file, Limits());
///   if (!expander.Expand(*document.RootElement(), &expanded)) ... expander.failure()

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/urdf/xacro/macro.h"
#include "surefoot/formats/urdf/xacro/scope.h"

namespace surefoot::formats::urdf {

class Expander : private Host, private TextEvaluator {
 public:
  Expander(UrdfFile* file, const Limits& limits);
  Expander(const Expander&) = delete;
  Expander& operator=(const Expander&) = delete;

  /// False when it ended early: failure() says why, source() where.
  bool Expand(const XmlElement& root, tinyxml2::XMLDocument* expanded);
  const Failure& failure() const { return failure_; }
  Source source() const;

 private:
  /// What names mean at some point of the expansion.
  struct Context {
    Scope* scope;
    MacroTable* macros;
  };
  using Statement = void (Expander::*)(const Node&, const Context&, Node*);

  // Statements (statements.cc): `to` takes what they leave.
  void ExpandChildren(const Node& from, const Context& context, Node* to);
  void ExpandElement(const Node& node, const Context& context, Node* to);
  void ExpandPlain(const Node& node, const Context& context, Node* to);
  void ExpandText(const Node& node, const Context& context, Node* to);
  void InsertBlock(const Node& node, const Context& context, Node* to);
  void Include(const Node& node, const Context& context, Node* to);
  void DefineProperty(const Node& node, const Context& context, Node* to);
  void DefineArgument(const Node& node, const Context& context, Node* to);
  void RenameElement(const Node& node, const Context& context, Node* to);
  void AddAttribute(const Node& node, const Context& context, Node* to);
  void ExpandIf(const Node& node, const Context& context, Node* to);
  static Statement FindStatement(const std::string& name);
  Scope* PropertyScope(const Node& node, Scope* scope) const;
  std::unique_ptr<Node> ReadTree(const std::string& path);
  static void CheckXmlName(const std::string& name);
  /// Declarations of namespaces go where the content of a file or macro goes.
  static void ImportNamespaces(const Node& from, Node* to);

  // Macros (calls.cc).
  void DefineMacro(const Node& node, const Context& context, Node* to);
  void CallByName(const Node& node, const Context& context, Node* to);
  void CallMacro(const Node& node, const Context& context, Node* to);
  const Macro& FindMacro(const std::string& name, Context* context) const;
  void SetArguments(const Node& call, const Macro& macro, const Context& context, Scope* scope);
  void SetBlocks(const Node& call, const Macro& macro, const Context& context, Scope* scope);

  // Texts (substitute.cc).
  Value EvaluateText(const std::string& text, Scope* scope) override;
  std::string EvaluateToString(const std::string& text, Scope* scope);
  Value EvaluateExpression(const std::string& text, Scope* scope);
  Value EvaluateExtension(const std::string& text, Scope* scope);
  std::string Environment(const std::vector<std::string>& words) const;
  std::string Argument(const std::vector<std::string>& words) const;

  // Host.
  Value LoadYaml(const std::string& name) override;
  void Report(Severity severity, const std::string& text) override;
  std::string Substitute(const std::vector<std::string>& words) override;

  // TextEvaluator.
  Budget* budget() override { return &budget_; }
  Place place() const override { return place_; }
  void set_place(const Place& place) override { place_ = place; }

  const std::string& Required(const Node& node, const std::string& attribute) const;
  /// Files and environment of the machine are not a client's business.
  bool restricted() const { return file_->context().resolver->scope().restricted(); }
  Result<std::string> Resolve(const std::string& uri) const;
  Node* Keep(std::unique_ptr<Node> node);
  Scope* NewScope(Scope* parent, Scope::Kind kind);
  MacroTable* NewMacros(MacroTable* parent);

  UrdfFile* file_;
  Budget budget_;
  Failure failure_;
  /// Of what is being evaluated.
  Place place_;
  /// Files that include each other, the innermost last. Names of files are relative to the last.
  std::vector<std::string> files_;
  /// Calls in progress: the macro's name and where it is called.
  std::vector<std::pair<std::string, Place>> calls_;
  std::vector<std::pair<std::string, std::string>> arguments_;
  int reports_ = 0;
  /// Everything that others point to lives as long as the expansion: a namespace can be handed out
  /// of the macro that made it.
  std::deque<std::unique_ptr<Node>> nodes_;
  std::deque<Scope> scopes_;
  std::deque<MacroTable> macros_;
};

/// Whether a value is one that <xacro:if> takes. Throws Failure.
bool ConditionOf(const Value& value, const std::string& text);

}  // namespace surefoot::formats::urdf
