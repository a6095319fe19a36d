#pragma once

/// Shared by the targets for world and robot descriptions and for meshes.

#include <string>
#include <string_view>

#include "fuzz/target.h"
#include "surefoot/base/result.h"
#include "surefoot/formats/format.h"
#include "surefoot/geometry/mesh_files/mesh_builder.h"

namespace surefoot::fuzz {

/// Reads the input as a file with this ending and makes a world of it, as loading does, with files
/// beside it that it may refer to (tests/hostile/samples). A refused input must be reported with an
/// error.
void ReadDescription(const formats::Format& format, const std::string& ending,
                     std::string_view input);

/// The samples of the hostile suite with that ending, binary ones included.
void AddHostileSamples(const std::string& ending, SeedList* seeds);

/// Completes a mesh that was read, and checks it: indices in range, finite coordinates.
void CheckMesh(const Status& read, MeshBuilder* builder);

}  // namespace surefoot::fuzz
