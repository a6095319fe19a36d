#pragma once

#include <cstddef>
#include <functional>

namespace surefoot::experiment {

/// Calls `work` for 0 to count - 1 in threads (`jobs` of them; 0: one per core), until one returns
/// false. Returns whether none did.
bool InParallel(std::size_t count, int jobs, const std::function<bool(std::size_t)>& work);

}  // namespace surefoot::experiment
