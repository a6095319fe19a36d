#include "surefoot/world/element_reader.h"

#include <algorithm>
#include <utility>

#include "surefoot/base/old_name.h"
#include "surefoot/base/text.h"
#include "surefoot/world/parse.h"

// Reads numbers, texts and choices of an element, with reports of wrong values and of names that
// are similar to known ones.

namespace surefoot::world {
namespace {

constexpr const char* kPrefix = "surefoot:";

const Element& Nothing() {
  static const Element nothing;
  return nothing;
}

const Element* FindChild(const Element& element, const std::string& name) {
  if (const Element* child = element.Child(name)) return child;
  return element.Child(kPrefix + name);
}

}  // namespace

ElementReader::ElementReader(const Element& element, Problems* problems)
    : ElementReader(element, problems, std::make_shared<Asked>()) {}

ElementReader::ElementReader(const Element& element, Problems* problems,
                             std::shared_ptr<Asked> asked)
    : element_(&element), problems_(problems), asked_(std::move(asked)) {}

const Element* ElementReader::Walk(const std::string& path, std::string* last) const {
  const Element* at = element_;
  std::size_t start = 0;
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', start)) {
    *last = path.substr(start, slash - start);
    (*asked_)[at].push_back(*last);
    at = FindChild(*at, *last);
    if (at == nullptr) return nullptr;
    start = slash + 1;
  }
  *last = path.substr(start);
  (*asked_)[at].push_back(*last);
  return at;
}

const std::string* ElementReader::Find(const std::string& name, Source* source) const {
  std::string last;
  const Element* owner = Walk(name, &last);
  if (owner == nullptr) return nullptr;
  if (const Element* child = FindChild(*owner, last)) {
    *source = child->source;
    return &child->text;
  }
  *source = owner->source;
  return owner->Attribute(last);
}

Source ElementReader::SourceOf(const std::string& name) const {
  Source source;
  return Find(name, &source) != nullptr ? source : element_->source;
}

bool ElementReader::Has(const std::string& name) const {
  Source source;
  return Find(name, &source) != nullptr;
}

ElementReader ElementReader::Child(const std::string& name) const {
  std::string last;
  const Element* owner = Walk(name, &last);
  const Element* child = owner == nullptr ? nullptr : FindChild(*owner, last);
  return ElementReader(child == nullptr ? Nothing() : *child, problems_, asked_);
}

std::vector<ElementReader> ElementReader::Children(const std::string& name) const {
  std::vector<ElementReader> found;
  (*asked_)[element_].push_back(name);
  for (const Element& child : element_->children) {
    if (PlainName(child.name) == name) found.push_back({child, problems_, asked_});
  }
  return found;
}

std::string ElementReader::OwnText() const { return Trimmed(element_->text); }

std::string ElementReader::Text(const std::string& name, const std::string& fallback) const {
  Source source;
  const std::string* text = Find(name, &source);
  return text == nullptr ? fallback : Trimmed(*text);
}

template <typename T, typename Parse, typename... Rules>
T ElementReader::Parsed(const std::string& name, const T& fallback, Parse parse,
                        Rules... rules) const {
  Source source;
  const std::string* text = Find(name, &source);
  return text == nullptr ? fallback : parse(*text, rules..., source, problems_).value_or(fallback);
}

double ElementReader::Number(const std::string& name, double fallback) const {
  return Parsed(name, fallback, ParseLimit);
}

double ElementReader::Number(const std::string& name, double fallback, double min,
                             double max) const {
  const double value = Number(name, fallback);
  if (value >= min && value <= max) return value;
  Error(name, "must lie between " + NumberText(min, 6) + " and " + NumberText(max, 6),
        NumberText(value, 6));
  return fallback;
}

long long ElementReader::Integer(const std::string& name, long long fallback, long long min,
                                 long long max) const {
  return Parsed(name, fallback, ParseInteger, min, max);
}

bool ElementReader::Flag(const std::string& name, bool fallback) const {
  return Parsed(name, fallback, ParseBool);
}

Vector3d ElementReader::Vector(const std::string& name, const Vector3d& fallback) const {
  return Parsed(name, fallback, ParseVector3);
}

RigidTransform ElementReader::Pose(const std::string& name) const {
  const std::vector<double> v = Numbers(name, 6, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
  return RigidTransform(QuaternionFromRpy(v[3], v[4], v[5]), Vector3d(v[0], v[1], v[2]));
}

std::vector<double> ElementReader::Numbers(const std::string& name, int count,
                                           const std::vector<double>& fallback) const {
  return Parsed(name, fallback, ParseVector, count);
}

std::string ElementReader::Choice(const std::string& name, const std::vector<std::string>& accepted,
                                  const std::string& fallback, const OldValues& old_values) const {
  const std::string text = Text(name, fallback);
  if (text == fallback || std::find(accepted.begin(), accepted.end(), text) != accepted.end()) {
    return text;
  }
  for (const auto& [old_value, value] : old_values) {
    if (text != old_value) continue;
    Warning(name, OldNameMessage(old_value, value), "", kOldNameAdvice);
    return value;
  }
  Error(name, "must be one of: " + Joined(accepted), text);
  return fallback;
}

std::string ElementReader::WithOldName(const std::string& name, const std::string& old_name) const {
  const std::size_t slash = name.rfind('/');
  const std::size_t last = slash == std::string::npos ? 0 : slash + 1;
  const std::string old_path = name.substr(0, last) + old_name;
  // Not Has(): it would make the old name one that is proposed for misspelt ones.
  std::string ignored;
  const Element* owner = Walk(name, &ignored);
  const bool old_given = owner != nullptr && (FindChild(*owner, old_name) != nullptr ||
                                              owner->Attribute(old_name) != nullptr);
  if (!old_given) return name;
  const std::string message = OldNameMessage(old_name, name.substr(last));
  if (Has(name)) {
    problems_->Error(SourceOf(old_path), message + ", which is given, too", "",
                     "remove the old one");
    return name;
  }
  problems_->Warning(SourceOf(old_path), message, "", kOldNameAdvice);
  return old_path;
}

void ElementReader::Error(const std::string& name, const std::string& message,
                          const std::string& value, const std::string& advice) const {
  problems_->Error(SourceOf(name), name + ": " + message, value, advice);
}

void ElementReader::Warning(const std::string& name, const std::string& message,
                            const std::string& value, const std::string& advice) const {
  problems_->Warning(SourceOf(name), name + ": " + message, value, advice);
}

void ElementReader::Allow(const std::vector<std::string>& names) const {
  std::vector<std::string>& known = (*asked_)[element_];
  known.insert(known.end(), names.begin(), names.end());
}

void ElementReader::WarnMisspelt(const std::vector<std::string>& also) const {
  Allow(also);
  const std::vector<std::string>& known = (*asked_)[element_];
  for (const Element& child : element_->children) {
    const std::string name = PlainName(child.name);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string nearest = NearestName(name, known);
    if (nearest.empty()) continue;
    problems_->Warning(child.source, "unknown element, ignored", child.name,
                       "did you mean \"" + nearest + "\"?");
  }
}

}  // namespace surefoot::world
