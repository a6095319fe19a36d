#pragma once

#include <cstddef>

namespace surefoot {

/// An index of the description (an int, where -1 stands for none) as containers take it:
/// `model.links[At(i)]`. The index must not be negative.
constexpr std::size_t At(int index) { return static_cast<std::size_t>(index); }

}  // namespace surefoot
