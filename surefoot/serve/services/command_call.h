#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/events/command.h"

namespace surefoot::serve {

/// Translates a command, written as `line`, to a call of one of the server's services, for programs
/// outside of the run such as the console. An error if the command is not a service call. Any
/// thread.
Result<events::CallCommand> ToCall(const events::Command& command, const std::string& line);

}  // namespace surefoot::serve
