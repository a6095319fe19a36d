#pragma once

#include <string>
#include <string_view>

namespace surefoot::gateways::web {

/// A text as the pixels of a PNG picture, in base64: the compression "png" of rosbridge.
std::string PngOfText(std::string_view text);

/// {"op":"png","data":...} around it.
std::string PngMessage(std::string_view text);

}  // namespace surefoot::gateways::web
