#pragma once

/// The commands and options of the program as JSON, from the same data that parses them: for the
/// reference pages (tools/docs/reference.py) and other generators.

#include <string>

namespace CLI {
class App;
}

namespace surefoot::cli {

/// `{"commands": [{"name", "help", "footer", "arguments": [...], "options": [...]}]}` of the
/// command of that name, or of all when it is empty. To be called before anything is parsed, when
/// the variables of the options still have their defaults.
std::string DescribeCommands(CLI::App* app, const std::string& name);

}  // namespace surefoot::cli
