#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>

#include "surefoot/base/process/process_usage.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/commands/run_arguments.h"
#include "surefoot/cli/commands/run_summary.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/cli/progress.h"
#include "surefoot/cli/stop_signal.h"
#include "surefoot/formats/parse.h"
#include "surefoot/record/replay.h"
#include "surefoot/session/session.h"
#include "surefoot/sim/pacer.h"

// `surefoot run`: plan, prepare, step, report. Everything that can fail on wrong input is done in
// the first two, before an existing recording is replaced.

namespace surefoot::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDefaultDuration = 10.0;
/// s. Simulated time is int64 nanoseconds, which last for 292 years.
constexpr double kLongestDuration = 1e9;
constexpr double kShortestStep = 1e-6;
constexpr double kLongestStep = 1.0;
/// Below this speed Ctrl-C would have to wait for the sleep between two steps.
constexpr double kLowestSpeed = 1e-3;

/// The parsed arguments. Everything that can be checked without the world is checked before it is
/// loaded.
struct Plan {
  double duration = kDefaultDuration;
  /// 0: as fast as possible.
  double speed = 0.0;
  std::vector<JointTarget> commands;
  std::vector<MessageStream> messages;
  record::RecordOptions record;
  ReplayChoice replay;
};

/// 0 for "max".
Result<double> ParseSpeed(const std::string& text) {
  if (text == "max") return 0.0;
  Problems problems;
  const std::optional<double> speed = formats::ParseDouble(text, Source(), &problems);
  if (speed && *speed >= kLowestSpeed) return *speed;
  return Error{"--speed takes 'max' or a number from " + StrFormat("%g", kLowestSpeed) +
               " on (1: real time), not '" + text + "'"};
}

/// An option without effect is an error: the user expected one.
Status CheckRecording(const RunOptions& options) {
  if (options.record_file.empty() &&
      !(options.record_filter.topics.empty() && options.record_filter.exclude.empty())) {
    return Error{"--topics and --exclude select what --record FILE records; add --record FILE"};
  }
  if (options.replay_file.empty() && !(options.replay_topics.empty() && options.remaps.empty())) {
    return Error{"--replay-topics and --remap apply to --replay FILE; add --replay FILE"};
  }
  return Status();
}

/// Parses the options of the recording and of the replay.
Status PlanRecording(const RunOptions& options, Plan* plan) {
  SUREFOOT_TRY(CheckRecording(options));
  plan->record.compression =
      SUREFOOT_TRY(Within("--compression", record::ParseCompression(options.compression)));
  plan->record.filter = options.record_filter;
  plan->replay.topics = options.replay_topics;
  for (const std::string& text : options.remaps) {
    plan->replay.remaps.push_back(SUREFOOT_TRY(Within("--remap", record::ParseRemap(text))));
  }
  return Status();
}

Result<Plan> MakePlan(const RunOptions& options) {
  Plan plan;
  plan.speed = SUREFOOT_TRY(ParseSpeed(options.speed));
  plan.duration = options.duration.value_or(plan.speed > 0.0 ? kInfinity : kDefaultDuration);
  const bool endless = plan.duration == kInfinity;
  if (!endless && !(plan.duration >= 0.0 && plan.duration <= kLongestDuration)) {
    return Error{StrFormat("--duration takes 0 to %g seconds or 'inf', not %g", kLongestDuration,
                           plan.duration)};
  }
  const double step = options.session.step;
  if (step != 0.0 && !(step >= kShortestStep && step <= kLongestStep)) {
    return Error{
        StrFormat("--step takes %g to %g seconds, not %g", kShortestStep, kLongestStep, step)};
  }
  if (options.seed && !options.restore_file.empty()) {
    return Error{"--seed cannot be given with --restore: a continued run keeps its seed"};
  }
  SUREFOOT_TRY(PlanRecording(options, &plan));
  for (const std::string& text : options.commands) {
    plan.commands.push_back(SUREFOOT_TRY(ParseJointArgument(text)));
  }
  for (const std::string& text : options.messages) {
    plan.messages.push_back(SUREFOOT_TRY(ParsePublishArgument(text)));
  }
  return plan;
}

/// Resolves the names of joints in the world; an unknown one is an error with the nearest name.
Status ApplyCommands(const std::vector<JointTarget>& arguments, Session* session) {
  for (const JointTarget& argument : arguments) {
    const sim::JointCommand command =
        SUREFOOT_TRY(Within("--command", ResolveJoint(argument, session->world())));
    SUREFOOT_TRY(Within("--command", session->simulation().Apply(command)));
  }
  return Status();
}

/// Prints the replayed topics. Without --duration, the run is as long as the recording.
Status StartReplay(const RunOptions& options, Session* session, Plan* plan) {
  if (options.replay_file.empty()) return Status();
  const ReplayPlan replay =
      SUREFOOT_TRY(Within("--replay", session->Replay(options.replay_file, plan->replay)));
  const SimTimeNs left_ns = replay.end_ns - session->simulation().time_ns();
  if (!options.duration) plan->duration = ToSeconds(std::max<SimTimeNs>(left_ns, 0));
  // Printed with --quiet, too: the run is not the recorded one.
  if (!replay.damage.empty()) std::fprintf(stderr, "--replay: %s\n", replay.damage.c_str());
  if (options.quiet) return Status();
  for (const auto& [topic, count] : replay.topics) {
    std::fprintf(stderr, "Replaying %s: %s\n", topic.c_str(),
                 Counted(static_cast<long long>(count), "message").c_str());
  }
  for (const std::string& note : replay.notes) {
    std::fprintf(stderr, "--replay: %s\n", note.c_str());
  }
  return Status();
}

/// Opens a session and makes it ready for its first step. The order matters: the snapshot before
/// commands, which would be overwritten, and the recording last, because it overwrites a file.
Result<std::unique_ptr<Session>> Prepare(const Parts& parts, const RunOptions& options, Plan* plan,
                                         Problems* problems) {
  SessionOptions session_options = options.session;
  session_options.seed = options.seed.value_or(0);
  if (!options.parallel.islands.empty()) session_options.islands = options.parallel.islands == "on";
  session_options.threads = options.parallel.threads;
  std::unique_ptr<Session> opened =
      SUREFOOT_TRY(Session::Open(parts, options.world, session_options, problems));
  Session* session = opened.get();
  if (!options.restore_file.empty()) {
    SUREFOOT_TRY(Within("--restore", session->RestoreFile(options.restore_file)));
  }
  const Publisher messages =
      SUREFOOT_TRY(Within("--publish", Publisher::Make(plan->messages, session->simulation())));
  // The replayed file is read completely before a recording begins: both may be the same file.
  SUREFOOT_TRY(StartReplay(options, session, plan));
  // Before the recording, so that an invalid command does not overwrite a file, and again so that
  // the recording contains it.
  SUREFOOT_TRY(ApplyCommands(plan->commands, session));
  if (!options.record_file.empty()) {
    SUREFOOT_TRY(Within("--record", session->Record(options.record_file, plan->record)));
    SUREFOOT_TRY(ApplyCommands(plan->commands, session));
  }
  return opened;
}

/// The number of the last step. Steps are counted instead of comparing times: sums of steps would
/// round. Clamped, because a long duration in short steps exceeds the integer.
std::int64_t LastStep(const sim::Simulation& simulation, double duration) {
  const double steps = std::round(duration / simulation.step_size());
  const double room =
      static_cast<double>(std::numeric_limits<std::int64_t>::max() / 2 - simulation.step_count());
  return simulation.step_count() + static_cast<std::int64_t>(std::min(steps, room));
}

/// Contacts of the last step, for the averages of the summary.
void CountContacts(const physics::StepReport& report, std::int64_t* sum, RunResult* result) {
  const int count = static_cast<int>(report.contacts.size());
  *sum += count;
  result->max_contacts = std::max(result->max_contacts, count);
  if ((report.flags & physics::kStepContactsDropped) != 0) {
    ++result->steps_with_dropped_contacts;
  }
}

/// Steps until the end, a stop signal or an error. The loop prints, paces and counts; none of these
/// changes the simulation, so a run has the same hash at any speed.
Status StepAll(const RunOptions& options, const Plan& plan, const StopSignal& stop,
               Progress* progress, Session* session, RunResult* result) {
  const sim::Simulation& simulation = session->simulation();
  const std::int64_t last = LastStep(simulation, plan.duration);
  ModelTracker tracker(simulation);
  std::int64_t contact_sum = 0;
  Publisher publisher =
      SUREFOOT_TRY(Within("--publish", Publisher::Make(plan.messages, simulation)));
  sim::Pacer pacer(plan.speed);
  const bool may_drop = options.pictures == "drop";
  pacer.Start(simulation.time_ns());
  progress->Start(simulation);
  Status status;
  while (simulation.step_count() < last && !stop.requested()) {
    status = publisher.Update(&session->simulation());
    if (!status.ok()) status = status.error().Within("--publish");
    if (may_drop) {
      session->simulation().stepper().set_pictures(pacer.PicturesAt(simulation.time_ns()));
    }
    if (status.ok()) status = session->Step();
    if (!status.ok()) break;
    ++result->steps;
    CountContacts(simulation.report(), &contact_sum, result);
    tracker.Update(simulation);
    progress->Update(simulation);
    pacer.Wait(simulation.time_ns());
  }
  // An error of the last step is reported even if Ctrl-C came in the same step.
  result->interrupted = status.ok() && stop.requested();
  result->mean_contacts = static_cast<double>(contact_sum) /
                          static_cast<double>(std::max<std::int64_t>(result->steps, 1));
  result->models = tracker.Finish(simulation);
  return status;
}

/// The step loop with its clocks; then the recording is closed. An error of the recording does not
/// hide one of the run.
Status Run(const RunOptions& options, const Plan& plan, const StopSignal& stop, Session* session,
           RunResult* result) {
  using Clock = std::chrono::steady_clock;
  Progress progress(options.quiet, plan.duration);
  result->load = ProcessAge();
  const double cpu_start = CpuSeconds();
  const Clock::time_point wall_start = Clock::now();
  Status status = StepAll(options, plan, stop, &progress, session, result);
  result->wall = std::chrono::duration<double>(Clock::now() - wall_start).count();
  result->cpu = CpuSeconds() - cpu_start;
  progress.Finish();
  result->warnings = session->warnings();
  for (const std::string& warning : result->warnings) {
    if (!options.quiet) std::fprintf(stderr, "warning: %s\n", warning.c_str());
  }
  std::vector<std::string> notes;
  const Status closed = session->StopRecording(&notes);
  if (!options.quiet) {
    for (const std::string& note : notes) std::fprintf(stderr, "--record: %s\n", note.c_str());
  }
  if (status.ok() && !closed.ok()) status = closed.error().Within("--record");
  return status;
}

void PrintStart(const RunResult& result, const Plan& plan) {
  const std::string length =
      plan.duration == kInfinity ? "until Ctrl-C" : StrFormat("for %g s", plan.duration);
  std::fprintf(stderr, "Running %s on %s %s, %s in steps of %s\n", result.world.c_str(),
               result.engine.c_str(), result.engine_version.c_str(), length.c_str(),
               StepText(result.step).c_str());
}

/// The parts of the result that are known before the first step.
RunResult DescribeStart(const RunOptions& options, const sim::Simulation& simulation) {
  RunResult result;
  result.world_file = options.world;
  result.world = simulation.world().spec().name;
  result.engine = simulation.machine().engine().name;
  result.engine_version = simulation.machine().engine().version;
  result.step = simulation.step_size();
  result.seed = simulation.seed();
  result.start_time = ToSeconds(simulation.time_ns());
  result.record_file = options.record_file;
  return result;
}

/// The rest, also after a run that failed: its summary shows where it ended.
void DescribeEnd(const sim::Simulation& simulation, RunResult* result) {
  result->sim_time = ToSeconds(simulation.time_ns()) - result->start_time;
  result->hash = simulation.hash();
  result->sensors = simulation.machine().sensors().Statuses();
  result->drives = simulation.machine().drives().Statuses();
  for (const auto& soft : simulation.machine().ground().SoftenedWheels()) {
    const world::World& world = simulation.world();
    const int link = world.wheels()[static_cast<std::size_t>(soft.wheel)].link;
    result->soft_tyres.push_back({world.LinkName(link), soft.steps});
  }
  for (std::size_t i = 0; i < result->stages.size(); ++i) {
    result->stages[i] = simulation.stepper().stage_times().Seconds(static_cast<sim::Stage>(i));
  }
  result->peak_memory_mb = PeakMemoryMb();
  result->islands = simulation.machine().island_counts();
  result->threads = simulation.machine().threads();
}

}  // namespace

int RunCommand(const Parts& parts, const RunOptions& options) {
  Problems problems;
  Result<Plan> plan = MakePlan(options);
  if (!plan.ok()) return RefuseWorld(options.world, options.json, plan.error(), problems);
  Result<std::unique_ptr<Session>> session = Prepare(parts, options, &plan.value(), &problems);
  if (!session.ok()) return RefuseWorld(options.world, options.json, session.error(), problems);
  if (!options.quiet) {
    PrintProblems(problems, Severity::kWarning, kMaxProblems, options.world);
  }

  RunResult result = DescribeStart(options, session.value()->simulation());
  // Only now: while files are loaded, Ctrl-C ends the program at once, because nothing is to be
  // saved.
  const StopSignal stop;
  if (!options.quiet) PrintStart(result, plan.value());
  Status status = Run(options, plan.value(), stop, session.value().get(), &result);
  if (status.ok() && !options.save_file.empty()) {
    status = session.value()->SaveFile(options.save_file);
    if (status.ok()) {
      result.save_file = options.save_file;
    } else {
      status = status.error().Within("--save");
    }
  }
  if (status.ok() && !options.save_world_file.empty()) {
    status = session.value()->SaveWorldFile(options.save_world_file);
    if (!status.ok()) status = status.error().Within("--save-world");
  }
  // After saving, so that the peak memory includes it.
  DescribeEnd(session.value()->simulation(), &result);
  if (!status.ok()) {
    result.error = status.error().message;
    PrintError(result.error);
  }
  const bool written = WriteResult(
      options.json ? RunJson(result) : SummaryText(result, {options.hash, options.profile}));
  const physics::StepReport& report = session.value()->simulation().report();
  // The engine works: a world that it cannot step has an error in its files or commands.
  constexpr auto kStopped = physics::kStepNotFinite | physics::kStepEngineError;
  if ((report.flags & kStopped) != 0) return kBadInput;
  return status.ok() && written ? kDone : kFailed;
}

}  // namespace surefoot::cli
