#pragma once

/// The valid files to damage: small files of every format that use all features.

#include <string>
#include <vector>

#include "tests/hostile/mutate.h"

namespace surefoot::hostile {

struct Format {
  std::string name;
  Kind kind = Kind::kXml;
  /// The path of the damaged file, and the file to open: the same file,
  /// or one that refers to it.
  std::string file;
  std::string opened;
  std::vector<std::string> samples;
};

/// Returns every format that is read, with samples from `folder` (samples/) and generated binary
/// ones. If `more` is not empty, the files in that folder and its subfolders are added.
std::vector<Format> MakeFormats(const std::string& folder, const std::string& more);

/// Writes the files that the samples refer to (meshes, an image, included models) into the folder.
void WriteNeighbours(const std::string& samples, const std::string& folder);

}  // namespace surefoot::hostile
