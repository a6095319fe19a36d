#include "surefoot/evaluation/run/yaml.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "surefoot/world/parse.h"

// Unknown keys are errors: a misspelt optional key would otherwise be ignored silently, and its
// default used. The accepted keys are those that getters were asked for, so that they cannot get
// out of step with the code that reads them.

namespace surefoot::experiment {
namespace {

using world::Element;

const char kItem[] = "item";

/// An element as JSON: text, list or object.
nlohmann::ordered_json Tree(const Element& element) {
  using Json = nlohmann::ordered_json;
  if (element.children.empty()) return Json(element.text);
  const bool list = element.children.front().name == kItem;
  Json json = list ? Json::array() : Json::object();
  for (const Element& child : element.children) {
    if (list) {
      json.push_back(Tree(child));
    } else {
      json[child.name] = Tree(child);
    }
  }
  return json;
}

}  // namespace

std::optional<Element> ReadYaml(const std::string& path, Problems* problems) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    problems->Error(Source{path, 0, ""}, "the file cannot be read", "",
                    "check the path and the permissions");
    return std::nullopt;
  }
  return ParseYaml(text.str(), path, problems);
}

std::string ToJson(const Element& element) {
  using Json = nlohmann::ordered_json;
  return Tree(element).dump(1, ' ', false, Json::error_handler_t::replace);
}

void RefuseUnknown(const world::ElementReader& reader, const std::vector<std::string>& also) {
  std::vector<std::string> known;
  for (const std::vector<std::string>& names : {also, reader.AskedNames()}) {
    for (const std::string& name : names) {
      if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
    }
  }
  for (const Element& child : reader.element().children) {
    if (std::find(known.begin(), known.end(), child.name) != known.end()) continue;
    reader.problems()->Error(child.source, "unknown key", child.name,
                             world::NameAdvice(child.name, known));
  }
}

std::string RequiredText(const world::ElementReader& reader, const std::string& name,
                         const std::string& example) {
  const std::string text = reader.Text(name);
  if (text.empty()) reader.Error(name, "is missing", "", "write " + name + ": " + example);
  return text;
}

std::string PlaceOf(const Element& element) {
  return element.source.file + ":" + std::to_string(element.source.line);
}

std::vector<std::string> Texts(const world::ElementReader& reader, const std::string& name) {
  const Element& child = reader.Child(name).element();
  std::vector<std::string> texts;
  for (const Element& item : child.children) texts.push_back(item.text);
  if (child.children.empty() && !child.text.empty()) texts.push_back(child.text);
  return texts;
}

}  // namespace surefoot::experiment
