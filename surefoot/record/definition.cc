#include "surefoot/record/definition.h"

#include <map>
#include <sstream>
#include <vector>

namespace surefoot::record {
namespace {

/// "pkg/Name", also from "pkg/msg/Name".
std::string ShortName(const std::string& type) {
  const std::size_t first = type.find('/');
  const std::size_t last = type.rfind('/');
  return first == last ? type : type.substr(0, first) + type.substr(last);
}

/// Type of an item, and its array suffix.
struct FieldType {
  std::string type;
  std::string array;
};

using Fields = std::vector<FieldType>;

std::string Qualified(const std::string& type, const std::string& package) {
  static const std::map<std::string, std::string> kPlain = {
      {"bool", "bool"},       {"byte", "uint8"},    {"char", "uint8"},     {"int8", "int8"},
      {"uint8", "uint8"},     {"int16", "int16"},   {"uint16", "uint16"},  {"int32", "int32"},
      {"uint32", "uint32"},   {"int64", "int64"},   {"uint64", "uint64"},  {"float32", "float32"},
      {"float64", "float64"}, {"string", "string"}, {"wstring", "wstring"}};
  const auto plain = kPlain.find(type);
  if (plain != kPlain.end()) return plain->second;
  // ROS 1 allows Header without its package.
  if (type == "Header") return "std_msgs/Header";
  return type.find('/') == std::string::npos ? package + "/" + type : ShortName(type);
}

/// The fields of each type in the text.
std::map<std::string, Fields> Parse(const std::string& root, const std::string& text) {
  std::map<std::string, Fields> types;
  std::string current = ShortName(root);
  types[current];
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string type;
    std::string name;
    if (!(words >> type)) continue;
    if (type == "MSG:") {
      if (words >> name) types[current = ShortName(name)];
      continue;
    }
    std::string rest;
    if (!(words >> name)) continue;
    words >> rest;
    // A constant, as in "uint8 A=1" or "uint8 A = 1".
    if (name.find('=') != std::string::npos || rest.compare(0, 1, "=") == 0) continue;
    FieldType field;
    const std::size_t bracket = type.find('[');
    if (bracket != std::string::npos) {
      // Bounds do not affect the wire format.
      field.array = type.compare(bracket, 3, "[<=") == 0 ? "[]" : type.substr(bracket);
      type.resize(bracket);
    }
    type = type.substr(0, type.find("<="));
    field.type = Qualified(type, current.substr(0, current.find('/')));
    types[current].push_back(field);
  }
  return types;
}

/// Compares types recursively by their sequence of field types.
bool Same(const std::string& type, const std::map<std::string, Fields>& a,
          const std::map<std::string, Fields>& b, int depth) {
  const auto in_a = a.find(type);
  const auto in_b = b.find(type);
  // A definition deeper than any real message contains itself.
  if (in_a == a.end() || in_b == b.end() || depth > 50) return depth <= 50;
  if (in_a->second.size() != in_b->second.size()) return false;
  for (std::size_t i = 0; i < in_a->second.size(); ++i) {
    const FieldType& field_a = in_a->second[i];
    const FieldType& field_b = in_b->second[i];
    if (field_a.array != field_b.array || field_a.type != field_b.type) return false;
    if (!Same(field_a.type, a, b, depth + 1)) return false;
  }
  return true;
}

}  // namespace

bool SameOnTheWire(const std::string& type, const std::string& a, const std::string& b) {
  return Same(ShortName(type), Parse(type, a), Parse(type, b), 0);
}

}  // namespace surefoot::record
