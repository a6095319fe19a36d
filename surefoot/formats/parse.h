#pragma once

/// The readers of numbers in world/parse.h under the names of this folder.

#include "surefoot/base/text.h"
#include "surefoot/world/parse.h"

namespace surefoot::formats {

using world::NameAdvice;
using world::NearestName;
using world::ParseBool;
using world::ParseColor;
using world::ParseDouble;
using world::ParseInteger;
using world::ParseLimit;
using world::ParseVector;
using world::ParseVector3;
using world::SplitWords;
using world::Trimmed;

}  // namespace surefoot::formats
