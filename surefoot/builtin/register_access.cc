#include "surefoot/builtin/register_access.h"

namespace surefoot {

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
}

}  // namespace surefoot
