#include "surefoot/msgs/field_path.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>
#include <type_traits>

#include "surefoot/base/text.h"
#include "surefoot/msgs/old_fields.h"

// Paths such as "ranges[3]" are resolved once to accessors, which then read a field without a
// search.

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;

/// Splits "ranges[3]" into the name "ranges" and the index 3; false if the brackets are invalid.
bool SplitIndex(const std::string& part, std::string* name, std::optional<std::size_t>* index) {
  const std::size_t bracket = part.find('[');
  *name = part.substr(0, bracket);
  if (bracket == std::string::npos) return true;
  std::size_t value = 0;
  const char* last = part.data() + part.size();
  const auto [end, error] = std::from_chars(part.data() + bracket + 1, last, value);
  if (error != std::errc() || end + 1 != last || *end != ']') return false;
  *index = value;
  return true;
}

/// Sets a number, boolean or text; false if the text is invalid.
bool SetItem(const FieldRef& field, const std::string& text, void* item) {
  return VisitItem(field.kind, item, [&](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_void_v<T>) {
      return false;
    } else if constexpr (std::is_same_v<T, std::string>) {
      *value = text;
      return text.size() <= field.max_text;
    } else if constexpr (std::is_same_v<T, bool>) {
      *value = text == "true" || text == "1";
      return *value || text == "false" || text == "0";
    } else {
      return FromChars(text, value);
    }
  });
}

/// Sets items as in "1;2;3"; false if an item is invalid, or their number for fixed arrays.
bool SetItems(FieldRef field, const std::string& text) {
  const bool grows = field.shape == FieldRef::Shape::kArray;
  if (grows && field.kind != Kind::kMessage) field.items = field.resize(field.vector, 0);
  if (grows && text.empty()) return field.kind != Kind::kMessage;
  std::size_t count = 0;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(';', start), text.size());
    if (count == (grows ? field.max_items : field.count)) return false;
    if (grows) field.items = field.resize(field.vector, count + 1);
    if (!SetItem(field, text.substr(start, end - start), field.item(count++))) return false;
    start = end + 1;
  }
  return grows || count == field.count;
}

std::string SetValue(const FieldRef& field, const std::string& path, const std::string& rest,
                     const std::string& text) {
  const std::string wrong = "'" + text + "' does not fit the field '" + path + "'";
  if (field.shape != FieldRef::Shape::kSingle) {
    return SetItems(field, text) ? "" : wrong + " (items are separated by ;)";
  }
  if (field.kind == Kind::kMessage) return SetField(*field.type, rest, text, field.items);
  if (!rest.empty()) return "the field '" + path + "' has no fields of its own";
  return SetItem(field, text, field.items) ? "" : wrong;
}

template <typename T>
bool SetNumber(double value, T* item) {
  if constexpr (std::is_integral_v<T>) {
    const double whole = std::round(value);
    // The largest 64-bit integer is not a double, so compare with the next power of two.
    const double above = std::ldexp(1.0, std::numeric_limits<T>::digits);
    if (!(whole >= static_cast<double>(std::numeric_limits<T>::lowest()) && whole < above)) {
      return false;
    }
    *item = static_cast<T>(whole);
  } else {
    *item = static_cast<T>(value);
  }
  return true;
}

}  // namespace

std::string FieldNames(const TypeInfo& type) {
  const std::shared_ptr<void> message = type.make();
  std::string names;
  VisitFields(type, message.get(), [&names](const FieldRef& field) {
    names += (names.empty() ? "" : ", ") + std::string(field.name);
  });
  return names;
}

std::string SetField(const TypeInfo& type, const std::string& path, const std::string& text,
                     void* message) {
  const std::size_t dot = std::min(path.find('.'), path.size());
  const std::string first(PresentName(type, path.substr(0, dot)));
  const std::string rest = dot < path.size() ? path.substr(dot + 1) : "";
  std::string problem = "there is no field '" + first + "'; there are: " + FieldNames(type);
  VisitFields(type, message, [&](const FieldRef& field) {
    if (first == field.name) problem = SetValue(field, path, rest, text);
  });
  return problem;
}

Status FieldPath::Add(const TypeInfo& type, const std::string& part, Kind* kind,
                      const TypeInfo** next) {
  std::string name;
  std::optional<std::size_t> index;
  if (!SplitIndex(part, &name, &index)) {
    return Error{"'" + part + "' is not a field; write name or name[0]"};
  }
  name = PresentName(type, name);
  const std::shared_ptr<void> message = type.make();
  int number = 0;
  int found = -1;
  FieldRef::Shape shape = FieldRef::Shape::kSingle;
  std::size_t count = 0;
  VisitFields(type, message.get(), [&](const FieldRef& field) {
    if (name == field.name) {
      found = number;
      *kind = field.kind;
      *next = field.type;
      shape = field.shape;
      count = field.count;
    }
    ++number;
  });
  if (found < 0) {
    return Error{"there is no field '" + name + "' in " + type.name +
                 "; there are: " + FieldNames(type)};
  }
  if (shape == FieldRef::Shape::kSingle && index) return Error{"'" + name + "' is not an array"};
  if (shape != FieldRef::Shape::kSingle && !index) {
    return Error{"'" + name + "' is an array; write " + name + "[0]"};
  }
  if (shape == FieldRef::Shape::kFixedArray && *index >= count) {
    return Error{"'" + name + "' has " + std::to_string(count) + " items, from 0 on"};
  }
  steps_.push_back(Step{found, index.value_or(0)});
  return Status();
}

Result<FieldPath> FieldPath::Make(const TypeInfo& type, const std::string& path) {
  FieldPath made(&type);
  const TypeInfo* at = &type;
  Kind kind = Kind::kMessage;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('.', start), path.size());
    if (at == nullptr) return Error{"'" + path.substr(0, start - 1) + "' has no fields of its own"};
    const Status status = made.Add(*at, path.substr(start, end - start), &kind, &at);
    if (!status.ok()) return status.error();
    start = end + 1;
  }
  if (kind == Kind::kMessage) {
    return Error{"'" + path + "' is a message; add one of its fields: " + FieldNames(*at)};
  }
  if (kind == Kind::kString) return Error{"'" + path + "' is a text, not a number"};
  return made;
}

/// Visits the fields of each level up to the requested one; the cost is the number of fields on the
/// way.
FieldPath::Place FieldPath::Find(void* message) const {
  Place place{message, Kind::kMessage};
  const TypeInfo* at = type_;
  for (const Step& step : steps_) {
    int number = 0;
    Place inner;
    const TypeInfo* next = nullptr;
    VisitFields(*at, place.item, [&](const FieldRef& field) {
      if (number++ != step.field || step.item >= field.count) return;
      inner = Place{field.item(step.item), field.kind};
      next = field.type;
    });
    if (inner.item == nullptr) return Place();
    place = inner;
    at = next;
  }
  return place;
}

std::optional<double> FieldPath::Get(const void* message) const {
  // Visiting does not modify the message.
  const Place place = Find(const_cast<void*>(message));
  if (place.item == nullptr) return std::nullopt;
  return VisitItem(place.kind, place.item, [](auto* value) -> std::optional<double> {
    if constexpr (std::is_arithmetic_v<std::remove_pointer_t<decltype(value)>>) {
      return static_cast<double>(*value);
    } else {
      return std::nullopt;
    }
  });
}

bool FieldPath::Set(double value, void* message) const {
  const Place place = Find(message);
  if (place.item == nullptr) return false;
  return VisitItem(place.kind, place.item, [value](auto* item) {
    if constexpr (std::is_arithmetic_v<std::remove_pointer_t<decltype(item)>>) {
      return SetNumber(value, item);
    } else {
      return false;
    }
  });
}

}  // namespace surefoot::msgs
