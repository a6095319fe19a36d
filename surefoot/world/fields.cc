#include "surefoot/world/fields.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"

// Named numbers, vectors, flags and choices inside a description, with their ranges.

namespace surefoot::world {
namespace {

constexpr const char* kPrefix = "surefoot:";

std::string RangeText(const Property& property) {
  const std::string unit = property.unit.empty() ? "" : " " + property.unit;
  const bool lower = std::isfinite(property.lower);
  const bool upper = std::isfinite(property.upper);
  if (lower && upper) {
    return "must lie between " + NumberText(property.lower) + " and " + NumberText(property.upper) +
           unit;
  }
  if (lower) return "must be at least " + NumberText(property.lower) + unit;
  if (upper) return "must be at most " + NumberText(property.upper) + unit;
  return "must be a number";
}

/// A number that is not finite means the infinite limit on its side.
bool Accept(const Property& property, double* value) {
  if (std::isnan(*value)) {
    if (std::isinf(property.upper)) {
      *value = property.upper;
    } else if (std::isinf(property.lower)) {
      *value = property.lower;
    }
  }
  return *value >= property.lower && *value <= property.upper;
}

Status CheckNumbers(const Property& property, std::vector<double>* values) {
  const std::size_t count = property.value.size();
  if (values->size() != count) {
    return Error{"'" + property.name + "' takes " + std::to_string(count) +
                 (count == 1 ? " number" : " numbers") + ", not " + std::to_string(values->size())};
  }
  for (double& value : *values) {
    if (Accept(property, &value)) continue;
    return Error{property.label + " " + RangeText(property) + ", not " + NumberText(value)};
  }
  if (property.kind == "flag" && (*values)[0] != 0.0 && (*values)[0] != 1.0) {
    return Error{property.label + " must be 0 or 1, not " + NumberText((*values)[0])};
  }
  return Status();
}

}  // namespace

Fields::Field& Fields::Add(const Caption& caption, const char* kind, const Limits& limits) {
  Field field;
  field.property.name = caption.name;
  field.property.label = caption.label;
  field.property.group = caption.group;
  field.property.unit = caption.unit;
  field.property.kind = kind;
  field.property.lower = limits.lower;
  field.property.upper = limits.upper;
  all_.push_back(std::move(field));
  return all_.back();
}

void Fields::Number(const Caption& caption, const Limits& limits, double value,
                    std::function<Status(double)> set) {
  Field& field = Add(caption, "number", limits);
  field.property.value = {value};
  field.set_numbers = [set = std::move(set)](const std::vector<double>& v) { return set(v[0]); };
}

void Fields::Number(const Caption& caption, const Limits& limits, double* value) {
  Number(caption, limits, *value, [value](double requested) {
    *value = requested;
    return Status();
  });
}

void Fields::Vector(const Caption& caption, const Limits& limits, const Vector3d& value,
                    std::function<Status(const Vector3d&)> set) {
  Field& field = Add(caption, "vector", limits);
  field.property.value = {value.x(), value.y(), value.z()};
  field.set_numbers = [set = std::move(set)](const std::vector<double>& v) {
    return set(Vector3d(v[0], v[1], v[2]));
  };
}

void Fields::Vector(const Caption& caption, const Limits& limits, Vector3d* value) {
  Vector(caption, limits, *value, [value](const Vector3d& requested) {
    *value = requested;
    return Status();
  });
}

void Fields::Flag(const Caption& caption, bool* value) {
  Field& field = Add(caption, "flag", {0.0, 1.0});
  field.property.value = {*value ? 1.0 : 0.0};
  field.set_numbers = [value](const std::vector<double>& v) {
    *value = v[0] != 0.0;
    return Status();
  };
}

void Fields::Choice(const Caption& caption, std::vector<std::string> choices,
                    const std::string& value, SetText set) {
  Field& field = Add(caption, "choice", {0.0, 0.0});
  field.property.choices = std::move(choices);
  field.property.text = value;
  field.set_text = std::move(set);
}

Status Fields::Set(const std::string& name, const std::vector<double>& values,
                   const std::string& text) {
  for (const Field& field : all_) {
    if (field.property.name != name) continue;
    if (field.set_text != nullptr) {
      const auto& choices = field.property.choices;
      if (std::find(choices.begin(), choices.end(), text) != choices.end()) {
        return field.set_text(text);
      }
      return Error{field.property.label + " must be one of: " + Joined(choices) + "; not '" + text +
                   "'"};
    }
    std::vector<double> checked = values;
    const Status status = CheckNumbers(field.property, &checked);
    return status.ok() ? field.set_numbers(checked) : status;
  }
  return Error{"unknown property '" + name + "'; accepted: " + Joined(all_, [](const Field& field) {
                 return field.property.name;
               })};
}

Element* FindChild(Element* element, const std::string& name) {
  for (Element& child : element->children) {
    if (child.name == name || child.name == kPrefix + name || kPrefix + child.name == name) {
      return &child;
    }
  }
  return nullptr;
}

Element* ChildOf(Element* element, const std::string& name) {
  if (Element* child = FindChild(element, name)) return child;
  Element child;
  child.name = name;
  child.source = element->source;
  element->children.push_back(std::move(child));
  return &element->children.back();
}

void SetValue(Element* element, const std::string& name, const std::string& text) {
  if (FindChild(element, name) == nullptr) {
    for (auto& [key, value] : element->attributes) {
      if (kPrefix + key == name || key == name) {
        value = text;
        return;
      }
    }
  }
  ChildOf(element, name)->text = text;
}

}  // namespace surefoot::world
