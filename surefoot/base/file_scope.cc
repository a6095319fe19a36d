#include "surefoot/base/file_scope.h"

#include <filesystem>
#include <system_error>

namespace surefoot {
namespace {

namespace fs = std::filesystem;

/// Absolute, without symbolic links, with a trailing slash; empty on failure.
std::string CanonicalFolder(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) return "";
  std::string canonical = fs::weakly_canonical(absolute, error).string();
  if (error || canonical.empty()) return "";
  if (canonical.back() != '/') canonical += '/';
  return canonical;
}

}  // namespace

// Places that do not exist are left out.
FileScope::FileScope(const std::vector<std::string>& places) : restricted_(true) {
  for (const std::string& place : places) {
    std::error_code error;
    if (place.empty() || !fs::exists(place, error)) continue;
    const std::string canonical = CanonicalFolder(place);
    if (!canonical.empty()) places_.push_back(canonical);
  }
}

// An unrestricted scope stays unrestricted.
FileScope FileScope::With(const std::string& place) const {
  if (!restricted_) return *this;
  FileScope more = *this;
  const FileScope one({place});
  more.places_.insert(more.places_.end(), one.places_.begin(), one.places_.end());
  return more;
}

std::vector<std::string> FileScope::places() const {
  std::vector<std::string> plain;
  for (const std::string& place : places_) {
    plain.push_back(place.size() > 1 ? place.substr(0, place.size() - 1) : place);
  }
  return plain;
}

// Canonical paths, so that links and .. do not lead out. Hidden files below a place are excluded.
bool FileScope::Contains(const std::string& path) const {
  if (!restricted_) return true;
  const std::string canonical = CanonicalFolder(path);
  for (const std::string& place : places_) {
    if (!canonical.starts_with(place)) continue;
    if (canonical.find("/.", place.size() - 1) == std::string::npos) return true;
  }
  return false;
}

}  // namespace surefoot
