#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// MJCF, the XML format of MuJoCo, read without MuJoCo's library. A file with one robot and nothing
/// to stand on gives a model; with ground or other static bodies it gives a world. What MuJoCo
/// simulates and Surefoot does not (tendons, muscles, deformable bodies, plugins) is reported as a
/// warning. docs/reference/formats.md lists the elements.
Format MakeMjcfFormat();

}  // namespace surefoot::formats
