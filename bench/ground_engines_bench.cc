// A Husky on its tyres on every engine: the quantities that tests limit, and the differences
// between engines.

#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/page.h"
#include "tests/scene/ground_trials.h"

namespace surefoot {
namespace {

using namespace conformance;  // NOLINT: all of the lab

constexpr double kDegree = 3.14159265358979323846 / 180.0;

constexpr const char* kHelp =
    "ground_engines_bench [--quick] [--docs FILE]\n"
    "A Husky on its tyres on every engine: parked on slopes, turning on the spot, stopping, and "
    "how\n"
    "far the engines differ after a drive of 20 s.\n"
    "  --quick      rest 5 s instead of 60 s on slopes, and one slope only\n"
    "  --docs FILE  write the tables into that page\n";

std::string Line(const char* format, ...) {
  char text[300];
  va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return text;
}

/// A row of results, or the error instead.
std::string Row(const std::string& start, const std::string& error, const std::string& rest) {
  return "| " + start + " | " + (error.empty() ? rest : error) + " |\n";
}

std::string ParkedTable(bool quick) {
  std::string text =
      "| robot | engine | slope, deg | by cmd_vel 0: m, rad | motors at speed 0: m, rad |\n"
      "|---|---|---|---|---|\n";
  for (const char* name : {"husky_75", "husky"}) {
    const auto robot = LoadRobot(std::string("model://") + name);
    for (const std::string& engine : EngineNames()) {
      for (const double slope : {5.0, 10.0, 20.0}) {
        if (quick && slope < 20.0) continue;
        Parking parking;
        parking.slope = slope * kDegree;
        if (quick) parking.rest = 5.0;
        const Scene scene = OnGround(Hard(0.6, 0.015), robot, parking.slope, parking.heading);
        const Parked drive = Park(engine, scene, parking);
        parking.by = ParkedBy::kMotors;
        const Parked motors = Park(engine, scene, parking);
        text += Row(std::string(name) + " | " + engine + Line(" | %.0f", slope),
                    drive.error + motors.error,
                    Line("%.0e, %.0e | %.0e, %.0e", drive.moved, drive.turned, motors.moved,
                         motors.turned));
      }
    }
  }
  return text;
}

struct Case {
  const char* ground;
  world::HardGround hard;
  double speed;
};

std::string TurnTable() {
  const Case cases[] = {
      {"mu 0.8, resistance 0.02, 0.5 m/s", Hard(0.8, 0.02), 0.5},
      {"mu 0.307, C 2.29, resistance 0.104, 0.7 m/s", Hard(0.307, 0.104, 2.29), 0.7},
      {"mu 0.6, resistance 0.1, 0.3 m/s", Hard(0.6, 0.1), 0.3}};
  const auto with_lugs = LoadRobot("model://husky_75");
  const auto robot = WithoutLugs(*with_lugs);
  std::string text =
      "| ground | engine | gain, 1 ms | 0.5 ms | 2 ms | loads, % | height, mm | acceleration: "
      "steady | "
      "wheels jump | cmd_vel jumps | with lugs |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Case& one : cases) {
    for (const std::string& engine : EngineNames()) {
      const Scene scene = OnGround(one.hard, robot);
      const Turn turn = TurnByMotors(engine, scene, one.speed);
      const Turn fine = TurnByMotors(engine, scene, one.speed, 0.0005);
      const Turn coarse = TurnByMotors(engine, scene, one.speed, 0.002);
      const Turn drive = TurnByDrive(engine, scene, one.speed);
      const Turn lugs = TurnByDrive(engine, OnGround(one.hard, with_lugs), one.speed);
      text += Row(
          one.ground + std::string(" | ") + engine,
          turn.error + fine.error + coarse.error + drive.error + lugs.error,
          Line("%.4f | %.4f | %.4f | %.1g | %.1g | %.1g | %.2f | %.2f | %.2f", turn.gain, fine.gain,
               coarse.gain, 100.0 * turn.load_change, 1e3 * turn.height_range, turn.acceleration,
               turn.start_acceleration, drive.start_acceleration, lugs.acceleration));
    }
  }
  return text;
}

std::string StopTable() {
  std::string text =
      "| engine | speed 1.5 s after a stop command, m/s + rad/s | with lugs |\n|---|---|---|\n";
  const auto with_lugs = LoadRobot("model://husky_75");
  const auto robot = WithoutLugs(*with_lugs);
  for (const std::string& engine : EngineNames()) {
    const Stopped stopped = StopTurning(engine, OnGround(Hard(0.8, 0.02), robot), 0.5);
    const Stopped lugs = StopTurning(engine, OnGround(Hard(0.8, 0.02), with_lugs), 0.5);
    text += Row(engine, stopped.error + lugs.error, Line("%.0e | %.0e", stopped.speed, lugs.speed));
  }
  return text;
}

std::string TourTable() {
  std::string text =
      "| contact | distance | rotation | largest difference between engines, m | relative to the "
      "distance | rad | relative to the rotation |\n"
      "|---|---|---|---|---|---|---|\n";
  const auto robot = LoadRobot("model://husky_75");
  for (const auto contact : {world::WheelContact::kTyre, world::WheelContact::kEngine}) {
    std::vector<Tour> tours;
    std::string error;
    for (const std::string& engine : EngineNames()) {
      tours.push_back(DriveTour(engine, TourScene(robot, contact)));
      error += tours.back().error;
    }
    const Spread spread = SpreadOf(tours);
    text += Row(world::WheelContactName(contact), error,
                Line("%.2f m | %.2f rad | %.2g | %.2g %% | %.2g | %.2g %%", tours[0].length,
                     tours[0].turned, spread.place, 100.0 * spread.place / tours[0].length,
                     spread.heading, 100.0 * spread.heading / tours[0].turned));
  }
  return text;
}

int Main(int argc, char** argv) {
  bool quick = false;
  std::string docs;
  Arguments arguments(kHelp);
  arguments.Flag("--quick", &quick);
  arguments.Value("--docs", &docs);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  std::string text;
  const auto add = [&](const std::string& table) {
    std::fputs((table + "\n").c_str(), stdout);
    std::fflush(stdout);
    text += (text.empty() ? "" : "\n") + table;
  };
  add(TourTable());
  add(TurnTable());
  add(StopTable());
  add(ParkedTable(quick));
  if (docs.empty()) return 0;
  const Status status = WriteSection(docs, "ground_engines_bench", text);
  if (!status.ok())
    std::fprintf(stderr, "ground_engines_bench: %s\n", status.error().message.c_str());
  return status.ok() ? 0 : 1;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
