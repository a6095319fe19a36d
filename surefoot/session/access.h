#pragma once

/// How people and programs get at a simulation. Facts only: whatever adds a language, a gateway or
/// a window adds its line where builtin/ fills the Parts.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/registry.h"

namespace surefoot {

struct Licence {
  /// SPDX: "Apache-2.0".
  std::string name;
  bool free_to_use = false;
  bool open_source = false;
};

/// A programming language in which a robot can be controlled. Registered as people call it: "C++".
struct Language {
  std::string help;
  /// A program that does it, as a path from the project's root.
  std::string example;
};
using LanguageRegistry = Registry<Language>;

/// A translation between the message graph and the outside.
struct Gateway {
  std::string help;
  /// "ROS 1", "ROS 2" where it speaks to one of them.
  std::string middleware;
  /// False: an official extra that the user has to install.
  bool on_installation = true;
};
using GatewayRegistry = Registry<Gateway>;

/// What a user can do in a window while the simulation runs.
enum class UiAbility { kVisualize, kStart, kStop, kStep, kAddModels };
/// "visualize", "add models", ...
inline const char* UiAbilityName(UiAbility ability) {
  constexpr const char* kNames[] = {"visualize", "start", "stop", "step", "add models"};
  return kNames[static_cast<std::size_t>(ability)];
}

struct UserInterface {
  std::string help;
  std::vector<UiAbility> abilities;
};
using UserInterfaceRegistry = Registry<UserInterface>;

}  // namespace surefoot
