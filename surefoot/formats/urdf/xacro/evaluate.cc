#include "surefoot/formats/urdf/xacro/evaluate.h"

#include <utility>

#include "surefoot/formats/urdf/xacro/functions.h"
#include "surefoot/formats/urdf/xacro/operators.h"
#include "surefoot/formats/urdf/xacro/scope.h"

namespace surefoot::formats::urdf {
namespace {

using Kind = Expression::Kind;

/// Walks the tree of an expression. Recursion and steps are charged to the budget.
class Evaluator {
 public:
  explicit Evaluator(const Surroundings& around) : around_(around), budget_(around.budget) {}

  /// Evaluates a node. +x is computed as -(-x), which also rejects operands without a sign and
  /// makes an integer of a bool, as Python does.
  Value Of(const Expression& e) {
    const Budget::Level level(budget_);
    budget_->Step();
    switch (e.kind) {
      case Kind::kConstant:
        return e.constant;
      case Kind::kName:
        return Named(e.text);
      case Kind::kList:
      case Kind::kTuple:
        return MakeList(AllOf(e.parts, 0), e.kind == Kind::kTuple, budget_);
      case Kind::kDict:
        return DictOf(e);
      case Kind::kNegate:
        return Negate(Of(e.parts[0]));
      case Kind::kPlus:
        return Negate(Negate(Of(e.parts[0])));
      case Kind::kNot:
        return !TruthOf(Of(e.parts[0]));
      case Kind::kBinary:
        return BinaryOf(e);
      case Kind::kCompare:
        return CompareOf(e);
      case Kind::kAnd:
      case Kind::kOr:
        return FirstOf(e);
      case Kind::kConditional:
        return Of(e.parts[TruthOf(Of(e.parts[0])) ? 1 : 2]);
      case Kind::kIndex:
      case Kind::kSlice:
        return PartOf(e);
      case Kind::kAttribute:
        return AttributeOf(Of(e.parts[0]), e.text);
      case Kind::kCall:
        return CallOf(e);
    }
    return Value();
  }

 private:
  /// Evaluates parts from left to right, Python's order.
  std::vector<Value> AllOf(const std::vector<Expression>& parts, std::size_t first) {
    std::vector<Value> values;
    for (std::size_t i = first; i < parts.size(); ++i) values.push_back(Of(parts[i]));
    return values;
  }

  /// Properties hide functions of the same name, as in xacro.
  Value Named(const std::string& name) {
    if (auto value = around_.names->Find(name)) return *std::move(value);
    if (auto value = FindBuiltin(name)) return *std::move(value);
    if (IsForeignBuiltin(name)) {
      Unsupported("this function is not supported", name, "accepted: " + FunctionNames());
    }
    Wrong("undefined name", name,
          "define it with <xacro:property name=\"" + Shortened(name) + "\" value=\"...\"/>");
  }

  Value DictOf(const Expression& e) {
    std::vector<std::pair<Value, Value>> entries;
    for (std::size_t i = 0; i + 1 < e.parts.size(); i += 2) {
      Value key = Of(e.parts[i]);
      entries.emplace_back(std::move(key), Of(e.parts[i + 1]));
    }
    return MakeDict(std::move(entries), budget_);
  }

  Value BinaryOf(const Expression& e) {
    const Value a = Of(e.parts[0]);
    return Combine(e.text, a, Of(e.parts[1]), budget_);
  }

  /// Python's chained comparison: a < b < c means a < b and b < c, with b evaluated once.
  Value CompareOf(const Expression& e) {
    Value left = Of(e.parts[0]);
    for (std::size_t i = 0; i < e.words.size(); ++i) {
      Value right = Of(e.parts[i + 1]);
      if (!Compare(e.words[i], left, right, budget_)) return false;
      left = std::move(right);
    }
    return true;
  }

  /// Python's `and` and `or` return the operand that decides, and do not evaluate the rest.
  Value FirstOf(const Expression& e) {
    Value value;
    for (const Expression& part : e.parts) {
      value = Of(part);
      if (TruthOf(value) == (e.kind == Kind::kOr)) break;
    }
    return value;
  }

  Value PartOf(const Expression& e) {
    const std::vector<Value> parts = AllOf(e.parts, 0);
    if (e.kind == Kind::kIndex) return ItemOf(parts[0], parts[1], budget_);
    return SliceOf(parts[0], parts[1], parts[2], parts[3], budget_);
  }

  /// a.b: the item of a dict, the property of a namespace, or the function of a module.
  Value AttributeOf(const Value& of, const std::string& name) {
    if (const Dict* dict = of.AsDict()) {
      if (const Value* found = dict->Find(name, budget_)) return *found;
      Wrong("a dict has no such key", name, "check its spelling");
    }
    if (const auto* scope = of.As<Scope*>()) {
      if (auto value = (*scope)->Find(name)) return *std::move(value);
      Wrong("the namespace has no such property", name, "check its spelling");
    }
    if (const auto* module = of.As<BuiltinName>()) {
      if (auto value = FindInModule(module->name, name)) return *std::move(value);
      Unsupported("this function is not supported", module->name + "." + name,
                  "accepted: " + FunctionNames());
    }
    Unsupported("attributes of a " + TypeName(of) + " are not supported", "." + name,
                "accepted: " + MethodNames());
  }

  /// A call of a function, or of a method when the callee is an attribute of a value.
  Value CallOf(const Expression& e) {
    const Expression& callee = e.parts[0];
    Arguments arguments;
    if (callee.kind == Kind::kAttribute) {
      const Value of = Of(callee.parts[0]);
      if (of.As<BuiltinName>() == nullptr && of.As<Scope*>() == nullptr) {
        ReadArguments(e, &arguments);
        return CallMethod(of, callee.text, arguments, around_);
      }
      return CallFunction(AttributeOf(of, callee.text), e);
    }
    return CallFunction(Of(callee), e);
  }

  Value CallFunction(const Value& function, const Expression& e) {
    const auto* name = function.As<BuiltinName>();
    if (name == nullptr) {
      Wrong("only functions can be called", TypeName(function), "accepted: " + FunctionNames());
    }
    Arguments arguments;
    ReadArguments(e, &arguments);
    return urdf::CallFunction(name->name, arguments, around_);
  }

  /// The names in e.words belong to the last arguments.
  void ReadArguments(const Expression& e, Arguments* arguments) {
    std::vector<Value> values = AllOf(e.parts, 1);
    const std::size_t plain = values.size() - e.words.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i < plain) {
        arguments->values.push_back(std::move(values[i]));
      } else {
        arguments->named.emplace_back(e.words[i - plain], std::move(values[i]));
      }
    }
  }

  Surroundings around_;
  Budget* budget_;
};

}  // namespace

Value Evaluate(const std::string& text, const Surroundings& around) {
  const Expression expression = ParseExpression(text, around.budget);
  return Evaluator(around).Of(expression);
}

}  // namespace surefoot::formats::urdf
