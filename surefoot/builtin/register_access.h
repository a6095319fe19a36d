#pragma once

#include "surefoot/session/parts.h"

namespace surefoot {

/// Licence, languages, gateways and windows of this build.
void RegisterAccess(Parts* parts);

}  // namespace surefoot
