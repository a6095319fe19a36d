#include "surefoot/formats/mjcf/reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "surefoot/formats/mjcf/schema.h"
#include "surefoot/formats/parse.h"

namespace surefoot::formats::mjcf {
namespace {

/// Limits on reports, so that a damaged file cannot flood the output.
constexpr int kMaxErrors = 200;
constexpr std::size_t kMaxWarnings = 200;

}  // namespace

bool Reader::stopped() const {
  return context_.problems->error_count() - errors_before_ > kMaxErrors;
}

Refusal Reader::Error(const Source& source, const std::string& message, const std::string& value,
                      const std::string& advice) {
  if (!stopped()) problems().Error(source, message, value, advice);
  return {};
}

Refusal Reader::WarnOnce(const std::string& kind, const Source& source, const std::string& message,
                         const std::string& value, const std::string& advice) {
  if (warned_.size() >= kMaxWarnings || !warned_.insert(kind).second) return {};
  return problems().Warning(source, message, value, advice);
}

void Reader::NoteOnce(const std::string& kind, const Source& source, const std::string& message,
                      const std::string& value, const std::string& advice) {
  if (warned_.size() >= kMaxWarnings || !warned_.insert(kind).second) return;
  problems().Note(source, message, value, advice);
}

Refusal Reader::WarnUnused(const Node& node, const std::string& why) {
  const std::string* name = node.Attribute("name");
  return WarnOnce("unused " + node.name + why, SourceOf(node), "<" + node.name + "> " + why,
                  name != nullptr ? *name : "");
}

bool Reader::IsFirstReport(const Node& node, const char* attribute) {
  return seen_.emplace(&node, attribute).second;
}

/// A robot can have hundreds of names; a list of them would hide the error.
std::string ShortAdvice(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongList = 12;
  if (known.size() <= kLongList || !NearestName(name, known).empty())
    return NameAdvice(name, known);
  return "check the spelling; there are " + std::to_string(known.size()) + " others";
}

/// The categories are the children that MuJoCo's <default> may have.
std::string DefaultCategory(const std::string& element_name) {
  if (IsActuator(element_name)) return "actuator";
  for (const char* tendon : {"fixed", "spatial"}) {
    if (element_name == tendon) return "tendon";
  }
  for (const char* equality : {"connect", "weld", "flex", "flexvert", "flexstrain"}) {
    if (element_name == equality) return "equality";
  }
  return element_name;
}

/// <joint> and <tendon> are also names of constraints, which have their own category.
Attributes::Attributes(const Node& node, const DefaultClass* defaults, Reader* reader)
    : node_(&node), reader_(reader) {
  levels_.push_back(&node);
  const std::string category = node.parent != nullptr && node.parent->name == "equality"
                                   ? "equality"
                                   : DefaultCategory(node.name);
  for (const DefaultClass* at = defaults; at != nullptr; at = at->parent) {
    // If a class has several elements of one category, the last one overrides.
    for (auto entry = at->elements.rbegin(); entry != at->elements.rend(); ++entry) {
      if (entry->first == category) levels_.push_back(entry->second);
    }
  }
}

/// Linear in the levels and their attributes; both are few.
const Node* Attributes::FindAt(const char* name) const {
  for (const Node* level : levels_) {
    if (level->Has(name)) return level;
  }
  return nullptr;
}

std::string Attributes::FirstOf(const std::vector<const char*>& names) const {
  for (const Node* level : levels_) {
    for (const char* name : names) {
      if (level->Has(name)) return name;
    }
  }
  return "";
}

std::string Attributes::Text(const char* name, const std::string& fallback) const {
  const Node* at = FindAt(name);
  return at == nullptr ? fallback : Trimmed(*at->Attribute(name));
}

/// A wrong value is reported where it is written, which may be a default class, and once for that
/// place.
std::vector<double> Attributes::Numbers(const char* name, std::size_t min, std::size_t max,
                                        bool allow_infinite) const {
  const Node* at = FindAt(name);
  if (at == nullptr) return {};
  Problems found;
  const Source source = SourceOf(*at, name);
  std::vector<double> values;
  const std::string& text = *at->Attribute(name);
  if (Trimmed(text).empty()) {
    reader_->WarnOnce("empty " + at->name + name, source, "an empty attribute is ignored");
    return {};
  }
  for (const std::string& word : SplitWords(text)) {
    const auto value =
        allow_infinite ? ParseLimit(word, source, &found) : ParseDouble(word, source, &found);
    if (!value) break;
    values.push_back(*value);
  }
  if (found.ok() && (values.size() < min || values.size() > max)) {
    const std::string requested =
        min == max ? std::to_string(min) : std::to_string(min) + " to " + std::to_string(max);
    found.Error(source,
                std::to_string(values.size()) + (values.size() == 1 ? " number" : " numbers") +
                    " where " + requested + (max == 1 ? " is needed" : " are needed"),
                text.substr(0, 100), "write " + requested + " separated by spaces");
  }
  if (found.ok()) return values;
  if (reader_->IsFirstReport(*at, name)) {
    for (const Problem& problem : found.all()) {
      reader_->Error(problem.source, problem.message, problem.value, problem.advice);
    }
  }
  return {};
}

double Attributes::Number(const char* name, double fallback) const {
  const std::vector<double> values = Numbers(name, 1, 1);
  return values.empty() ? fallback : values[0];
}

/// An integer in [min, max]; a value outside is an error.
int Attributes::Integer(const char* name, int fallback, int min, int max) const {
  const Node* at = FindAt(name);
  if (at == nullptr) return fallback;
  Problems found;
  const auto value = ParseInteger(*at->Attribute(name), min, max, SourceOf(*at, name), &found);
  if (value) return static_cast<int>(*value);
  if (reader_->IsFirstReport(*at, name)) {
    const Problem& problem = found.all().front();
    reader_->Error(problem.source, problem.message, problem.value, problem.advice);
  }
  return fallback;
}

/// Words are case-sensitive, as in MuJoCo.
std::string Attributes::Choice(const char* name, const std::vector<std::string>& words,
                               const std::string& fallback) const {
  const Node* at = FindAt(name);
  if (at == nullptr) return fallback;
  const std::string word = Trimmed(*at->Attribute(name));
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  if (reader_->IsFirstReport(*at, name)) {
    reader_->Error(SourceOf(*at, name), "unknown value", word, NameAdvice(word, words));
  }
  return fallback;
}

bool Attributes::Bool(const char* name, bool fallback) const {
  const std::string word =
      Choice(name, {"true", "false", "1", "0", "enable", "disable"}, fallback ? "true" : "false");
  return word == "true" || word == "1" || word == "enable";
}

std::optional<bool> Attributes::Tristate(const char* name) const {
  const std::string word = Choice(name, {"true", "false", "auto"}, "auto");
  return word == "auto" ? std::nullopt : std::optional<bool>(word == "true");
}

Vector3d Attributes::Vector(const char* name, const Vector3d& fallback) const {
  const std::vector<double> values = Numbers(name, 3, 3);
  return values.empty() ? fallback : Vector3d(values[0], values[1], values[2]);
}

}  // namespace surefoot::formats::mjcf
