#pragma once

#include "surefoot/base/random.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// Fills every field with something: numbers of any bits (floats finite, so that == means the same
/// bits), texts with odd letters, arrays of 0 to `longest` items.
void FillRandom(const TypeInfo& type, std::size_t longest, RandomStream* random, void* message);

}  // namespace surefoot::msgs
