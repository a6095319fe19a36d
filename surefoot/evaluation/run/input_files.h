#pragma once

/// Hashes of all that the result of a trial depends on besides its description: files, and the
/// program itself.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::experiment {

/// SHA-256 in hexadecimal digits, as `sha256sum` prints it.
std::string Sha256(const std::string& text);
Result<std::string> Sha256OfFile(const std::string& path);

struct InputFile {
  std::string path;
  std::string sha256;
  std::uint64_t bytes = 0;
};

/// Hashes of files, each computed once.
class InputFiles {
 public:
  /// Adds a file and returns its hash.
  Result<std::string> Add(const std::string& path);
  /// All, sorted by path.
  std::vector<InputFile> all() const;

 private:
  std::map<std::string, InputFile> files_;
};

/// The program and Surefoot's loaded libraries, by /proc/self/maps. A result is only reused when
/// their hash is unchanged.
std::vector<std::string> ProgramFiles();

}  // namespace surefoot::experiment
