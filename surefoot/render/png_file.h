#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/image/image_file.h"

namespace surefoot::render {

/// The bytes of a PNG file, with or without the picture's alpha channel.
Result<std::string> EncodePng(const Image& image, bool with_alpha);

/// Writes the picture as PNG, with or without alpha. The file is replaced when it is complete: if
/// writing fails, an existing file is unchanged.
Status WritePng(const std::string& path, const Image& image, bool with_alpha);

}  // namespace surefoot::render
