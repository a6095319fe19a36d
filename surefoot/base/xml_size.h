#pragma once

#include <string_view>

#include "surefoot/base/result.h"

namespace surefoot {

/// Attributes of one element of an XML text. The XML parser compares each with all before it, so
/// the time grows with the square: an element with a million would take an hour. The largest
/// elements of robot descriptions have about 50.
constexpr int kMaxXmlAttributes = 256;

/// Checks that no element has more; the error states the line. For texts that are not well-formed
/// it may count too many or too few; the parser rejects those.
Status CheckXmlAttributes(std::string_view text);

}  // namespace surefoot
