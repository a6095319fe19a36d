#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/mesh/height_field.h"

namespace surefoot {

/// Reads an 8- or 16-bit greyscale (or colour: luminance) PNG. Black is 0, white is `size.z()`;
/// the image's top row is the largest y and its left column the smallest x. Every pixel is one
/// sample; `size` is the extent in metres.
Result<HeightField> LoadHeightMap(const std::string& path, const Vector3d& size);

}  // namespace surefoot
