#include "bench/accuracy/measure.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstring>

#include "surefoot/base/process/process_usage.h"
#include "surefoot/builtin/builtin.h"

namespace surefoot::accuracy {
namespace {

constexpr const char* kEndingNames[] = {"done", "cut", "failed", "unsupported"};

constexpr const char* kNotFinite = "the error became infinite or NaN";

/// Message of a child process to its parent.
struct Message {
  Ending ending = Ending::kFailed;
  double error = 0.0;
  double simulated = 0.0;
  double cpu = 0.0;
  char version[64] = "";
  char note[512] = "";

  void Say(Ending how, const std::string& text) {
    ending = how;
    std::snprintf(note, sizeof note, "%s", text.c_str());
  }
};

/// Difference between two consecutive readings of the clock.
double ClockCost() {
  constexpr int kReadings = 2000;
  double sum = 0.0;
  for (int i = 0; i < kReadings; ++i) {
    const double start = ThreadCpuSeconds();
    sum += ThreadCpuSeconds() - start;
  }
  return sum / kReadings;
}

/// The capability that the engine lacks for this world, in its own words; empty when it lacks none.
std::string Lacks(const world::World& world, const physics::BackendInfo& engine) {
  std::string text;
  for (const physics::Requirement& requirement : physics::RequirementsOf(world)) {
    const physics::Support& support = engine.Of(requirement.capability);
    if (support.supported) continue;
    if (!text.empty()) text += "; ";
    text += std::string(physics::CapabilityName(requirement.capability)) + ": " + support.remark;
  }
  return text;
}

void Run(const MeasureArgs& args, sim::Simulation* simulation, Message* message) {
  const std::unique_ptr<TaskRun> run = args.task->make_run();
  if (const Status status = run->Start(simulation); !status.ok()) {
    return message->Say(Ending::kFailed, status.error().message);
  }
  const double clock_cost = ClockCost();
  const std::int64_t steps = std::llround(args.duration / args.step);
  message->ending = Ending::kDone;
  for (std::int64_t i = 0; i < steps; ++i) {
    Status status = run->BeforeStep(simulation);
    const double start = ThreadCpuSeconds();
    if (status.ok()) status = simulation->Step();
    message->cpu += ThreadCpuSeconds() - start - clock_cost;
    if (!status.ok()) return message->Say(Ending::kFailed, status.error().message);
    run->AfterStep(*simulation);
    message->simulated = ToSeconds(simulation->time_ns());
    message->error = run->error();
    if (!std::isfinite(message->error)) return message->Say(Ending::kFailed, kNotFinite);
    if (message->cpu > args.limit && i + 1 < steps) {
      message->ending = Ending::kCut;
      break;
    }
  }
  if (!run->has_error()) message->Say(Ending::kFailed, "ended before the measured part");
}

void MeasureHere(const MeasureArgs& args, Message* message) {
  const Parts parts = BuiltinParts();
  const physics::BackendFactory* engine = parts.engines.Find(args.engine);
  if (engine == nullptr) {
    return message->Say(Ending::kFailed, parts.NoSuchEngine(args.engine).message);
  }
  const physics::BackendInfo info = engine->info();
  std::snprintf(message->version, sizeof message->version, "%s", info.version.c_str());
  auto spec = args.task->make_world(parts);
  if (!spec.ok()) return message->Say(Ending::kFailed, spec.error().message);
  const auto world = world::MakeWorld(std::move(*spec), nullptr);
  if (!world.ok()) return message->Say(Ending::kFailed, world.error().message);
  const std::string lacks = Lacks(**world, info);
  if (!lacks.empty()) return message->Say(Ending::kUnsupported, lacks);
  sim::SimulationOptions options;
  options.engine = *engine;
  options.step = args.step;
  auto simulation = sim::Simulation::Make(*world, options);
  if (!simulation.ok()) return message->Say(Ending::kFailed, simulation.error().message);
  Run(args, simulation->get(), message);
}

/// True when the whole message arrived within `seconds`.
bool Receive(int pipe_end, double seconds, Message* message) {
  char* bytes = reinterpret_cast<char*>(message);
  std::size_t got = 0;
  while (got < sizeof *message) {
    pollfd wait{pipe_end, POLLIN, 0};
    if (poll(&wait, 1, static_cast<int>(1000.0 * seconds)) <= 0) return false;
    const ssize_t count = read(pipe_end, bytes + got, sizeof *message - got);
    if (count <= 0) return false;
    got += static_cast<std::size_t>(count);
  }
  return true;
}

Message MeasureInChild(const MeasureArgs& args) {
  Message message;
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) {
    message.Say(Ending::kFailed, "no pipe");
    return message;
  }
  const pid_t child = fork();
  if (child == 0) {
    close(pipe_ends[0]);
    MeasureHere(args, &message);
    const ssize_t written = write(pipe_ends[1], &message, sizeof message);
    _exit(written == static_cast<ssize_t>(sizeof message) ? 0 : 1);
  }
  close(pipe_ends[1]);
  Message received;
  // Other processes may use CPU time, too, and a single step may be long.
  const bool whole = child > 0 && Receive(pipe_ends[0], 60.0 + 10.0 * args.limit, &received);
  close(pipe_ends[0]);
  int status = 0;
  if (child > 0) {
    if (!whole) kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  if (whole) return received;
  const bool crashed = WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL;
  message.Say(Ending::kFailed, crashed ? std::string("crashed: ") + strsignal(WTERMSIG(status))
                                       : std::string("hung in a step"));
  return message;
}

}  // namespace

const char* EndingName(Ending ending) { return kEndingNames[static_cast<int>(ending)]; }

Ending EndingFrom(const std::string& name) {
  for (int i = 0; i < 4; ++i) {
    if (name == kEndingNames[i]) return static_cast<Ending>(i);
  }
  return Ending::kFailed;
}

Outcome Measure(const MeasureArgs& args) {
  const Message message = MeasureInChild(args);
  Outcome outcome;
  outcome.task = args.task->name;
  outcome.engine = args.engine;
  outcome.version = message.version;
  outcome.step = args.step;
  outcome.ending = message.ending;
  outcome.error = message.error;
  outcome.simulated = message.simulated;
  outcome.cpu = message.cpu;
  outcome.note = message.note;
  return outcome;
}

}  // namespace surefoot::accuracy
