#pragma once

/// Properties of a xacro file, by scope. Private to formats/urdf.

#include <map>
#include <optional>
#include <string>

#include "surefoot/formats/urdf/xacro/evaluate.h"
#include "surefoot/formats/urdf/xacro/tree.h"

namespace surefoot::formats::urdf {

class Scope;

/// Evaluates the text of a property. Implemented by the expander; an interface, so that scopes do
/// not depend on it.
class TextEvaluator {
 public:
  virtual ~TextEvaluator() = default;
  virtual Value EvaluateText(const std::string& text, Scope* scope) = 0;
  virtual Budget* budget() = 0;
  /// Where the text being evaluated was written, for messages.
  virtual Place place() const = 0;
  virtual void set_place(const Place& place) = 0;
};

/// The properties of the file, of a macro call, or of an included namespace. A macro's scope is
/// inside its caller's: names that it does not define are the caller's.
///
/// A property is evaluated at its first use, in the scope that contains it, so it may refer to
/// properties that are defined further down.
class Scope : public Names {
 public:
  enum class Kind { kPlain, kNamespace };
  Scope(Scope* parent, Kind kind, TextEvaluator* evaluator)
      : parent_(parent), kind_(kind), evaluator_(evaluator) {}

  /// Searches this scope, then the outer ones. Built-in functions are not included.
  std::optional<Value> Find(const std::string& name) override;
  bool Contains(const std::string& name) const;
  /// nullptr when the block is not defined. The asterisks are part of its name.
  const Node* FindBlock(const std::string& name) const;

  /// A string that reads as a number or bool becomes one. With `lazy`, another string is evaluated
  /// at its first use.
  void Set(const std::string& name, Value value, bool lazy, const Place& place);
  void SetBlock(const std::string& name, const Node* block) { blocks_[name] = block; }
  /// Removes the property here and in the outer scopes.
  void Remove(const std::string& name);

  Kind kind() const { return kind_; }
  Scope* parent() const { return parent_; }
  /// The scope of the file.
  Scope* Outermost();

 private:
  struct Property {
    Value value;
    bool unevaluated = false;
    bool in_progress = false;
    Place place;
  };
  const Value& Evaluated(const std::string& name, Property* property);

  Scope* parent_;
  Kind kind_;
  TextEvaluator* evaluator_;
  std::map<std::string, Property> properties_;
  std::map<std::string, const Node*> blocks_;
};

}  // namespace surefoot::formats::urdf
