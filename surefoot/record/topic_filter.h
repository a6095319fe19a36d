#pragma once

#include <string>
#include <vector>

namespace surefoot::record {

/// Whether a name matches a pattern, in which * stands for any characters and ? for one.
bool MatchesPattern(const std::string& name, const std::string& pattern);

/// Selects topics by patterns.
struct TopicFilter {
  /// Empty: all topics.
  std::vector<std::string> topics = {};
  std::vector<std::string> exclude = {};

  bool Takes(const std::string& topic) const;
  bool Excludes(const std::string& topic) const;
};

}  // namespace surefoot::record
