#include <tinyxml2.h>

#include <charconv>
#include <type_traits>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh_files/collada.h"

namespace surefoot::collada {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Appends the numbers in a text; returns the first word that is not a number, or "".
template <typename T>
std::string_view AppendNumbers(std::string_view text, std::vector<T>* numbers) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    while (at != end && IsSpace(*at)) ++at;
    if (at == end) return {};
    const char* word_end = at;
    while (word_end != end && !IsSpace(*word_end)) ++word_end;
    // std::from_chars does not accept a plus sign.
    const char* number = *at == '+' ? at + 1 : at;
    T value = 0;
    const auto [parsed, error] = std::from_chars(number, word_end, value);
    // A number too small for a double is a zero that some exporters write.
    const bool tiny = std::is_floating_point_v<T> && error == std::errc::result_out_of_range &&
                      std::string_view(at, static_cast<std::size_t>(word_end - at)).find("e-") !=
                          std::string_view::npos;
    if (parsed != word_end || (error != std::errc() && !tiny)) {
      return {at, static_cast<std::size_t>(word_end - at)};
    }
    numbers->push_back(value);
    at = word_end;
  }
}

template <typename T>
Result<std::vector<T>> Numbers(const XMLElement& element, const char* kind) {
  std::vector<T> numbers;
  // Comments split the text of an element into several nodes.
  for (const tinyxml2::XMLNode* node = element.FirstChild(); node != nullptr;
       node = node->NextSibling()) {
    const tinyxml2::XMLText* text = node->ToText();
    if (text == nullptr) continue;
    const std::string_view content = text->Value();
    if (numbers.empty()) numbers.reserve(content.size() / (std::is_floating_point_v<T> ? 8 : 4));
    const std::string_view bad = AppendNumbers(content, &numbers);
    if (!bad.empty()) {
      return At(element, "\"" + std::string(bad.substr(0, 40)) + "\" is not " + kind);
    }
  }
  return numbers;
}

}  // namespace

Error At(const XMLElement& element, const std::string& message) {
  return Error{"line " + std::to_string(element.GetLineNum()) + ": <" + element.Name() +
               ">: " + message};
}

std::string_view Attribute(const XMLElement& element, const char* name) {
  const char* value = element.Attribute(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool Is(const XMLElement& element, std::string_view name) { return element.Name() == name; }

std::string_view Text(const XMLElement& element) {
  const char* raw = element.GetText();
  return raw == nullptr ? std::string_view() : Trimmed(raw);
}

Result<std::vector<double>> Doubles(const XMLElement& element) {
  return Numbers<double>(element, "a number");
}

Result<std::vector<std::int32_t>> Integers(const XMLElement& element) {
  return Numbers<std::int32_t>(element, "a whole number");
}

const XMLElement* Descend(const XMLElement* element, std::initializer_list<const char*> path) {
  for (const char* name : path) {
    if (element == nullptr) return nullptr;
    element = element->FirstChildElement(name);
  }
  return element;
}

Ids::Ids(const XMLElement& root) {
  // Traverses the elements in document order without recursion: hostile files are deeply nested.
  for (const XMLElement* element = &root; element != nullptr;) {
    const std::string_view id = Attribute(*element, "id");
    if (!id.empty()) elements_.emplace(id, element);
    const XMLElement* next = element->FirstChildElement();
    while (next == nullptr && element != &root) {
      next = element->NextSiblingElement();
      if (next == nullptr) element = element->Parent()->ToElement();
    }
    element = next;
  }
}

const XMLElement* Ids::Find(std::string_view reference) const {
  if (!reference.empty() && reference.front() == '#') reference.remove_prefix(1);
  const auto found = elements_.find(reference);
  return found == elements_.end() ? nullptr : found->second;
}

}  // namespace surefoot::collada
