#include "surefoot/formats/sdf/schema/version.h"

#include <charconv>
#include <system_error>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {

std::optional<SdfVersion> ParseSdfVersion(const std::string& text) {
  const std::string word = Trimmed(text);
  SdfVersion version;
  const char* last = word.data() + word.size();
  const auto major = std::from_chars(word.data(), last, version.major);
  if (major.ec != std::errc() || major.ptr == last || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, last, version.minor);
  if (minor.ec != std::errc() || minor.ptr != last || version.minor < 0) return std::nullopt;
  if (version.major != 1) return std::nullopt;
  return version;
}

}  // namespace surefoot::formats
