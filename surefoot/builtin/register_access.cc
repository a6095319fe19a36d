#include "surefoot/builtin/register_access.h"

namespace surefoot {

void RegisterAccess(Parts* parts) {
  parts->licence = {"Apache-2.0", true, true};
  parts->languages.Add("C++", {"the library, find_package(surefoot)", "examples/01_first_robot"});
}

}  // namespace surefoot
