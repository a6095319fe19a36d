#include "surefoot/formats/sdf/attributes.h"

#include <algorithm>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {

ExtensionAttributes::ExtensionAttributes(const world::Element& element, Problems* problems)
    : element_(element), problems_(problems) {}

ExtensionAttributes::~ExtensionAttributes() {
  for (const auto& attribute : element_.attributes) {
    if (std::find(known_.begin(), known_.end(), attribute.first) != known_.end()) continue;
    problems_->Warning(element_.source, "an unknown attribute is ignored", attribute.first,
                       NameAdvice(attribute.first, known_));
  }
}

Source ExtensionAttributes::SourceOf(const std::string& key) const {
  return Source{element_.source.file, element_.source.line, element_.source.element + "/@" + key};
}

std::string ExtensionAttributes::Text(const std::string& key) {
  const std::string text = TextOr(key, "");
  if (text.empty()) {
    Wrong(key, "the attribute is missing or empty", "", "write " + key + "=\"...\"");
  }
  return text;
}

std::string ExtensionAttributes::TextOr(const std::string& key, const std::string& fallback) {
  known_.push_back(key);
  const std::string* value = element_.Attribute(key);
  return value != nullptr ? *value : fallback;
}

double ExtensionAttributes::Number(const std::string& key) {
  const std::string text = Text(key);
  return text.empty() ? 0.0 : Parse(key, text);
}

double ExtensionAttributes::NumberOr(const std::string& key, double fallback) {
  const std::string text = TextOr(key, "");
  return text.empty() ? fallback : Parse(key, text);
}

double ExtensionAttributes::SizeOr(const std::string& key, double fallback) {
  const double value = NumberOr(key, fallback);
  if (value >= 0.0) return value;
  Wrong(key, "the value must not be negative", TextOr(key, ""), "give 0 or more");
  return fallback;
}

void ExtensionAttributes::Wrong(const std::string& key, const std::string& what,
                                const std::string& value, const std::string& advice) {
  problems_->Error(SourceOf(key), what, value, advice);
  ok_ = false;
}

double ExtensionAttributes::Parse(const std::string& key, const std::string& text) {
  const auto value = ParseDouble(text, SourceOf(key), problems_);
  ok_ = ok_ && value.has_value();
  return value.value_or(0.0);
}

}  // namespace surefoot::formats
