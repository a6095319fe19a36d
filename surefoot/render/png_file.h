#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/geometry/image/image_file.h"

namespace surefoot::render {

/// The bytes of a PNG file, with the picture's alpha or without.
Result<std::string> EncodePng(const Image& image, bool with_alpha);

/// Writes the picture as PNG, with its alpha or without. The file appears when it is complete: what
/// stood there before stays if anything goes wrong.
Status WritePng(const std::string& path, const Image& image, bool with_alpha);

}  // namespace surefoot::render
