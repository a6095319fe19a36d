#include "surefoot/builtin/register_access.h"

#include <fstream>

#include "surefoot/builtin/data_folders.h"

namespace surefoot {
namespace {

/// What the installed page can do, as its build found it (web/build.mjs); nothing without a page.
std::vector<UiAbility> PageAbilities() {
  std::vector<UiAbility> abilities;
  const std::vector<std::string> folders = DataFolders();
  if (folders.empty()) return abilities;
  std::ifstream file(folders.back() + "/web/abilities.txt");
  for (std::string name; std::getline(file, name);) {
    for (const UiAbility ability : {UiAbility::kVisualize, UiAbility::kStart, UiAbility::kStop,
                                    UiAbility::kStep, UiAbility::kAddModels}) {
      if (name == UiAbilityName(ability)) abilities.push_back(ability);
    }
  }
  return abilities;
}

}  // namespace

void RegisterAccess(Parts* parts) {
  parts->licence = {"Apache-2.0", true, true};
  parts->languages.Add("C++", {"the library, find_package(surefoot)", "examples/01_first_robot"});
  parts->languages.Add("Python",
                       {"controllers in lock-step with a trial, module surefoot.controller",
                        "examples/03_controller/go_to_goal.py"});
  parts->languages.Add("JavaScript", {"rosbridge, with roslib", "examples/04_clients/drive.mjs"});
  parts->languages.Add("Java",
                       {"rosbridge, with Java's WebSocket", "examples/04_clients/Drive.java"});
  parts->gateways.Add("web",
                      {"HTTP and rosbridge v2 over WebSocket, for programs and pages", "", true});
  parts->gateways.Add(
      "usarsim", {"clients of USARSim, UT2004 and UDK: control, images, pose truth", "", true});
  parts->gateways.Add("gamecontroller",
                      {"RoboCup's game controller over UDP, as controller or follower", "", true});
  if (const std::vector<UiAbility> page = PageAbilities(); !page.empty()) {
    parts->interfaces.Add("page", {"the page of surefoot serve, in a browser", page});
  }
}

}  // namespace surefoot
