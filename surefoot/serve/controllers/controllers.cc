#include "surefoot/serve/controllers/controllers.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <thread>

#include "surefoot/world/element_reader.h"

namespace surefoot::serve {
namespace {

/// Time between SIGTERM and SIGKILL, period of checks, and period of checks while waiting for the
/// end.
constexpr auto kGrace = std::chrono::seconds(2);
constexpr auto kLookPeriod = std::chrono::milliseconds(50);
constexpr auto kPoll = std::chrono::milliseconds(10);

/// Robot and restarts are left out: the name contains the robot, and the others do not change what
/// runs.
bool IsSame(const ControllerSpec& a, const ControllerSpec& b) {
  return a.name == b.name && a.arguments == b.arguments && a.folder == b.folder &&
         a.environment == b.environment;
}

namespace fs = std::filesystem;

ControllerSpec ReadOne(const std::string& robot, const world::ElementReader& reader) {
  ControllerSpec spec;
  spec.robot = robot;
  const std::string command = reader.Text("command");
  if (!SplitWords(command, &spec.arguments)) {
    reader.Error("command", "a quote is not closed", command);
  } else if (spec.arguments.empty() || spec.arguments[0].empty()) {
    reader.Error("command", "a controller needs a command", command,
                 "give the program and its arguments: python3 drive.py");
  }
  fs::path folder = fs::path(reader.element().source.file).parent_path();
  folder /= reader.Text("folder");
  spec.folder = folder.string();
  std::error_code ignored;
  if (!spec.folder.empty() && !fs::is_directory(spec.folder, ignored)) {
    reader.Error("folder", "the folder does not exist", spec.folder);
  }
  for (const world::ElementReader& variable : reader.Children("environment")) {
    const std::string name = variable.Text("name");
    if (name.empty() || name.find('=') != std::string::npos) {
      variable.Error("name", "a variable needs a name without '='", name);
      continue;
    }
    spec.environment.push_back({name, variable.Text("value")});
  }
  spec.restarts = static_cast<int>(reader.Integer("restarts", spec.restarts, 0, 1000000));
  spec.restart_delay = reader.Number("restart_delay", spec.restart_delay, 0.0, 3600.0);
  reader.WarnMisspelt();
  return spec;
}

/// Quotes a text, so that two different lists of arguments never look the same to the owner.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\n') {
      quoted += "\\n";
    } else {
      if (letter == '\'' || letter == '\\') quoted += '\\';
      quoted += letter;
    }
  }
  return quoted + "'";
}

}  // namespace

/// The whole command is shown and compared: consent to a program does not cover other arguments.
ForeignCode CodeOf(const ControllerSpec& spec) {
  std::string text;
  for (const std::string& argument : spec.arguments) {
    text += (text.empty() ? "" : " ") + Quoted(argument);
  }
  text += "\nin the folder " + Quoted(spec.folder);
  for (const auto& [name, value] : spec.environment) {
    text += "\nwith " + Quoted(name) + "=" + Quoted(value);
  }
  return {ForeignCode::Kind::kProgram, spec.name, text};
}

bool HasControllers(const world::World& world) {
  Problems ignored;
  return !ReadControllers(world, &ignored).empty();
}

Controllers::~Controllers() { End(); }

void Controllers::Log(const std::string& text) const {
  if (options_.log) options_.log(text);
}

void Controllers::Update(const std::shared_ptr<const world::World>& world, Clock::time_point now) {
  if (world != world_) {
    world_ = world;
    if (world != nullptr) {
      SetWorld(*world, now);
    } else {
      for (const std::unique_ptr<Entry>& entry : entries_) Leave(now, entry.get());
      entries_.clear();
    }
  }
  if (now < next_look_) return;
  next_look_ = now + kLookPeriod;
  Look(now);
}

void Controllers::SetWorld(const world::World& world, Clock::time_point now) {
  Problems problems;
  const std::vector<ControllerSpec> specs = ReadControllers(world, &problems);
  if (!problems.ok()) Log("controllers: " + problems.ErrorText());
  // Programs of robots that did not change keep running across edits of the world.
  std::vector<std::unique_ptr<Entry>> kept;
  std::vector<Entry*> fresh;
  for (const ControllerSpec& spec : specs) {
    if (spec.arguments.empty()) continue;
    const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) {
      return entry != nullptr && IsSame(entry->spec, spec);
    });
    if (known != entries_.end()) {
      kept.push_back(std::move(*known));
      continue;
    }
    kept.push_back(std::make_unique<Entry>());
    kept.back()->spec = spec;
    kept.back()->restarts_left = spec.restarts;
    fresh.push_back(kept.back().get());
  }
  entries_.swap(kept);
  for (const std::unique_ptr<Entry>& gone : kept) {
    if (gone != nullptr) Leave(now, gone.get());
  }
  for (Entry* entry : fresh) StartIfAllowed(entry, now);
}

void Controllers::StartIfAllowed(Entry* entry, Clock::time_point now) {
  const bool waited = entry->waits;
  entry->waits = options_.may_start && !options_.may_start(entry->spec);
  if (!entry->waits) return Start(entry, now);
  // Logged once, not at every check.
  if (!waited) Log("controller '" + entry->spec.name + "' waits for the owner's consent");
}

std::vector<std::pair<std::string, std::string>> Controllers::EnvironmentOf(
    const ControllerSpec& spec) const {
  std::vector<std::pair<std::string, std::string>> variables = spec.environment;
  variables.push_back({"SUREFOOT_ROBOT", spec.robot});
  variables.push_back({"SUREFOOT_NAMESPACE", "/" + spec.robot});
  for (const auto& [gateway, address] : options_.addresses) {
    std::string name = "SUREFOOT_ADDRESS_" + gateway;
    for (char& letter : name) {
      letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    variables.push_back({name, address});
  }
  return variables;
}

void Controllers::Start(Entry* entry, Clock::time_point now) {
  const ControllerSpec& spec = entry->spec;
  BackgroundChildOptions options;
  options.arguments = spec.arguments;
  options.environment = EnvironmentOf(spec);
  options.folder = spec.folder;
  std::string file = spec.name;
  std::replace(file.begin(), file.end(), '/', '_');
  options.log_file = options_.log_folder + "/" + file + ".log";
  auto child = BackgroundChild::Start(options);
  if (!child.ok()) {
    OnFailure(child.error().message, now, entry);
    return;
  }
  entry->child = std::move(child).value();
  Log("controller '" + spec.name + "' started; its output is in " + options.log_file);
}

void Controllers::OnFailure(const std::string& what, Clock::time_point now, Entry* entry) {
  const std::string who = "controller '" + entry->spec.name + "': " + what;
  if (entry->restarts_left == 0) {
    entry->given_up = true;
    Log(who + "; it is not started again after " + std::to_string(entry->spec.restarts) +
        " restarts");
    return;
  }
  --entry->restarts_left;
  entry->due = now + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(entry->spec.restart_delay));
  Log(who + "; it will be started again");
}

void Controllers::Leave(Clock::time_point now, Entry* entry) {
  if (entry->child == nullptr) return;
  entry->child->AskToEnd();
  leaving_.push_back({std::move(entry->child), now + kGrace});
}

bool Controllers::KillLate(Clock::time_point now) {
  const auto is_over = [now](const Leaving& leaving) {
    return leaving.child->HasEnded() || now >= leaving.limit;
  };
  // The destructor of BackgroundChild kills those that still run.
  std::erase_if(leaving_, is_over);
  return leaving_.empty();
}

void Controllers::Look(Clock::time_point now) {
  KillLate(now);
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->given_up) continue;
    if (entry->waits) {
      StartIfAllowed(entry.get(), now);
      continue;
    }
    if (entry->child == nullptr) {
      if (now >= entry->due) Start(entry.get(), now);
      continue;
    }
    if (!entry->child->HasEnded()) continue;
    const std::string how = "it ended with " + entry->child->HowItEnded();
    const bool well = entry->child->ended_well();
    entry->child = nullptr;
    if (well) {
      entry->given_up = true;
      Log("controller '" + entry->spec.name + "' has finished");
    } else {
      OnFailure(how, now, entry.get());
    }
  }
}

void Controllers::End() {
  for (const std::unique_ptr<Entry>& entry : entries_) Leave(Clock::now(), entry.get());
  entries_.clear();
  while (!KillLate(Clock::now())) std::this_thread::sleep_for(kPoll);
}

int Controllers::running() const {
  return static_cast<int>(std::count_if(entries_.begin(), entries_.end(), [](const auto& entry) {
    return entry->child != nullptr && !entry->child->HasEnded();
  }));
}

/// Like POSIX shells (XCU 2.2) without expansion: no variables, patterns or substitutions, so a
/// file cannot do more than name a program and its arguments.
bool SplitWords(const std::string& text, std::vector<std::string>* words) {
  char quote = 0;
  bool in_word = false;
  const auto add = [&](char letter) {
    if (!in_word) words->emplace_back();
    in_word = true;
    if (letter != 0) words->back() += letter;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '\\' && quote != '\'' && i + 1 < text.size()) {
      add(text[++i]);
    } else if (quote != 0) {
      if (letter == quote) {
        quote = 0;
      } else {
        add(letter);
      }
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
      add(0);
    } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      in_word = false;
    } else {
      add(letter);
    }
  }
  return quote == 0;
}

std::vector<ControllerSpec> ReadControllers(const world::World& world, Problems* problems) {
  std::vector<ControllerSpec> specs;
  for (int model = 0; model < world.model_count(); ++model) {
    const std::string& robot = world.instance(model).name;
    int count = 0;
    for (const world::Element& element : world.model(model).extensions) {
      if (element.name != "surefoot:controller") continue;
      specs.push_back(ReadOne(robot, world::ElementReader(element, problems)));
      ++count;
      specs.back().name = count == 1 ? robot : robot + "_" + std::to_string(count);
    }
  }
  return specs;
}

}  // namespace surefoot::serve
