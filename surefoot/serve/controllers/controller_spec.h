#pragma once

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// A program that drives a robot, as <surefoot:controller> in its model or include says.
struct ControllerSpec {
  std::string robot;
  /// Unique in the world: "husky", "husky_2" for its second one.
  std::string name;
  /// The program and its arguments.
  std::vector<std::string> arguments;
  /// Where it runs: beside the file, unless that says otherwise.
  std::string folder;
  std::vector<std::pair<std::string, std::string>> environment;
  /// How often it is started again after it failed, and after how many seconds.
  int restarts = 3;
  double restart_delay = 1.0;
};

/// Of all robots, in their order.
std::vector<ControllerSpec> ReadControllers(const world::World& world, Problems* problems);

/// Words as a shell would take them: blanks divide, quotes keep together, \ takes the next letter
/// as it is. Nothing is replaced. False: a quote does not end.
bool SplitWords(const std::string& text, std::vector<std::string>* words);

}  // namespace surefoot::serve
