#include "surefoot/cli/guarded_main.h"

#include <exception>
#include <new>

#include "surefoot/cli/exit_status.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {

int GuardedMain(int (*main)(int argc, char** argv), int argc, char** argv) {
  try {
    return main(argc, argv);
  } catch (const std::bad_alloc&) {
    PrintError("there is not enough memory for this input");
    return kBadInput;
  } catch (const std::exception& failure) {
    // Surefoot does not throw; this is a library's mistake.
    PrintError(failure.what());
    return kFailed;
  }
}

}  // namespace surefoot::cli
