#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/background_child.h"
#include "surefoot/base/problem.h"
#include "surefoot/serve/clients/consent.h"
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

/// What the owner is asked about: the command with its folder and environment.
ForeignCode CodeOf(const ControllerSpec& spec);

/// Words as a shell would take them: blanks divide, quotes keep together, \ takes the next letter
/// as it is. Nothing is replaced. False: a quote does not end.
bool SplitWords(const std::string& text, std::vector<std::string>* words);

/// Whether files ask for any.
bool HasControllers(const world::World& world);

/// The programs that drive a world's robots: started with them, started again when they fail, ended
/// when the robot goes or the run ends. docs/guides/serve.md.
class Controllers {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    /// What each prints goes to FOLDER/NAME.log. Must exist.
    std::string log_folder;
    /// Gateway and address, as the server has them.
    std::vector<std::pair<std::string, std::string>> addresses;
    /// What happens, for people.
    std::function<void(const std::string&)> log;
    /// Whether the owner agrees to a program; asked until the answer is yes. Absent: to all.
    std::function<bool(const ControllerSpec&)> may_start;
  };

  explicit Controllers(Options options) : options_(std::move(options)) {}
  /// End().
  ~Controllers();

  /// To be called often, with the world that runs now (nullptr: none); acts some times a second.
  void Attend(const std::shared_ptr<const world::World>& world, Clock::time_point now);

  /// The robots that are there now: starts what is new, ends what is gone.
  void SetWorld(const world::World& world, Clock::time_point now);
  /// Starts again what failed. To be asked a few times a second.
  void Look(Clock::time_point now);
  /// Asks all to end, and kills those that do not within two seconds.
  void End();

  /// Programs that run now.
  int running() const;

 private:
  struct Entry {
    ControllerSpec spec;
    std::unique_ptr<BackgroundChild> child;
    int restarts_left = 0;
    /// When it is started (again); not while it runs.
    Clock::time_point due;
    bool given_up = false;
    /// The owner has not agreed to it yet.
    bool waits = false;
  };

  void StartIfAllowed(Entry* entry, Clock::time_point now);
  void Start(Entry* entry, Clock::time_point now);
  void OnFailure(const std::string& what, Clock::time_point now, Entry* entry);
  std::vector<std::pair<std::string, std::string>> EnvironmentOf(const ControllerSpec& spec) const;
  void Log(const std::string& text) const;
  /// Asks it to end; it is killed when it still runs later.
  void Leave(Clock::time_point now, Entry* entry);
  /// True: nobody is on the way out any more.
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
