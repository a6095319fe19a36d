#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/physics/state.h"

namespace surefoot::sim {

/// Hashes the state body by body, so that two runs can be compared down to the body that differs.
class StateHash {
 public:
  explicit StateHash(const world::World& world);

  /// Extends the hash chain: the result depends on `previous`, the step, and every movable body and
  /// joint, to the last bit.
  std::uint64_t Extend(std::uint64_t previous, std::int64_t step, const physics::State& state);

  /// Hash of each body at the last Extend, in the order of body_links().
  const std::vector<std::uint64_t>& body_hashes() const { return body_hashes_; }
  /// World link id of the root link of each movable body.
  const std::vector<int>& body_links() const { return body_links_; }

 private:
  std::vector<int> body_links_;
  std::vector<std::uint64_t> body_hashes_;
};

}  // namespace surefoot::sim
