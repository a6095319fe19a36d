#pragma once

#include <cstddef>
#include <functional>

namespace surefoot::experiment {

/// Calls `work` for 0 to count - 1 in `jobs` threads (0: one per core) until a call returns false.
/// Returns true when none did. The order of calls is not defined; results must go to places by
/// index.
///
///   std::vector<double> squares(100);
///   InParallel(squares.size(), 0, [&](std::size_t i) { squares[i] = i * i; return true; });
bool InParallel(std::size_t count, int jobs, const std::function<bool(std::size_t)>& work);

}  // namespace surefoot::experiment
