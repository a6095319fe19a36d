#pragma once

/// Messages in pieces: the op "fragment" of rosbridge.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/web/limits.h"

namespace surefoot::gateways::web {

/// The messages that carry `text` in pieces of at most `size` bytes, cut between characters. Small
/// sizes are raised so that there are at most some thousand pieces.
std::vector<std::string> SplitIntoFragments(std::string_view text, std::size_t size,
                                            const std::string& id);

/// Puts the fragments of one client together.
class Defragmenter {
 public:
  explicit Defragmenter(const Limits& limits) : limits_(limits) {}

  /// The whole message once its last piece is there, otherwise an empty text. Pieces may come in
  /// any order; one that came before is ignored.
  Result<std::string> Add(const std::string& id, std::int64_t num, std::int64_t total,
                          std::string data, TimePoint now);
  std::size_t open() const { return parts_.size(); }

 private:
  struct Parts {
    std::map<std::int64_t, std::string> pieces;
    std::int64_t total = 0;
    std::size_t bytes = 0;
    TimePoint last;
  };
  void DropOld(TimePoint now);
  Error Drop(const std::string& id, const std::string& why);

  const Limits& limits_;
  std::map<std::string, Parts> parts_;
  /// In all parts.
  std::size_t bytes_ = 0;
};

}  // namespace surefoot::gateways::web
