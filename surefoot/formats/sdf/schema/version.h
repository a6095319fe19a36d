#pragma once

#include <optional>
#include <string>

namespace surefoot::formats {

struct SdfNode;

/// "1.9" as {1, 9}.
struct SdfVersion {
  int major = 1;
  int minor = 9;
};

/// Nothing when the text is no version of SDF 1.
std::optional<SdfVersion> ParseSdfVersion(const std::string& text);

/// Says what a file before SDF 1.7 says in the words of today.
void UpgradeSdf(const SdfVersion& version, SdfNode* root);

}  // namespace surefoot::formats
