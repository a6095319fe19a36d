#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// MJCF, the format of MuJoCo. A robot alone gives a model; with ground or other bodies that
/// cannot move, a world.
Format MakeMjcfFormat();

}  // namespace surefoot::formats
