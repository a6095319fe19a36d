#pragma once

#include "surefoot/session/session.h"

namespace surefoot {

/// Adds every file format of this build.
void RegisterFormats(formats::FormatRegistry* registry);

/// All engines and formats of this build, and the models and worlds that come with it.
Parts BuiltinParts();

/// Opens a world or model file with the built-in parts: the shortest way to a running robot.
Result<std::unique_ptr<Session>> Open(const std::string& file, const SessionOptions& options = {},
                                      Problems* problems = nullptr);

}  // namespace surefoot
