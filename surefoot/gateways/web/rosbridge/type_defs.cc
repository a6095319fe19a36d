#include "surefoot/gateways/web/rosbridge/type_defs.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "surefoot/gateways/web/rosbridge/payload.h"

namespace surefoot::gateways::web {
namespace {

using msgs::rosapi_msgs::TypeDef;

std::string_view Trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Without the comment; a # within quotes is none.
std::string_view WithoutComment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == '#') {
      return Trim(line.substr(0, i));
    }
  }
  return Trim(line);
}

bool IsPrimitive(const std::string& type) {
  static const std::vector<std::string> kTypes{"bool",   "byte",  "char",   "float32", "float64",
                                               "int8",   "uint8", "int16",  "uint16",  "int32",
                                               "uint32", "int64", "uint64", "string",  "wstring"};
  return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

/// What stands before the first "/" of the name.
std::string Package(const TypeDef& def) { return def.type_.substr(0, def.type_.find('/')); }

std::string Example(const std::string& type, bool array) {
  if (array) return "[]";
  if (!IsPrimitive(type)) return "{}";
  if (type == "bool") return "False";
  if (type == "string" || type == "wstring") return "";
  return type.rfind("float", 0) == 0 ? "0.0" : "0";
}

/// "float64[9] covariance": type and array length are taken apart.
void AddField(std::string_view type_text, std::string_view name, TypeDef* def) {
  std::string type(type_text);
  int length = -1;
  if (const std::size_t bracket = type.find('['); bracket != type.npos) {
    const std::string inside = type.substr(bracket + 1);
    length = inside[0] >= '0' && inside[0] <= '9' ? std::stoi(inside) : 0;
    type.resize(bracket);
  }
  // A bounded text: string<=10.
  if (const std::size_t bound = type.find('<'); bound != type.npos) type.resize(bound);
  if (!IsPrimitive(type)) {
    type = type == "Header" ? "std_msgs/Header" : ShortTypeName(type);
    if (type.find('/') == type.npos) type = Package(*def) + "/" + type;
  }
  def->fieldnames.emplace_back(name);
  def->fieldarraylen.push_back(length);
  def->examples.push_back(Example(type, length >= 0));
  def->fieldtypes.push_back(std::move(type));
}

void AddLine(std::string_view line, TypeDef* def) {
  const std::size_t space = line.find_first_of(" \t");
  if (space == line.npos) return;
  const std::string_view type = line.substr(0, space);
  const std::string_view rest = Trim(line.substr(space));
  const std::size_t name_end = std::min(rest.find_first_of(" \t="), rest.size());
  const std::string_view after = Trim(rest.substr(name_end));
  if (!after.empty() && after[0] == '=') {
    def->constnames.emplace_back(rest.substr(0, name_end));
    def->constvalues.emplace_back(Trim(after.substr(1)));
    return;
  }
  AddField(type, rest.substr(0, name_end), def);
}

TypeDef DefOf(const msgs::TypeInfo& type) {
  TypeDef def;
  def.type_ = ShortTypeName(type.name);
  std::string_view text = type.definition;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = WithoutComment(text.substr(0, end));
    // The definitions of other types come after such a line.
    if (line.rfind("====", 0) == 0) break;
    AddLine(line, &def);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return def;
}

void Collect(const msgs::TypeInfo& type, std::vector<TypeDef>* defs) {
  const std::string name = ShortTypeName(type.name);
  const bool known = std::any_of(defs->begin(), defs->end(),
                                 [&](const TypeDef& def) { return def.type_ == name; });
  if (known) return;
  defs->push_back(DefOf(type));
  const std::vector<std::string> fields = defs->back().fieldtypes;
  for (const std::string& field : fields) {
    const msgs::TypeInfo* used = IsPrimitive(field) ? nullptr : msgs::FindType(field);
    if (used != nullptr) Collect(*used, defs);
  }
}

}  // namespace

std::vector<TypeDef> TypeDefs(const msgs::TypeInfo& type) {
  std::vector<TypeDef> defs;
  Collect(type, &defs);
  return defs;
}

}  // namespace surefoot::gateways::web
