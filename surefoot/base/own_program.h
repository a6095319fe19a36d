#pragma once

/// The programs that belong to Surefoot but are not started by users: libexec/surefoot/NAME.

#include <string>

#include "surefoot/base/result.h"

namespace surefoot {

/// The path of libexec/surefoot/`name` beside the folder of libsurefoot or of this program. The
/// error names the places where it was looked for.
Result<std::string> FindOwnProgram(const std::string& name);

}  // namespace surefoot
