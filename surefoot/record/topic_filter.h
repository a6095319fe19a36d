#pragma once

#include <string>
#include <vector>

namespace surefoot::record {

/// Whether a name fits a pattern, in which * stands for any letters and ? for one.
bool MatchesPattern(const std::string& name, const std::string& pattern);

/// Topics by patterns.
struct TopicFilter {
  /// Empty: all.
  std::vector<std::string> topics;
  std::vector<std::string> exclude;

  bool Takes(const std::string& topic) const;
  bool Excludes(const std::string& topic) const;
};

}  // namespace surefoot::record
