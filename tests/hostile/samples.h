#pragma once

/// The whole files that are damaged: small ones of every format, with everything in them.

#include <string>
#include <vector>

#include "tests/hostile/mutate.h"

namespace surefoot::hostile {

struct Format {
  std::string name;
  Kind kind = Kind::kXml;
  /// The name under which the damaged file is tried, and the file that is opened then: the same,
  /// or one that names it.
  std::string file;
  std::string opened;
  std::vector<std::string> samples;
};

/// Every format that is read, with the samples of `folder` (samples/) and binary ones made here;
/// with `more`, also the files of that folder and of those below it.
std::vector<Format> MakeFormats(const std::string& folder, const std::string& more);

/// Writes what the samples refer to (meshes, an image, included models) into the folder.
void WriteNeighbours(const std::string& samples, const std::string& folder);

}  // namespace surefoot::hostile
