#pragma once

/// The numbers and choices of a part of the description that can be edited, with the places that
/// they are kept in.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/element.h"

namespace surefoot::world {

struct Property {
  /// "mass", "gyro.bias".
  std::string name;
  /// For people: "Mass", in the group "Inertia".
  std::string label;
  std::string group;
  /// "number", "vector", "flag" (0 or 1) or "choice", whose value is the text.
  std::string kind;
  std::string unit;
  std::vector<double> value;
  std::string text;
  std::vector<std::string> choices;
  /// Of each number. Infinite: a number that is not finite is accepted and means "no limit".
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

struct Caption {
  std::string name;
  std::string label;
  std::string group;
  std::string unit = {};
};

struct Limits {
  double lower = 0.0;
  double upper = 0.0;
};

class Fields {
 public:
  using SetNumbers = std::function<Status(const std::vector<double>&)>;
  using SetText = std::function<Status(const std::string&)>;
  struct Field {
    Property property;
    SetNumbers set_numbers;
    SetText set_text;
  };

  /// What is set goes there; it must outlive the fields.
  void Number(const Caption& caption, const Limits& limits, double* value);
  void Number(const Caption& caption, const Limits& limits, double value,
              std::function<Status(double)> set);
  void Vector(const Caption& caption, const Limits& limits, Vector3d* value);
  void Vector(const Caption& caption, const Limits& limits, const Vector3d& value,
              std::function<Status(const Vector3d&)> set);
  void Flag(const Caption& caption, bool* value);
  void Choice(const Caption& caption, std::vector<std::string> choices, const std::string& value,
              SetText set);

  const std::vector<Field>& all() const { return all_; }
  /// Checks and sets.
  Status Set(const std::string& name, const std::vector<double>& values, const std::string& text);

 private:
  Field& Add(const Caption& caption, const char* kind, const Limits& limits);
  std::vector<Field> all_;
};

/// The child of that name, with or without "surefoot:" before it; nullptr when there is none.
Element* FindChild(Element* element, const std::string& name);
/// The child, made where there is none: under `name` as it is given.
Element* ChildOf(Element* element, const std::string& name);
/// Sets the child of that name, or the attribute where it is written as one.
void SetValue(Element* element, const std::string& name, const std::string& text);

}  // namespace surefoot::world
