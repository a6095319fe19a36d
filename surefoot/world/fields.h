#pragma once

/// The editable numbers and choices of a part of the description, with the variables that store
/// them. The page's inspector and the edit services use them.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/element.h"

namespace surefoot::world {

/// One editable value, as clients see it.
struct Property {
  /// Key, such as "mass" or "gyro.bias".
  std::string name;
  /// For display: "Mass", in the group "Inertia".
  std::string label;
  std::string group;
  /// "number", "vector", "flag" (0 or 1) or "choice", whose value is the text.
  std::string kind;
  std::string unit;
  std::vector<double> value;
  std::string text;
  std::vector<std::string> choices;
  /// Limits of each number. If one is infinite, a number that is not finite means "no limit".
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// How a property is named and displayed.
struct Caption {
  std::string name;
  std::string label;
  std::string group;
  std::string unit = {};
};

/// The accepted interval, ends included.
struct Limits {
  double lower = 0.0;
  double upper = 0.0;
};

/// The fields of one part. They refer to the part's variables, which must outlive them.
class Fields {
 public:
  using SetNumbers = std::function<Status(const std::vector<double>&)>;
  using SetText = std::function<Status(const std::string&)>;
  struct Field {
    Property property;
    SetNumbers set_numbers;
    SetText set_text;
  };

  /// Setting the field writes to `value`.
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
  /// Checks the value and sets it; the error says what is accepted.
  Status Set(const std::string& name, const std::vector<double>& values, const std::string& text);

 private:
  Field& Add(const Caption& caption, const char* kind, const Limits& limits);
  std::vector<Field> all_;
};

/// The child with that name, with or without the prefix "surefoot:"; nullptr when there is none.
Element* FindChild(Element* element, const std::string& name);
/// The child; created with the given `name` when it does not exist.
Element* ChildOf(Element* element, const std::string& name);
/// Sets the child with that name, or the attribute if it is written as one.
void SetValue(Element* element, const std::string& name, const std::string& text);

}  // namespace surefoot::world
