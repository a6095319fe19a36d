#include "surefoot/evaluation/run/output/old_names.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "surefoot/base/old_name.h"

namespace surefoot::experiment {
namespace {

using world::Element;
using OldName = std::pair<const char*, const char*>;

/// Keys of entries of "checks", and of entries of "sections".
constexpr OldName kCheckKeys[] = {{"about", "expected"}, {"less", "minus"}};
constexpr OldName kSectionKeys[] = {{"made", "generated"}};

/// Fields of records and facts of the studies and commands.
constexpr OldName kFields[] = {
    {"least_coverage", "min_coverage"},    {"least_way", "min_distance"},
    {"least_border", "min_border"},        {"most_robots", "max_robots"},
    {"most_blind", "max_without_cameras"}, {"most_ratio", "max_ratio"},
    {"force_within", "force_tolerance"},   {"sinkage_within", "sinkage_tolerance"}};

void Warn(const Element& element, const OldName& name, Problems* problems) {
  problems->Warning(element.source, OldNameMessage(name.first, name.second), "", kOldNameAdvice);
}

bool IsNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Replaces the name where it is a whole word: "{half.least_coverage:2}".
bool ReplaceWord(const OldName& name, std::string* text) {
  const std::string old_name = name.first;
  bool found = false;
  for (std::size_t at = text->find(old_name); at != std::string::npos;
       at = text->find(old_name, at + 1)) {
    const std::size_t end = at + old_name.size();
    if (at > 0 && IsNameCharacter((*text)[at - 1])) continue;
    if (end < text->size() && IsNameCharacter((*text)[end])) continue;
    text->replace(at, old_name.size(), name.second);
    found = true;
  }
  return found;
}

void ReplaceFields(Element* element, Problems* problems) {
  for (const OldName& name : kFields) {
    const bool in_name = ReplaceWord(name, &element->name);
    // A list repeats the texts of its items, which are then found in the items.
    const bool in_text = ReplaceWord(name, &element->text) && element->children.empty();
    if (in_name || in_text) Warn(*element, name, problems);
  }
  for (Element& child : element->children) ReplaceFields(&child, problems);
}

template <typename OldNames>
void ReplaceKeys(const OldNames& names, Element* entry, Problems* problems) {
  for (Element& child : entry->children) {
    for (const OldName& name : names) {
      if (child.name != name.first) continue;
      Warn(child, name, problems);
      child.name = name.second;
    }
  }
}

/// Groups of checks have a list of the same name.
void ReplaceCheckKeys(Element* group, Problems* problems) {
  for (Element& list : group->children) {
    if (list.name != "checks") continue;
    for (Element& check : list.children) {
      ReplaceKeys(kCheckKeys, &check, problems);
      ReplaceCheckKeys(&check, problems);
    }
  }
}

}  // namespace

void ReplaceOldNames(Element* description, Problems* problems) {
  ReplaceFields(description, problems);
  ReplaceCheckKeys(description, problems);
  for (Element& list : description->children) {
    if (list.name != "sections") continue;
    for (Element& section : list.children) ReplaceKeys(kSectionKeys, &section, problems);
  }
}

}  // namespace surefoot::experiment
