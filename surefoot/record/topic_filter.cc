#include "surefoot/record/topic_filter.h"

#include <algorithm>

// Patterns with * and ? as in file names.

namespace surefoot::record {
namespace {

bool MatchesAny(const std::string& name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return MatchesPattern(name, pattern); });
}

}  // namespace

bool MatchesPattern(const std::string& name, const std::string& pattern) {
  // After a mismatch, the last * absorbs one character more; earlier ones never need to. Linear
  // memory, no backtracking over several stars.
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string::npos;
  std::size_t star_at = 0;
  while (at < name.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      star_at = at;
    } else if (in_pattern < pattern.size() &&
               (pattern[in_pattern] == '?' || pattern[in_pattern] == name[at])) {
      ++in_pattern;
      ++at;
    } else if (star != std::string::npos) {
      in_pattern = star + 1;
      at = ++star_at;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string::npos;
}

/// Exclusion takes precedence.
bool TopicFilter::Takes(const std::string& topic) const {
  return (topics.empty() || MatchesAny(topic, topics)) && !Excludes(topic);
}

bool TopicFilter::Excludes(const std::string& topic) const { return MatchesAny(topic, exclude); }

}  // namespace surefoot::record
