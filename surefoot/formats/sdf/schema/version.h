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

/// std::nullopt when the text is not a version of SDF 1.
std::optional<SdfVersion> ParseSdfVersion(const std::string& text);

/// Converts a file older than SDF 1.7 to the elements of the current version, so that the reader
/// has to know one version only.
void UpgradeSdf(const SdfVersion& version, SdfNode* root);

}  // namespace surefoot::formats
