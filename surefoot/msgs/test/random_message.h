#pragma once

#include "surefoot/base/random.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// Fills every field: numbers with random bits (floats finite, so that == compares bits), texts
/// with unusual characters, arrays of 0 to `longest` items.
void FillRandom(const TypeInfo& type, std::size_t longest, RandomStream* random, void* message);

}  // namespace surefoot::msgs
