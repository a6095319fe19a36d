#pragma once

/// JSON files with a checksum of their content, so that damage is detected when they are read.
///
///   WriteFileAtOnce(path, Sealed(json.dump(1) + "\n"));
///   const Result<std::string> text = ReadSealedFile(path);

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::experiment {

/// Adds a last member "sha256", the hash of `json`, which must be an object printed with an
/// indentation of one space and a final newline.
std::string Sealed(const std::string& json);

/// The text before Sealed(). A change of any byte is an error; the message does not name the file.
Result<std::string> Unsealed(const std::string& sealed);

/// Unsealed() of a file; the error names the file.
Result<std::string> ReadSealedFile(const std::string& path);

}  // namespace surefoot::experiment
