#pragma once

#include <string>
#include <vector>

namespace surefoot {

/// Models, worlds and all of share/surefoot/ beside the library this code is in, in a build tree
/// and when installed; none when they are not there.
std::vector<std::string> DataFolders();

}  // namespace surefoot
