// race_hunt [WORLD]...: runs worlds on one thread and on several, with everything recorded and with
// pictures taken beside the steps, and compares the hashes. It is for the thread sanitizer
// and is linked only with what a run needs, so that little has to be built:
//   cmake --preset tsan && ninja -C build/tsan race_hunt && build/tsan/bin/race_hunt

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "surefoot/engines/mujoco/backend.h"
#include "surefoot/formats/sdf/sdf_reader.h"
#include "surefoot/session/session.h"
#include "tests/source_dir.h"

/// Embree is not instrumented: the sanitizer takes accesses that its locks guard for races.
extern "C" const char* __tsan_default_suppressions() { return "called_from_lib:libembree3.so.3\n"; }

namespace surefoot {
namespace {

constexpr int kThreads = 4;

Parts MakeParts() {
  Parts parts;
  parts.engines.Add("mujoco", engines::mujoco::MakeFactory());
  parts.formats.Add("sdf", formats::MakeSdfFormat());
  parts.sensors = sensors::BuiltinSensors();
  parts.drives = drives::BuiltinDrives();
  const std::string source = SUREFOOT_SOURCE_DIR;
  parts.data_folders = {source + "/models", source + "/worlds", source};
  return parts;
}

struct Plan {
  std::string world;
  int steps = 200;
};

/// The hash at the end; 0 after an error, which is printed.
std::uint64_t RunOnce(const Parts& parts, const Plan& plan, int threads, bool beside) {
  SessionOptions options;
  options.threads = threads;
  auto session = Session::Open(parts, plan.world, options);
  const std::string file =
      (std::filesystem::temp_directory_path() / ("race_hunt_" + std::to_string(threads) + ".mcap"))
          .string();
  Status status = session.ok() ? (*session)->Record(file) : Status(session.error());
  if (status.ok()) {
    using sensors::ImagePolicy;
    (*session)->simulation().stepper().set_pictures(beside ? ImagePolicy::kParallel
                                                           : ImagePolicy::kWithinStep);
    status = (*session)->Step(plan.steps);
  }
  std::filesystem::remove(file);
  if (!status.ok()) {
    std::fprintf(stderr, "race_hunt: %s: %s\n", plan.world.c_str(), status.error().message.c_str());
    return 0;
  }
  const islands::IslandCounts counts = (*session)->simulation().machine().island_counts();
  std::printf("%s, %d threads: %d islands, joined %lld, parted %lld\n", plan.world.c_str(), threads,
              counts.islands, static_cast<long long>(counts.joined),
              static_cast<long long>(counts.parted));
  return (*session)->simulation().hash();
}

/// Six Huskies that drive into each other in pairs, and boxes that fall onto each other between
/// them: islands are joined and separated while others are stepped. Returns the file's name.
std::string WriteMeetingWorld() {
  const auto path = std::filesystem::temp_directory_path() / "race_hunt_meeting.sdf";
  std::ofstream file(path);
  file << "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='meeting'>"
          "<model name='ground'><static>true</static><link name='link'><collision name='c'>"
          "<geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>";
  for (int i = 0; i < 6; ++i) {
    const bool turned = i % 2 == 1;
    file << "<include><uri>model://husky</uri><name>husky" << i << "</name><pose>"
         << (turned ? 0.75 : -0.75) << ' ' << 2 * (i / 2) << " 0.133 0 0 "
         << (turned ? 3.14159 : 0.0) << "</pose>";
    for (const char* wheel :
         {"front_left_wheel", "rear_left_wheel", "front_right_wheel", "rear_right_wheel"}) {
      file << "<surefoot:command joint='" << wheel << "' axis='0' mode='velocity' value='4'/>";
    }
    file << "</include>";
  }
  for (int i = 0; i < 8; ++i) {
    file << "<model name='box" << i << "'><pose>" << 3 + 0.1 * (i % 2) << " 0 " << 0.3 + 0.4 * i
         << " 0.2 0.3 0</pose><link name='link'><inertial><mass>1</mass></inertial><collision "
            "name='c'><geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link>"
            "</model>";
  }
  file << "</world></sdf>";
  return path.string();
}

bool IsSame(const Parts& parts, const Plan& plan) {
  const std::uint64_t alone = RunOnce(parts, plan, 1, false);
  for (const bool beside : {false, true}) {
    if (alone != 0 && RunOnce(parts, plan, kThreads, beside) == alone) continue;
    std::fprintf(stderr, "race_hunt: %s: not the same on %d threads\n", plan.world.c_str(),
                 kThreads);
    return false;
  }
  return true;
}

int Main(int argc, char** argv) {
  const Parts parts = MakeParts();
  const std::string worlds = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/";
  std::vector<Plan> plans;
  for (int i = 1; i < argc; ++i) plans.push_back({argv[i]});
  if (plans.empty()) {
    plans = {{worlds + "sensors.sdf"},
             {worlds + "five_huskies.sdf"},
             {worlds + "four_legged_game.sdf", 100},
             {worlds + "rover.sdf"},
             {worlds + "triggers.sdf", 1000},
             {WriteMeetingWorld(), 1200}};
  }
  bool same = true;
  for (const Plan& plan : plans) same = IsSame(parts, plan) && same;
  return same ? 0 : 1;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
