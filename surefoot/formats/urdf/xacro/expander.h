#pragma once

/// Surefoot's evaluator of xacro: converts a file with xacro statements to plain URDF. Private to
/// formats/urdf.
///
/// It exists because the program xacro evaluates expressions with Python's eval, which a file can
/// use to run commands (its filter of names can be evaded with nested comprehensions). Here an
/// expression can call the functions of a fixed table and nothing else, files are found by the
/// context's resolver and only within its scope, and every recursion is charged to a budget.
///
///     Expander expander(&file, Limits());
///     if (!expander.Expand(*document.RootElement(), &expanded)) ... expander.failure()

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/urdf/xacro/macro.h"
#include "surefoot/formats/urdf/xacro/scope.h"

namespace surefoot::formats::urdf {

/// Used for one expansion. Errors are thrown as Failure and caught in Expand().
class Expander : private Host, private TextEvaluator {
 public:
  Expander(UrdfFile* file, const Limits& limits);
  Expander(const Expander&) = delete;
  Expander& operator=(const Expander&) = delete;

  /// Returns false when it stopped early: failure() says why, source() where.
  bool Expand(const XmlElement& root, tinyxml2::XMLDocument* expanded);
  const Failure& failure() const { return failure_; }
  Source source() const;

 private:
  /// What names mean at a point of the expansion.
  struct Context {
    Scope* scope;
    MacroTable* macros;
  };
  using Statement = void (Expander::*)(const Node&, const Context&, Node*);

  // Statements (statements.cc). Each appends its result to `to`.
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
  /// Moves namespace declarations along with the content of an included file or macro.
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
  /// True for files from clients, which must not read the machine's files and environment.
  bool restricted() const { return file_->context().resolver->scope().restricted(); }
  Result<std::string> Resolve(const std::string& uri) const;
  Node* Keep(std::unique_ptr<Node> node);
  Scope* NewScope(Scope* parent, Scope::Kind kind);
  MacroTable* NewMacros(MacroTable* parent);

  UrdfFile* file_;
  Budget budget_;
  Failure failure_;
  /// Where the text being evaluated was written.
  Place place_;
  /// The chain of includes, innermost last. File names are relative to the last one.
  std::vector<std::string> files_;
  /// Macro calls in progress: the macro's name and the place of the call.
  std::vector<std::pair<std::string, Place>> calls_;
  std::vector<std::pair<std::string, std::string>> arguments_;
  int reports_ = 0;
  /// Nodes, scopes and macro tables live as long as the expansion, because a namespace can be
  /// returned from the macro that created it. Deques keep their addresses.
  std::deque<std::unique_ptr<Node>> nodes_;
  std::deque<Scope> scopes_;
  std::deque<MacroTable> macros_;
};

/// The value of a condition of <xacro:if>. Throws Failure when it is not one.
bool ConditionOf(const Value& value, const std::string& text);

}  // namespace surefoot::formats::urdf
