#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/events/command.h"

namespace surefoot::serve {

/// The command, which was written as `line`, as a call of one of the server's services, for those
/// who are outside of the run: the console. An error where it cannot be one.
Result<events::CallCommand> ToCall(const events::Command& command, const std::string& line);

}  // namespace surefoot::serve
