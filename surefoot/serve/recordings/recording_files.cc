#include "surefoot/serve/recordings/recording_files.h"

#include <algorithm>
#include <filesystem>

#include "surefoot/base/text.h"

namespace surefoot::serve {
namespace {

constexpr std::size_t kLongestStem = 60;

/// The number in "STEM_0012.mcap" and "STEM_0012-2.mcap"; 0: another file.
int NumberOf(const std::string& name, const std::string& stem) {
  if (!name.starts_with(stem + "_")) return 0;
  int number = 0;
  std::size_t at = stem.size() + 1;
  for (; at < name.size() && name[at] >= '0' && name[at] <= '9' && number < 100000000; ++at) {
    number = 10 * number + (name[at] - '0');
  }
  return at < name.size() && (name[at] == '.' || name[at] == '-') ? number : 0;
}

}  // namespace

std::string FreshRecordingName(const std::string& world) {
  std::string stem;
  for (const char letter : world.substr(0, kLongestStem)) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
    stem += plain ? letter : '_';
  }
  if (stem.empty()) stem = "world";
  int last = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator it(".", error), end; !error && it != end;
       it.increment(error)) {
    last = std::max(last, NumberOf(it->path().filename().string(), stem));
  }
  const std::string number = StrFormat("_%04d", last + 1);
  return stem + number + ".mcap";
}

}  // namespace surefoot::serve
