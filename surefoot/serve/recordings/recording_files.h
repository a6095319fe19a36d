#pragma once

#include <string>

namespace surefoot::serve {

/// A name in the server's folder that no file has: "husky_lab_0001.mcap".
std::string FreshRecordingName(const std::string& world);

}  // namespace surefoot::serve
