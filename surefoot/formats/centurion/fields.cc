#include "surefoot/formats/centurion/fields.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"

namespace surefoot::formats::centurion {
namespace {

std::string Between(double least, double most) {
  return "accepted: " + NumberText(least, 6) + " to " + NumberText(most, 6);
}

std::string TextOf(const XmlElement& element) {
  const char* text = element.GetText();
  return text == nullptr ? "" : std::string(Trimmed(text));
}

}  // namespace

Source Fields::source() const {
  if (element_ == nullptr) return Source{*path_, 0, ""};
  return Source{*path_, element_->GetLineNum(), element_->Name()};
}

void Fields::Error(const std::string& message, const std::string& value,
                   const std::string& advice) const {
  problems_->Error(source(), message, value, advice);
}

void Fields::Warning(const std::string& message, const std::string& value,
                     const std::string& advice) const {
  problems_->Warning(source(), message, value, advice);
}

Fields Fields::Child(const char* name, bool required) const {
  const XmlElement* child = element_ == nullptr ? nullptr : element_->FirstChildElement(name);
  if (child == nullptr && required && there()) {
    Error("<" + std::string(element_->Name()) + "> has no <" + name + ">");
  }
  const Fields found(child, *path_, problems_);
  if (child != nullptr && child->NextSiblingElement(name) != nullptr) {
    Fields(child->NextSiblingElement(name), *path_, problems_)
        .Error("there are two <" + std::string(name) + "> in one <" + element_->Name() + ">", "",
               "leave one of them");
  }
  return found;
}

std::vector<Fields> Fields::Children(const char* name) const {
  std::vector<Fields> children;
  if (element_ == nullptr) return children;
  for (const XmlElement* child = element_->FirstChildElement(name); child != nullptr;
       child = child->NextSiblingElement(name)) {
    children.emplace_back(child, *path_, problems_);
  }
  return children;
}

double Fields::Value(double least, double most) const {
  const std::string text = TextOf(*element_);
  const auto value = ParseDouble(text, source(), problems_);
  if (value && *value >= least && *value <= most) return *value;
  if (value) Error("the number is out of range", text, Between(least, most));
  return least;
}

double Fields::Number(const char* name, double least, double most) const {
  const Fields child = Child(name);
  return child.there() ? child.Value(least, most) : least;
}

double Fields::Number(const char* name, double least, double most, double fallback) const {
  const bool given = there() && element_->FirstChildElement(name) != nullptr;
  return given ? Number(name, least, most) : fallback;
}

long long Fields::Integer(const char* name, long long least, long long most) const {
  const double value = Number(name, static_cast<double>(least), static_cast<double>(most));
  if (value == std::floor(value)) return static_cast<long long>(value);
  Child(name).Error("not a whole number", NumberText(value, 6));
  return least;
}

std::string Fields::Text(const char* name, bool required) const {
  const Fields child = Child(name, required);
  return child.there() ? TextOf(*child.element_) : "";
}

std::size_t Fields::Choice(const char* name, const std::vector<std::string>& words) const {
  const Fields child = Child(name);
  if (!child.there()) return 0;
  const std::string text = TextOf(*child.element_);
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::string accepted = Joined(words);
  child.Error("not one of the words that are known", text, "accepted: " + accepted);
  return 0;
}

void Fields::CheckCount(const char* name, const char* entry, std::size_t entries) const {
  if (!there()) return;
  const long long told = Integer(name, 0, 1'000'000);
  if (static_cast<std::size_t>(told) == entries) return;
  Child(name).Error("the count is not that of the <" + std::string(entry) + "> that follow",
                    std::to_string(told), "there are " + std::to_string(entries));
}

void Fields::WarnUnknown(std::initializer_list<const char*> known) const {
  if (!there()) return;
  for (const XmlElement* child = element_->FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    const auto same = [child](const char* name) { return std::strcmp(name, child->Name()) == 0; };
    if (std::any_of(known.begin(), known.end(), same)) continue;
    std::vector<std::string> names(known.begin(), known.end());
    Fields(child, *path_, problems_)
        .Warning("this element is not known and was left out", child->Name(),
                 NameAdvice(child->Name(), names));
  }
}

}  // namespace surefoot::formats::centurion
