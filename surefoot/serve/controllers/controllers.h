#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/process/background_child.h"
#include "surefoot/serve/clients/consent.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// A program that drives a robot, from <surefoot:controller> in its model or include.
struct ControllerSpec {
  std::string robot;
  /// Unique in the world: "husky"; "husky_2" for the robot's second program.
  std::string name;
  /// The program and its arguments.
  std::vector<std::string> arguments;
  /// Working folder: that of the description, unless the element names another.
  std::string folder;
  std::vector<std::pair<std::string, std::string>> environment;
  /// How often the program is started again after a failure, and after how many seconds.
  int restarts = 3;
  double restart_delay = 1.0;
};

/// The controllers of all robots, in the order of the models.
std::vector<ControllerSpec> ReadControllers(const world::World& world, Problems* problems);

/// The code that the owner is asked about: the command with its folder and environment.
ForeignCode CodeOf(const ControllerSpec& spec);

/// Splits a command into words as a shell does: blanks separate, quotes keep together, a backslash
/// quotes the next character. Nothing is expanded. False if a quote is not closed.
bool SplitWords(const std::string& text, std::vector<std::string>* words);

/// Whether the world's files contain controllers.
bool HasControllers(const world::World& world);

/// Runs the programs that drive a world's robots: starts them with their robots, restarts them
/// after failures, and ends them when the robot is removed or the server ends. docs/guides/serve.md
/// describes them for users. All functions run on the thread that created the object: children are
/// set to die with that thread.
class Controllers {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    /// Each program's output goes to FOLDER/NAME.log. The folder must exist.
    std::string log_folder;
    /// Gateways and their addresses, passed in SUREFOOT_ADDRESS_<GATEWAY>.
    std::vector<std::pair<std::string, std::string>> addresses;
    /// Messages for people.
    std::function<void(const std::string&)> log;
    /// Whether the owner agrees to a program; asked until the answer is yes. Absent if all may
    /// start.
    std::function<bool(const ControllerSpec&)> may_start;
  };

  explicit Controllers(Options options) : options_(std::move(options)) {}
  /// End().
  ~Controllers();

  /// Call often, with the running world (nullptr for none); does its work a few times per second.
  void Update(const std::shared_ptr<const world::World>& world, Clock::time_point now);

  /// Compares with the robots that exist now: starts new programs, ends those of removed robots.
  void SetWorld(const world::World& world, Clock::time_point now);
  /// Restarts what has failed; call a few times per second.
  void Look(Clock::time_point now);
  /// Sends SIGTERM to all, and SIGKILL to those that do not end within two seconds. Blocks until
  /// then.
  void End();

  /// Number of running programs.
  int running() const;

 private:
  /// A controller of the present world, running or not.
  struct Entry {
    ControllerSpec spec;
    std::unique_ptr<BackgroundChild> child;
    int restarts_left = 0;
    /// When it is to be started next; meaningless while it runs.
    Clock::time_point due;
    /// It ended well, or failed too often.
    bool given_up = false;
    /// The owner has not agreed to it yet.
    bool waits = false;
  };

  void StartIfAllowed(Entry* entry, Clock::time_point now);
  void Start(Entry* entry, Clock::time_point now);
  void OnFailure(const std::string& what, Clock::time_point now, Entry* entry);
  std::vector<std::pair<std::string, std::string>> EnvironmentOf(const ControllerSpec& spec) const;
  void Log(const std::string& text) const;
  /// Asks the program to end; KillLate kills it if it still runs after kGrace.
  void Leave(Clock::time_point now, Entry* entry);
  /// Removes ended programs and kills late ones. True if none is left.
  bool KillLate(Clock::time_point now);
  Options options_;
  std::vector<std::unique_ptr<Entry>> entries_;
  struct Leaving {
    std::unique_ptr<BackgroundChild> child;
    Clock::time_point limit;
  };
  std::vector<Leaving> leaving_;
  std::shared_ptr<const world::World> world_;
  Clock::time_point next_look_;
};

}  // namespace surefoot::serve
