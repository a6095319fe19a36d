#include "surefoot/evaluation/run/case_values.h"

#include <algorithm>
#include <cctype>

#include "surefoot/evaluation/run/yaml.h"

// Placeholders are replaced in the parsed elements and not in the text of the file: a value can
// then never change the structure of the YAML, and errors keep their line numbers.

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

constexpr std::size_t kMaxCases = 10000;

/// Names are those of C identifiers.
bool IsLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsNamePart(char c) { return IsLetter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// End of the name that starts at `at`, after a `$`; `at` itself when no name starts there.
std::size_t NameEnd(const std::string& text, std::size_t at) {
  if (at + 1 >= text.size() || text[at] != '$' || !IsLetter(text[at + 1])) return at;
  std::size_t end = at + 1;
  while (end < text.size() && IsNamePart(text[end])) ++end;
  return end;
}

/// The text with values in place of `$NAME`.
std::string Filled(const std::string& text, const CaseValues& values, const Source& source,
                   Problems* problems) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = NameEnd(text, at);
    if (end == at) {
      filled += text[at++];
      continue;
    }
    const std::string name = text.substr(at + 1, end - at - 1);
    const std::string* value = ValueOf(values, name);
    if (value == nullptr) {
      problems->Error(source, "nothing gives a value to '$" + name + "'", text,
                      "`for: {" + name + ": [...]}` in the case");
      return text;
    }
    filled += *value;
    at = end;
  }
  return filled;
}

/// Values become parts of case names and so of file names: other characters are replaced.
bool IsFit(const std::string& value) {
  return !value.empty() && value.size() <= 40 &&
         std::all_of(value.begin(), value.end(),
                     [](char c) { return IsNamePart(c) || c == '-' || c == '.' || c == '+'; });
}

/// Reports an invalid name or an empty list of values in `for`.
bool CheckRange(const ElementReader& reader, const Element& range,
                const std::vector<std::string>& values) {
  if (!std::all_of(range.name.begin(), range.name.end(), IsNamePart) || !IsLetter(range.name[0])) {
    reader.problems()->Error(range.source, "a name in 'for' has letters, digits and '_'",
                             range.name);
    return false;
  }
  if (values.empty()) {
    reader.problems()->Error(range.source, "'" + range.name + "' has no values", "",
                             "`for: {" + range.name + ": [1, 2, 3]}`");
  }
  for (const std::string& value : values) {
    if (IsFit(value)) continue;
    reader.problems()->Error(range.source, "a value in 'for' becomes part of the case's name",
                             value, "letters, digits, '_', '-', '+' and '.', 40 at most");
    return false;
  }
  return !values.empty();
}

}  // namespace

std::vector<CaseValues> ReadFor(const ElementReader& reader) {
  std::vector<CaseValues> cases = {{}};
  const Element* ranges = reader.element().Child("for");
  if (ranges == nullptr) return cases;
  const ElementReader in(*ranges, reader.problems());
  for (const Element& range : ranges->children) {
    const std::vector<std::string> values = Texts(in, range.name);
    if (!CheckRange(reader, range, values)) return {};
    std::vector<CaseValues> more;
    for (const CaseValues& one : cases) {
      for (const std::string& value : values) {
        more.push_back(one);
        more.back().emplace_back(range.name, value);
      }
    }
    cases = std::move(more);
    if (cases.size() > kMaxCases) {
      reader.Error("for", "too many cases", std::to_string(cases.size()),
                   "at most " + std::to_string(kMaxCases));
      return {};
    }
  }
  if (cases.front().empty())
    reader.Error("for", "is not a mapping", "", "`for: {slope: [10, 20]}`");
  return cases;
}

Element WithValues(const Element& element, const CaseValues& values, Problems* problems) {
  Element filled = element;
  filled.text = Filled(element.text, values, element.source, problems);
  for (Element& child : filled.children) child = WithValues(child, values, problems);
  return filled;
}

bool HasPlaceholder(const Element& element) {
  for (std::size_t at = 0; at < element.text.size(); ++at) {
    if (NameEnd(element.text, at) != at) return true;
  }
  return std::any_of(element.children.begin(), element.children.end(), HasPlaceholder);
}

std::string SuffixOf(const CaseValues& values) {
  std::string suffix;
  for (const auto& [name, value] : values) suffix += "_" + value;
  return suffix;
}

const std::string* ValueOf(const CaseValues& values, const std::string& name) {
  for (const auto& [known, value] : values) {
    if (known == name) return &value;
  }
  return nullptr;
}

}  // namespace surefoot::experiment
