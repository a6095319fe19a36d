#pragma once

/// How people and programs access a simulation. Data only: a new language, gateway or window adds
/// its entry where builtin/ fills the Parts.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/registry.h"

namespace surefoot {

struct Licence {
  /// SPDX identifier, e.g. "Apache-2.0".
  std::string name;
  bool free_to_use = false;
  bool open_source = false;
};

/// A programming language for robot controllers. Registered under its usual name: "C++".
struct Language {
  std::string help;
  /// An example program, as a path from the project's root.
  std::string example;
};
using LanguageRegistry = Registry<Language>;

/// A translation between the message graph and an external protocol.
struct Gateway {
  std::string help;
  /// "ROS 1" or "ROS 2" if it connects to one of them.
  std::string middleware;
  /// False for an official extra that the user has to install.
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
