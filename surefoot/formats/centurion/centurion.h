#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// Worlds of the simulator Centurion: flat arenas with two-wheel robots. Read, not written.
Format MakeCenturionFormat();

}  // namespace surefoot::formats
