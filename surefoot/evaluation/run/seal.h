#pragma once

/// JSON files that carry a checksum of themselves, so that damage is found when they are read back.

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::experiment {

/// `json`: an object that was printed with one space of indentation and a newline at its end. The
/// result is the same object with a last member "sha256", the hash of `json`.
std::string Sealed(const std::string& json);

/// What was sealed. The error says what is wrong, without the name of the file. No byte of the
/// file can change without an error.
Result<std::string> Unsealed(const std::string& sealed);

/// Of a file; the error names it.
Result<std::string> ReadSealedFile(const std::string& path);

}  // namespace surefoot::experiment
