#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"

struct aiScene;

namespace surefoot::importer {

/// From what Assimp makes of a file to metres with z up; `ending` is in lower case. The table of
/// docs/formats.md says what each format means.
Result<Eigen::Affine3d> FrameOf(const aiScene& scene, const std::string& path,
                                const std::string& ending);

}  // namespace surefoot::importer
