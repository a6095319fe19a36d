#pragma once

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"

namespace surefoot::cli {

/// How many problems of a world are printed by commands that are about something else.
inline constexpr int kMostProblems = 10;

/// Tells why a command cannot work with this world, as JSON too when that is asked for. Gives the
/// exit status.
int RefuseWorld(const std::string& world, bool json, const Error& error, const Problems& problems);

}  // namespace surefoot::cli
