/// xacro.load_yaml: a YAML file as a value, with the types that PyYAML assigns (YAML 1.1).

#include <limits>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/expander.h"
#include "surefoot/formats/xml_file.h"
#include "surefoot/formats/yaml.h"

namespace surefoot::formats::urdf {
namespace {

/// The units that xacro adds to YAML as tags: the factor to SI.
std::optional<double> UnitOf(const std::string& tag) {
  if (tag == "!radians" || tag == "!meters") return 1.0;
  if (tag == "!degrees") return 3.14159265358979323846 / 180.0;
  if (tag == "!millimeters") return 0.001;
  if (tag == "!foot") return 0.3048;
  if (tag == "!inches") return 0.0254;
  return std::nullopt;
}

/// Name lookup for values with a unit: only functions and constants, no properties.
class NoNames : public Names {
 public:
  std::optional<Value> Find(const std::string&) override { return std::nullopt; }
};

/// Converts the tree of the YAML parser. The first attribute of an element is the kind of its
/// value.
class YamlReader {
 public:
  YamlReader(Host* host, Budget* budget) : host_(host), budget_(budget) {}

  Value Mapping(const world::Element& element) {
    std::vector<std::pair<Value, Value>> entries;
    for (const world::Element& child : element.children) {
      entries.emplace_back(Plain(child.name), Of(child));
    }
    return MakeDict(std::move(entries), budget_);
  }

 private:
  // The recursion is bounded by the parser's limit of 32 levels.
  Value Of(const world::Element& element) {
    const std::string& kind = element.attributes[0].second;
    if (kind == "mapping") return Mapping(element);
    if (kind == "sequence") {
      std::vector<Value> items;
      for (const world::Element& child : element.children) items.push_back(Of(child));
      return MakeList(std::move(items), false, budget_);
    }
    budget_->Text(element.text.size());
    if (kind == "plain") return Plain(element.text);
    if (kind == "quoted") return element.text;
    const std::optional<double> unit = UnitOf(kind);
    if (!unit) Unsupported("this YAML tag is not supported", kind, "accepted: !degrees, !radians");
    NoNames none;
    const Value value = Evaluate(element.text, Surroundings{&none, host_, budget_});
    if (!value.IsNumber()) Wrong("a value with a unit is not a number", element.text);
    return AsDouble(value) * *unit;
  }

  /// The type of a plain scalar by YAML 1.1: null, bool, number, else string.
  static Value Plain(const std::string& text) {
    if (IsOneOf(text, {"", "~", "null", "Null", "NULL"})) return Value();
    const std::string word = text.size() < 6 ? Lower(text) : "";
    if (IsOneOf(word, {"true", "yes", "on"})) return true;
    if (IsOneOf(word, {"false", "no", "off"})) return false;
    if (text.find_first_not_of("0123456789+-.eE_xXabcdefABCDEF:nN") != std::string::npos &&
        !IsOneOf(word, {".inf", "-.inf", ".nan"})) {
      return text;
    }
    return PlainNumber(text, word);
  }

  static Value PlainNumber(const std::string& text, const std::string& word) {
    if (word == ".inf") return std::numeric_limits<double>::infinity();
    if (word == "-.inf") return -std::numeric_limits<double>::infinity();
    if (word == ".nan") return std::numeric_limits<double>::quiet_NaN();
    std::int64_t integer = 0;
    double number = 0.0;
    const bool digits = text.find_first_not_of("0123456789+-_:") == std::string::npos;
    const bool octal = text.size() > 1 && text[0] == '0' && digits;
    if (octal || text.starts_with("0x") || (digits && text.find_first_of("_:") < text.size())) {
      Unsupported("YAML numbers in other bases are not supported", text,
                  "write the number in decimal");
    }
    if (ParsePythonInt(text, &integer)) return integer;
    // In YAML 1.1 a float has a point, and its exponent has a sign: 1.0e-3. So 1e-3 is a string.
    const std::size_t e = text.find_first_of("eE");
    const bool signed_exponent =
        e == std::string::npos ||
        (e + 1 < text.size() && (text[e + 1] == '+' || text[e + 1] == '-'));
    if (text.find('.') < e && signed_exponent && ParsePythonFloat(text, &number)) return number;
    return text;
  }

  Host* host_;
  Budget* budget_;
};

}  // namespace

Value Expander::LoadYaml(const std::string& name) {
  const Result<std::string> path = Resolve(name);
  if (!path.ok()) Wrong("cannot load a YAML file: " + path.error().message, name);
  Problems problems;
  const auto text = ReadTextFile(*path, &problems);
  if (text) budget_.File(text->size());
  const auto root = text ? ParseTypedYaml(*text, *path, &problems) : std::nullopt;
  if (!root) {
    const std::string message = "a YAML file cannot be read: " + problems.ErrorText(1);
    if (message.find("aliases") != std::string::npos) Unsupported(message, name);
    Wrong(message, name);
  }
  return YamlReader(this, &budget_).Mapping(*root);
}

}  // namespace surefoot::formats::urdf
