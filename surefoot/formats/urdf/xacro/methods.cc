#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/functions.h"
#include "surefoot/formats/urdf/xacro/operators.h"

namespace surefoot::formats::urdf {
namespace {

/// Methods of strings, dicts and lists. Each one charges the budget for what it creates.
///
/// The characters that Python's split() and strip() treat as blanks in ASCII text.
constexpr const char* kBlanks = " \t\r\n\v\f";

/// Not an error of the file: xacro evaluates every method of Python.
[[noreturn]] void NoMethod(const Value& of, const std::string& name) {
  Unsupported("the method ." + name + "() of a " + TypeName(of) + " is not supported", "",
              "accepted: " + MethodNames());
}

const std::string& TextAt(const std::string& name, const Arguments& arguments, std::size_t index) {
  const std::string* text = nullptr;
  if (index < arguments.values.size()) text = arguments.values[index].As<std::string>();
  if (text == nullptr) Wrong("the method ." + name + "() needs a string as argument");
  return *text;
}

/// str.split(): without separator at any number of blanks, with one at each occurrence.
std::vector<Value> Split(const std::string& text, const Arguments& arguments) {
  std::vector<Value> parts;
  const bool blanks = arguments.values.empty() || arguments.values[0].IsNone();
  const std::string mark = blanks ? "" : TextAt("split", arguments, 0);
  if (!blanks && mark.empty()) Wrong("the separator of .split() is empty");
  std::size_t at = 0;
  while (true) {
    const std::size_t next = blanks ? text.find_first_of(kBlanks, at) : text.find(mark, at);
    const std::size_t end = std::min(next, text.size());
    if (!blanks || end > at) parts.emplace_back(text.substr(at, end - at));
    if (next == std::string::npos) return parts;
    at = next + (blanks ? 1 : mark.size());
  }
}

/// str.strip(), lstrip() and rstrip(); the argument is a set of characters.
std::string Strip(const std::string& text, const std::string& name, const Arguments& arguments) {
  const std::string marks =
      arguments.values.empty() ? std::string(kBlanks) : TextAt(name, arguments, 0);
  const std::size_t first = name == "rstrip" ? 0 : text.find_first_not_of(marks);
  if (first == std::string::npos) return "";
  const std::size_t last = name == "lstrip" ? text.size() - 1 : text.find_last_not_of(marks);
  return last == std::string::npos ? "" : text.substr(first, last + 1 - first);
}

/// The loop stops at the limit, before the result can use much memory; the charge then fails.
std::string Replace(const std::string& text, const Arguments& arguments, Budget* budget) {
  const std::string& from = TextAt("replace", arguments, 0);
  const std::string& to = TextAt("replace", arguments, 1);
  if (from.empty()) Unsupported(".replace() of an empty string is not supported");
  std::string replaced;
  std::size_t at = 0;
  for (std::size_t next; (next = text.find(from, at)) != std::string::npos;
       at = next + from.size()) {
    replaced.append(text, at, next - at).append(to);
    if (static_cast<std::int64_t>(replaced.size()) > budget->limits().string_bytes) break;
  }
  replaced.append(text, at, std::string::npos);
  budget->Text(replaced.size());
  return replaced;
}

/// As in Python, only strings can be joined: numbers must be converted with str().
std::string Join(const std::string& between, const Arguments& arguments, Budget* budget) {
  if (arguments.values.size() != 1) Wrong("the method .join() takes one list");
  std::string joined;
  bool first = true;
  for (const Value& item : ItemsOf(arguments.values[0], budget)) {
    const auto* text = item.As<std::string>();
    if (text == nullptr) Wrong("the method .join() takes strings", TypeName(item), "use str(x)");
    joined += (first ? "" : between) + *text;
    if (static_cast<std::int64_t>(joined.size()) > budget->limits().string_bytes) break;
    first = false;
  }
  budget->Text(joined.size());
  return joined;
}

/// ASCII letters only: they differ in bit 0x20 from their other case. Python also changes other
/// alphabets.
std::string ChangedCase(std::string text, bool upper) {
  for (char& c : text) {
    const bool change = upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
    if (change) c = static_cast<char>(c ^ 0x20);
  }
  return text;
}

/// The methods of str that robot descriptions use. Others are kUnsupported, not errors, since
/// xacro would evaluate them.
Value OfText(const Value& of, const std::string& name, const Arguments& arguments, Budget* budget) {
  const std::string& text = *of.As<std::string>();
  budget->Text(text.size());
  if (name == "split" && arguments.values.size() <= 1) {
    return MakeList(Split(text, arguments), false, budget);
  }
  if (IsOneOf(name, {"strip", "lstrip", "rstrip"})) return Strip(text, name, arguments);
  if (IsOneOf(name, {"lower", "upper"})) return ChangedCase(text, name == "upper");
  if (name == "startswith") return text.starts_with(TextAt(name, arguments, 0));
  if (name == "endswith") return text.ends_with(TextAt(name, arguments, 0));
  if (name == "replace" && arguments.values.size() == 2) return Replace(text, arguments, budget);
  if (name == "join") return Join(text, arguments, budget);
  NoMethod(of, name);
}

/// keys(), values() and items() return lists instead of Python's views; loops see no difference.
Value OfDict(const Value& of, const std::string& name, const Arguments& arguments, Budget* budget) {
  const Dict& dict = *of.AsDict();
  const auto& values = arguments.values;
  if (name == "get" && (values.size() == 1 || values.size() == 2)) {
    if (const Value* found = dict.Find(values[0], budget)) return *found;
    return values.size() == 2 ? values[1] : Value();
  }
  std::vector<Value> items;
  budget->Items(dict.entries.size());
  for (const auto& [key, value] : dict.entries) {
    if (name == "keys") {
      items.push_back(key);
    } else if (name == "values") {
      items.push_back(value);
    } else if (name == "items") {
      items.push_back(MakeList({key, value}, true, budget));
    } else {
      NoMethod(of, name);
    }
  }
  return MakeList(std::move(items), false, budget);
}

/// Only the methods that return a value. append() and others change the list, which would make the
/// result depend on the order of evaluation.
Value OfList(const Value& of, const std::string& name, const Arguments& arguments, Budget* budget) {
  if (arguments.values.size() != 1 || !IsOneOf(name, {"index", "count"})) NoMethod(of, name);
  std::int64_t count = 0;
  const List& list = *of.AsList();
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    if (!AreEqual(list.items[i], arguments.values[0], budget)) continue;
    if (name == "index") return static_cast<std::int64_t>(i);
    ++count;
  }
  if (name == "index") Wrong("the value is not in the list", StrOf(arguments.values[0], budget));
  return count;
}

}  // namespace

std::string MethodNames() {
  return "for strings split, strip, lstrip, rstrip, lower, upper, startswith, endswith, replace, "
         "join; for dicts get, keys, values, items and their keys; for lists index, count";
}

Value CallMethod(const Value& of, const std::string& name, const Arguments& arguments,
                 const Surroundings& around) {
  if (!arguments.named.empty()) {
    Unsupported("named arguments are supported for dict only", "." + name + "()",
                "remove the name");
  }
  if (of.As<std::string>() != nullptr) return OfText(of, name, arguments, around.budget);
  if (of.AsDict() != nullptr) return OfDict(of, name, arguments, around.budget);
  if (of.AsList() != nullptr) return OfList(of, name, arguments, around.budget);
  NoMethod(of, name);
}

}  // namespace surefoot::formats::urdf
