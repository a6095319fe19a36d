#pragma once

namespace surefoot::cli {

/// What both programs do around their main function: exceptions become messages.
int GuardedMain(int (*main)(int argc, char** argv), int argc, char** argv);

}  // namespace surefoot::cli
