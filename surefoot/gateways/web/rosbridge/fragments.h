#pragma once

/// Messages in pieces: the op "fragment" (rosbridge protocol, section 3.1.1).

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/web/limits.h"

namespace surefoot::gateways::web {

/// Splits `text` into "fragment" messages with at most `size` bytes of it each, between characters.
/// Small sizes are raised, so that there are at most a few thousand fragments.
std::vector<std::string> SplitIntoFragments(std::string_view text, std::size_t size,
                                            const std::string& id);

/// Reassembles the fragments of one client. Memory is bounded by Limits: number of incomplete
/// messages, their bytes, and the time since their last fragment.
class Defragmenter {
 public:
  explicit Defragmenter(const Limits& limits) : limits_(limits) {}

  /// Returns the complete message with its last fragment, otherwise "". Fragments may arrive in any
  /// order; duplicates are ignored. After an error the message is dropped.
  Result<std::string> Add(const std::string& id, std::int64_t num, std::int64_t total,
                          std::string data, TimePoint now);
  /// Number of incomplete messages.
  std::size_t open() const { return parts_.size(); }

 private:
  struct Parts {
    std::map<std::int64_t, std::string> pieces;
    std::int64_t total = 0;
    std::size_t bytes = 0;
    TimePoint last;
  };
  /// Drops messages whose last fragment is older than Limits::fragment_timeout.
  void DropOld(TimePoint now);
  Error Drop(const std::string& id, const std::string& why);

  const Limits& limits_;
  std::map<std::string, Parts> parts_;
  /// Bytes of all incomplete messages.
  std::size_t bytes_ = 0;
};

}  // namespace surefoot::gateways::web
