#include "surefoot/formats/urdf/xacro/scope.h"

#include <utility>

namespace surefoot::formats::urdf {

/// Charged to the budget: chains of nested macro calls make lookups long.
std::optional<Value> Scope::Find(const std::string& name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    evaluator_->budget()->Step();
    const auto found = scope->properties_.find(name);
    if (found != scope->properties_.end()) return scope->Evaluated(name, &found->second);
  }
  return std::nullopt;
}

/// Evaluates a lazy property once. `in_progress` detects cycles.
const Value& Scope::Evaluated(const std::string& name, Property* property) {
  if (!property->unevaluated) return property->value;
  if (property->in_progress) {
    Wrong("a property depends on itself", name,
          "define it by other properties, or write lazy_eval=\"false\" to use its current value");
  }
  property->in_progress = true;
  // Errors are reported where the property is written, not where it is used.
  const Place user = evaluator_->place();
  evaluator_->set_place(property->place);
  const std::string text = *property->value.As<std::string>();
  Value value = LiteralOf(evaluator_->EvaluateText(text, this));
  evaluator_->set_place(user);
  property->in_progress = false;
  property->unevaluated = false;
  property->value = std::move(value);
  return property->value;
}

bool Scope::Contains(const std::string& name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    if (scope->properties_.count(name) > 0) return true;
  }
  return false;
}

const Node* Scope::FindBlock(const std::string& name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    evaluator_->budget()->Step();
    const auto found = scope->blocks_.find(name);
    if (found != scope->blocks_.end()) return found->second;
  }
  return nullptr;
}

/// A second definition replaces the first one; properties that were evaluated before keep their
/// value.
void Scope::Set(const std::string& name, Value value, bool lazy, const Place& place) {
  Property property;
  property.value = LiteralOf(std::move(value));
  property.unevaluated = lazy && property.value.As<std::string>() != nullptr;
  property.place = place;
  properties_[name] = std::move(property);
}

void Scope::Remove(const std::string& name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    scope->properties_.erase(name);
  }
}

Scope* Scope::Outermost() {
  Scope* scope = this;
  while (scope->parent_ != nullptr) scope = scope->parent_;
  return scope;
}

}  // namespace surefoot::formats::urdf
