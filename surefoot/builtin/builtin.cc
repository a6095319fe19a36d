#include "surefoot/builtin/builtin.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>

#include "surefoot/builtin/register_gateways.h"
#include "surefoot/engines/register.h"
#include "surefoot/formats/centurion/centurion.h"
#include "surefoot/formats/mjcf/mjcf.h"
#include "surefoot/formats/sdf/sdf_reader.h"
#include "surefoot/formats/urdf/urdf.h"
#include "surefoot/game/referee/football_referee.h"

// Collects the parts of this build for the session, so that no other folder depends on all engines,
// formats, sensors and gateways.

namespace surefoot {
namespace {

/// Models, worlds and all of share/surefoot/ next to this library, in a build tree and after
/// installation; empty if they do not exist.
std::vector<std::string> DataFolders() {
  namespace fs = std::filesystem;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&DataFolders), &info) == 0) return {};
  std::error_code error;
  const fs::path library = fs::weakly_canonical(info.dli_fname, error);
  // A multiarch library folder (lib/x86_64-linux-gnu) is one level deeper.
  for (const char* up : {"../share/surefoot", "../../share/surefoot"}) {
    const fs::path share = fs::weakly_canonical(library.parent_path() / up, error);
    if (!fs::is_directory(share, error)) continue;
    return {(share / "models").string(), (share / "worlds").string(), share.string()};
  }
  return {};
}

/// Abilities of the installed page, as found by its build (web/build.mjs); empty without a page.
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

/// Licence, languages, gateways and windows of this build.
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
  parts->gateways.Add("ros1", {"nodes of ROS 1, with its own master or another one; off by default",
                               "ROS 1", true});
  parts->gateways.Add(
      "ros2", {"nodes of ROS 2 over Fast DDS or Cyclone DDS; off by default", "ROS 2", true});
  parts->gateways.Add("gamecontroller",
                      {"RoboCup's game controller over UDP, as controller or follower", "", true});
  if (const std::vector<UiAbility> page = PageAbilities(); !page.empty()) {
    parts->interfaces.Add("page", {"the page of surefoot serve, in a browser", page});
  }
}

}  // namespace

/// The name of a format appears in error messages and in `surefoot info`; the content of a file,
/// not this order, decides between formats that share an ending.
void RegisterFormats(formats::FormatRegistry* registry) {
  registry->Add("sdf", formats::MakeSdfFormat());
  registry->Add("urdf", formats::MakeUrdfFormat());
  registry->Add("mjcf", formats::MakeMjcfFormat());
  registry->Add("centurion", formats::MakeCenturionFormat());
}

// The last data folder is share/surefoot itself, which holds the page and the tables of gateways.
void RegisterGateways(gateways::GatewayKinds* kinds) {
  const std::vector<std::string> folders = DataFolders();
  AddGateways(kinds, folders.empty() ? "." : folders.back());
}

/// Everything that is registered in the build: the only place where the library names engines,
/// formats, sensors, drives and referees together. Engines that the build knows but whose library
/// is not installed are listed as missing, so that errors can state why.
Parts BuiltinParts() {
  Parts parts;
  engines::RegisterBackends(&parts.engines);
  parts.missing_engines = engines::MissingEngines();
  RegisterFormats(&parts.formats);
  parts.sensors = sensors::BuiltinSensors();
  parts.drives = drives::BuiltinDrives();
  parts.referee = game::FootballReferees();
  RegisterAccess(&parts);
  parts.data_folders = DataFolders();
  return parts;
}

Result<std::unique_ptr<Session>> Open(const std::string& file, const SessionOptions& options,
                                      Problems* problems) {
  return Session::Open(BuiltinParts(), file, options, problems);
}

}  // namespace surefoot
