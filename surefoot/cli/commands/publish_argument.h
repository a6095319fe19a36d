#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/publisher.h"

namespace surefoot::cli {

/// The value of --publish: TOPIC[@RATE]=FIELD:VALUE[,FIELD:VALUE...].
Result<MessageStream> ParsePublishArgument(const std::string& text);

}  // namespace surefoot::cli
