#include <cstdio>
#include <filesystem>
#include <memory>

#include "surefoot/base/process/privileges.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/cli/stop_guard.h"
#include "surefoot/cli/stop_signal.h"
#include "surefoot/formats/parse.h"
#include "surefoot/serve/server.h"

// `surefoot serve`: the options of every gateway in the build become options of the command, with
// the gateway's name in front.

namespace surefoot::cli {
namespace {

/// Times real time. Below the lowest, a server would not answer between two steps; above the
/// highest, max has the same effect.
constexpr double kLowestSpeed = 1e-3;
constexpr double kHighestSpeed = 1e6;

/// "--port" for the web gateway, which every server has, "--usarsim-port" for another, "--ros1" for
/// an option without a name.
std::string OptionName(const std::string& gateway, const std::string& option) {
  if (option.empty()) return "--" + gateway;
  return gateway == "web" ? "--" + option : "--" + gateway + "-" + option;
}

Result<std::optional<graph::Role>> ParseGuests(const std::string& text) {
  using Guests = std::optional<graph::Role>;
  if (text == "driver") return Guests(graph::Role::kDriver);
  if (text == "viewer") return Guests(graph::Role::kViewer);
  if (text == "off") return Guests();
  return Error{"--guests takes driver, viewer or off, not '" + text + "'"};
}

Result<double> ParseSpeed(const ServeOptions& options) {
  if (options.free || options.speed == "max") return 0.0;
  Problems problems;
  const std::optional<double> speed = formats::ParseDouble(options.speed, Source(), &problems);
  if (speed && *speed >= kLowestSpeed && *speed <= kHighestSpeed) return *speed;
  return Error{StrFormat("--speed takes 'max' or a number from %g to %g (1: real time), not '%s'",
                         kLowestSpeed, kHighestSpeed, options.speed.c_str())};
}

/// Runs once the ports are open. The folder is created after the change of the user, so that it
/// belongs to that user.
Status Settle(const std::string& user, const std::string& controllers) {
  if (!user.empty()) SUREFOOT_TRY(Within("--user", BecomeUser(user)));
  std::error_code failure;
  if (!controllers.empty()) std::filesystem::create_directories(controllers, failure);
  if (!failure) return Status();
  return Error{"--controllers: cannot create the folder '" + controllers +
               "': " + failure.message()};
}

/// The options of the server. Errors of single arguments are found before ports are opened.
Result<serve::ServerOptions> MakeOptions(const gateways::GatewayKinds& kinds,
                                         const ServeOptions& options) {
  serve::ServerOptions made = options.server;
  made.speed = SUREFOOT_TRY(ParseSpeed(options));
  made.guests = SUREFOOT_TRY(ParseGuests(options.guests));
  made.session.seed = options.seed.value_or(0);
  if (!options.parallel.islands.empty()) made.session.islands = options.parallel.islands == "on";
  made.session.threads = options.parallel.threads;
  made.all_pictures = options.pictures == "all";
  made.program = "/proc/self/exe";
  if (!options.user.empty()) SUREFOOT_TRY(Within("--user", CheckBecomeUser(options.user)));
  made.settle = [user = options.user, controllers = made.controllers] {
    return Settle(user, controllers);
  };
  const std::string& urls = made.mesh_urls;
  if (urls != "file" && urls != "http" && urls.rfind("http://", 0) != 0 &&
      urls.rfind("https://", 0) != 0) {
    return Error{"--mesh-urls: '" + urls + "' is none of file, http, http://NAME:PORT"};
  }
  if (!made.record.empty() && made.world.empty()) {
    return Error{"--record needs a WORLD"};
  }
  for (const std::string& name : options.without) {
    if (kinds.Find(name) == nullptr) {
      return Error{"--without: there is no gateway '" + name +
                   "'; this build has: " + kinds.NameList()};
    }
    made.gateways.erase(name);
  }
  return made;
}

/// Prints the addresses before the loop starts: programs that started this one wait for them.
/// Tokens are not printed into the journal: it is kept on disk, and more people may read it than
/// may have the owner's token.
bool PrintAddresses(const serve::Server& server, const ServeOptions& options,
                    const serve::Run& run) {
  const bool hidden = options.hide_token || IsJournal(stdout);
  if (options.json) return WriteResult(ServeJson(server, run, hidden));
  std::string text;
  const std::string token = server.TokenOf(graph::Role::kOwner);
  for (const auto& [gateway, address] : server.Addresses()) {
    const bool shown = gateway == "web" && !token.empty() && !hidden;
    const std::string query = shown ? "/?token=" + token : "";
    text += StrFormat("%-10s %s%s\n", gateway.c_str(), address.c_str(), query.c_str());
  }
  const std::string file = server.TokenFile();
  if (hidden && !file.empty()) text += StrFormat("%-10s in %s\n", "token", file.c_str());
  return WriteResult(text);
}

/// For people, on standard error; programs read the addresses.
void PrintStart(const ServeOptions& options, const serve::Run& run) {
  if (options.quiet) return;
  if (run.session() == nullptr) {
    std::fprintf(stderr,
                 "Serving without a world until a client loads one. Press Ctrl-C to end.\n");
    return;
  }
  std::fprintf(stderr, "Serving %s on %s%s. Press Ctrl-C to end.\n", options.server.world.c_str(),
               run.session()->simulation().machine().engine().name.c_str(),
               options.server.paused ? ", paused" : "");
}

}  // namespace

void AddArguments(CommandArguments command, const gateways::GatewayKinds& kinds,
                  ServeOptions* options) {
  command.OptionalPositional("WORLD", &options->server.world,
                             "World or model: a file, or the name of an installed one;\n"
                             "without it, a client loads one");
  command.Option("--engine", &options->server.session.engine, "NAME",
                 "Physics engine; default mujoco. `surefoot info` lists them,\n"
                 "and which parts of a step each computes itself");
  command.Option("--speed", &options->speed, "NUMBER",
                 "Simulated seconds per second, or max; default 1, real time");
  command.Flag("--free", &options->free, "The same as --speed max");
  command.Option("--step", &options->server.session.step, "SECONDS",
                 "Length of a step; default: that of the world", CheckSeconds);
  command.Option("--seed", &options->seed, "NUMBER", "Seed of all random numbers; default 0",
                 CheckSeed);
  command.Contact(&options->server.session.contact);
  command.RosParameters(&options->server.session.ros_parameters);
  command.Parallel(&options->parallel);
  command.Pictures(&options->pictures);
  command.Flag("--paused", &options->server.paused,
               "Do not step until a client starts the simulation");
  command.Option("--record", &options->server.record, "FILE", "Record the run (MCAP)");
  command.Flag("--shared", &options->server.shared,
               "Let all clients drive all robots; default: the first client\nthat commands a robot "
               "controls it until it disconnects");
  command.Flag("--demo", &options->server.demo,
               "Drive the first robot around until a client commands it");
  command.Option("--controllers", &options->server.controllers, "FOLDER",
                 "Start the programs that the world's files name for its\nrobots; their output is "
                 "written to files in FOLDER");
  command.Flag("--wait-for-spawner", &options->server.wait_for_spawner,
               "Robots start without controllers until a spawner of\nros2_control, or another "
               "client, loads them");
  command.Flag("--trust-clients", &options->server.trust_clients,
               "Run programs and scripts of clients without the owner's\nconsent");
  command.Option("--guests", &options->guests, "ROLE",
                 "Role of programs on this computer without a token: driver\n(default), viewer or "
                 "off");
  command.Flag("--map", &options->server.map, "Publish the world's occupancy grid on /map");
  command.Option("--mesh-urls", &options->server.mesh_urls, "file|http|URL",
                 "How /ROBOT/robot_description refers to meshes: by file:///PATH\n"
                 "(default), by this server's address, or by http://NAME:PORT,\n"
                 "under which other computers reach it");
  command.Option("--audit-log", &options->server.audit.path, "FILE",
                 "Log connections, changes and refusals, one JSON object per\nline "
                 "(docs/guides/deploy.md)");
  command.Option("--user", &options->user, "NAME",
                 "As root: become this user once the ports are open and\nkeys are read");
  command.Flag("--hide-token", &options->hide_token,
               "Print the path of the token's file instead of tokens, as is\ndone when the output "
               "is the systemd journal");
  command.Option("--for", &options->server.duration, "SECONDS", "End after this time (wall clock)",
                 CheckPositiveSeconds);
  for (const auto& [name, kind] : kinds.entries()) {
    for (const gateways::Option& option : kind.options) {
      std::string& value = options->server.gateways[name][option.name];
      value = option.value;
      const std::string help =
          option.help + (option.value.empty() ? "" : "; default " + option.value);
      const std::string option_name = OptionName(name, option.name);
      if (option.flag) {
        command.Switch(option_name.c_str(), &value, option.help.c_str());
      } else {
        command.Option(option_name.c_str(), &value, "VALUE", help.c_str());
      }
    }
  }
  command.List("--without", &options->without, "GATEWAY", "Do not start these gateways");
  command.Json(&options->json);
  command.Flag("--quiet", &options->quiet, "Print only the addresses");
  command.Footer(
      "Open the address after \"web\" in a browser (docs/guides/page.md). What programs on the\n"
      "network can do is in docs/guides/serve.md. Ctrl-C ends the server.\n\n"
      "Examples:\n"
      "  surefoot serve worlds/husky_lab.sdf\n"
      "  surefoot serve husky_lab --demo --record drive.mcap\n"
      "  surefoot serve five_huskies --paused --speed max --seed 7\n"
      "  surefoot serve husky_lab --port 0 --json --for 5");
}

int ServeCommand(const Parts& parts, const gateways::GatewayKinds& kinds,
                 const ServeOptions& options) {
  // Rights belong to a thread: they must be dropped before other threads are created.
  const Status low = KeepRightsLow();
  if (!low.ok()) return RefuseWorld(options.server.world, options.json, low.error(), {});
  LimitHeaps();
  const StopSignal stop;
  StopGuard guard(stop);
  Problems problems;
  Result<serve::ServerOptions> made = MakeOptions(kinds, options);
  if (!made.ok()) return RefuseWorld(options.server.world, options.json, made.error(), problems);
  made->stop = [&stop] { return stop.requested(); };
  if (!options.quiet) {
    made->log = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
  }
  made->audit.complain = made->log;
  Result<std::unique_ptr<serve::Server>> server =
      serve::Server::Make(parts, kinds, made.value(), &problems);
  if (!server.ok())
    return RefuseWorld(options.server.world, options.json, server.error(), problems);
  if (!options.quiet) {
    PrintProblems(problems, Severity::kWarning, kMaxProblems, options.server.world);
  }
  serve::Run& run = server.value()->world().run;
  PrintStart(options, run);
  if (!PrintAddresses(*server.value(), options, run)) return kFailed;
  server.value()->Run();
  // Saving has its own time limit, because recordings may be large.
  guard.Reached(StopGuard::kLoopLeft);
  const Status closed = run.StopRecording(nullptr);
  if (closed.ok()) {
    guard.Reached(StopGuard::kSaved);
    return kDone;
  }
  PrintError(closed.error().message);
  return kFailed;
}

}  // namespace surefoot::cli
