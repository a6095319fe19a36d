#pragma once

#include <memory>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema.h"
#include "surefoot/formats/sdf/sdf_forward.h"
#include "surefoot/formats/sdf/sources.h"

namespace surefoot::formats {

/// Has libsdformat read a text into the description that was made for it. nullptr after reporting
/// what it found; whatever it throws is caught, and nothing is printed while an SdfConsoleGuard
/// lives.
std::unique_ptr<sdf::Root> ParseSdf(const std::shared_ptr<sdf::SDF>& sdf, const SdfText& text,
                                    const SdfSources& sources, Problems* problems);

}  // namespace surefoot::formats
