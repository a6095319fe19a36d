#pragma once

/// Manual pages from the same data as --help, so that both always agree.

#include <string>

namespace CLI {
class App;
}

namespace surefoot::cli {

/// The page of a command, or of the program when `command` is nullptr, in roff with the macros
/// of man(7). The page depends on the program alone, not on the machine or the date. Options have
/// the order of --help.
///
///   surefoot help --man run | man -l -
std::string ManualPage(const CLI::App& app, const CLI::App* command);

}  // namespace surefoot::cli
