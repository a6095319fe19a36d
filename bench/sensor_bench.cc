// Cost of sensors on one core: the Husky drives over gravel in its lab, or among boxes on a floor,
// with one sensor at a time on a mast, physics (MuJoCo, 1 ms) included.
//
// The last row: the cost of recording a camera and five LiDARs.
//
//   sensor_bench [SENSOR...]

#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench/raycast/raw_scene.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/physics/state.h"
#include "surefoot/record/recorder.h"
#include "surefoot/session/load.h"
#include "surefoot/sim/simulation.h"

namespace surefoot {
namespace {

constexpr double kSimulated = 2.0;

struct Row {
  const char* name;
  double rate;
  std::string sensor;
  /// Pixels of a camera, for Embree's share; 0: not a camera.
  int width;
  int height;
  /// Boxes on a floor instead of the fine terrain of the lab.
  bool boxes = false;
};

/// 16 x 1800 rays, 10 Hz, level on the mast; `inside` is inserted into <lidar>.
std::string Lidars(int count, const std::string& inside, const std::string& beside = "") {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string name = "s" + std::to_string(i);
    text +=
        "<sensor name='" + name +
        "' type='lidar'><pose>0 0 0 0 -0.35 0</pose><update_rate>10</update_rate><topic>" + name +
        "</topic><lidar><scan><horizontal><samples>1800</samples><min_angle>-3.14159265"
        "</min_angle><max_angle>3.138102</max_angle></horizontal><vertical><samples>16</samples>"
        "<min_angle>-0.261799</min_angle><max_angle>0.261799</max_angle></vertical></scan>"
        "<range><min>0.3</min><max>100</max></range>" +
        inside + "</lidar>" + beside + "</sensor>";
  }
  return text;
}

std::string Depth(const std::string& extras) {
  return "<sensor name='s' "
         "type='depth_camera'><update_rate>30</update_rate><camera><horizontal_fov>"
         "1.2</horizontal_fov><image><width>640</width><height>480</height></image></camera>" +
         extras + "</sensor>";
}

const std::string kNoise = "<noise><type>gaussian</type><stddev>0.015</stddev></noise>";

const std::string kCamera =
    "<sensor name='camera' type='camera'><update_rate>30</update_rate><camera><horizontal_fov>1.2"
    "</horizontal_fov><image><width>640</width><height>480</height></image></camera></sensor>";

const Row kRows[] = {
    {"five LiDARs 16x1800 10 Hz", 10.0, Lidars(5, kNoise), 0, 0},
    {"five LiDARs, no noise", 10.0, Lidars(5, ""), 0, 0},
    {"five LiDARs, dropouts too", 10.0,
     Lidars(5, kNoise, "<surefoot:dropout_grazing>0.3</surefoot:dropout_grazing>"), 0, 0},
    {"five LiDARs, flash", 10.0, Lidars(5, kNoise, "<surefoot:spin>0</surefoot:spin>"), 0, 0},
    {"depth 640x480 30 Hz", 30.0, Depth(""), 640, 480},
    {"depth, noise", 30.0, Depth("<surefoot:depth_noise>0.001 0 0.002</surefoot:depth_noise>"), 640,
     480},
    {"camera 640x480 30 Hz", 30.0, kCamera, 640, 480},
    {"camera among boxes", 30.0, kCamera, 640, 480, true},
    {"camera, noise", 30.0,
     "<sensor name='s' type='camera'><update_rate>30</update_rate><camera><horizontal_fov>1.2"
     "</horizontal_fov><image><width>640</width><height>480</height></image><noise><type>gaussian"
     "</type><stddev>0.01</stddev></noise></camera></sensor>",
     640, 480},
    {"camera, rolling shutter", 30.0,
     "<sensor name='s' type='camera'><update_rate>30</update_rate><camera><horizontal_fov>1.2"
     "</horizontal_fov><image><width>640</width><height>480</height></image>"
     "<surefoot:rolling_shutter>0.02</surefoot:rolling_shutter></camera></sensor>",
     640, 480},
    {"fisheye 480x480 30 Hz", 30.0,
     "<sensor name='s' type='wideanglecamera'><update_rate>30</update_rate><camera><horizontal_fov>"
     "3.1</horizontal_fov><image><width>480</width><height>480</height></image><lens><type>"
     "equidistant</type></lens></camera></sensor>",
     0, 0},
    {"segmentation 320x240 10 Hz", 10.0,
     "<sensor name='s' type='segmentation'><update_rate>10</update_rate><camera><horizontal_fov>1.2"
     "</horizontal_fov><image><width>320</width><height>240</height></image></camera></sensor>",
     320, 240},
    {"boxes 320x240 10 Hz", 10.0,
     "<sensor name='s' type='boundingbox'><update_rate>10</update_rate><camera><horizontal_fov>1.2"
     "</horizontal_fov><image><width>320</width><height>240</height></image></camera></sensor>",
     320, 240},
};

/// Boxes of various sizes on both sides of the robot's path.
std::string Boxes() {
  std::string text = "<model name='boxes'><static>true</static><link name='link'>";
  for (int i = 0; i < 40; ++i) {
    const std::string size = std::to_string(0.2 + 0.05 * (i % 7));
    const std::string shape =
        "<geometry><box><size>" + size + " " + size + " " + size + "</size></box></geometry>";
    const std::string pose =
        "<pose>" + std::to_string(0.5 * i) + " " +
        std::to_string(-6.0 + (i % 2 == 0 ? 1.0 : -1.0) * (1.0 + 0.3 * (i % 5))) + " 0.1 0 0 " +
        std::to_string(0.4 * i) + "</pose>";
    const std::string name = " name='b" + std::to_string(i) + "'>";
    text += "<collision" + name + pose + shape + "</collision><visual" + name + pose + shape +
            "</visual>";
  }
  return text + "</link></model>";
}

std::string WorldText(const std::string& sensor, bool boxes) {
  return "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='bench'>"
         "<physics name='p' type='ode'><max_step_size>0.001</max_step_size></physics>"
         "<light name='sun' type='directional'><cast_shadows>true</cast_shadows><diffuse>0.8 0.8 "
         "0.8 1"
         "</diffuse><direction>-0.5 0.2 -0.9</direction></light>"
         "<model name='floor'><static>true</static><link name='link'><collision name='c'><geometry>"
         "<plane><normal>0 0 1</normal><size>40 30</size></plane></geometry></collision>"
         "<visual name='v'><geometry><plane><normal>0 0 1</normal><size>40 30</size></plane>"
         "</geometry></visual></link></model>" +
         (boxes ? Boxes() : "<include><uri>model://lab_terrain</uri></include>") +
         "<include><uri>model://husky</uri><pose>-0.5 -6 0.13228 0 0 0</pose>"
         "<surefoot:command joint='front_left_wheel' mode='velocity' value='3.03'/>"
         "<surefoot:command joint='rear_left_wheel' mode='velocity' value='3.03'/>"
         "<surefoot:command joint='front_right_wheel' mode='velocity' value='3.03'/>"
         "<surefoot:command joint='rear_right_wheel' mode='velocity' value='3.03'/></include>"
         "<model name='mast'><pose>-0.7 -6 1.2 0 0.35 0</pose><link name='link'><inertial><mass>0.5"
         "</mass></inertial>" +
         sensor +
         "</link></model><surefoot:attach parent='husky::base_link' child='mast::link'/>"
         "</world></sdf>";
}

std::shared_ptr<const world::World> Load(const std::string& sensor, bool boxes) {
  static const Parts parts = BuiltinParts();
  const auto file = std::filesystem::current_path() / "sensor_bench_world.sdf";
  std::ofstream(file) << WorldText(sensor, boxes);
  Problems problems;
  auto world = LoadWorld(parts, file.string(), &problems);
  std::filesystem::remove(file);
  if (!world.ok()) {
    std::fprintf(stderr, "%s\n", world.error().message.c_str());
    return nullptr;
  }
  return world.value();
}

struct Cost {
  double seconds = 0.0;
  int messages = 0;
};

/// CPU seconds for kSimulated, after a warm-up; everything is subscribed, and recorded into a file
/// when one is given.
Cost RunFor(const std::shared_ptr<const world::World>& world, const std::string& file = "",
            const std::vector<std::string>& left_out = {}) {
  static const Parts parts = BuiltinParts();
  sim::SimulationOptions options;
  options.engine = *parts.FindEngine("mujoco");
  options.sensors = parts.sensors;
  options.drives = parts.drives;
  options.referee = parts.referee;
  auto simulation = sim::Simulation::Make(world, options);
  Cost cost;
  if (!simulation.ok()) {
    std::fprintf(stderr, "%s\n", simulation.error().message.c_str());
    return cost;
  }
  const auto listening =
      (*simulation)
          ->graph()
          .SubscribeAll([&cost](const graph::Delivery&) { ++cost.messages; },
                        [](const graph::Topic& topic) {
                          return topic.name.find("compressed") == std::string::npos;
                        });
  std::unique_ptr<record::Recorder> recorder;
  std::unique_ptr<record::GraphRecorder> recording;
  if (!file.empty()) {
    record::RecordOptions all;
    all.filter.exclude = left_out;
    recorder = record::OpenRecorder(file, all).value();
    recording = std::make_unique<record::GraphRecorder>(&(*simulation)->graph(), all.filter,
                                                        recorder.get());
  }
  const auto steps = [&](double seconds) {
    for (int i = 0; i < static_cast<int>(1000.0 * seconds); ++i) {
      if (!(*simulation)->Step().ok()) return;
    }
  };
  steps(0.2);
  cost.messages = 0;
  const double start = ThreadCpuSeconds();
  steps(kSimulated);
  if (recorder != nullptr && !(recording->status().ok() && recorder->Close().ok())) {
    std::fprintf(stderr, "cannot record into %s\n", file.c_str());
  }
  cost.seconds = ThreadCpuSeconds() - start;
  return cost;
}

/// Milliseconds for one ray per pixel by Embree alone.
double RawFrame(const world::World& world, int width, int height) {
  const physics::State state = physics::MakeInitialState(world);
  const auto scene = raycast::Scene::Make(world).value();
  scene->SetPoses(state.X_WL);
  const bench::RawScene raw(*scene);
  bench::RayList rays;
  const RigidTransform& X_WM = state.X_WL.back();
  rays.origin = X_WM.p.cast<float>();
  rays.near = 0.1F;
  const double f = 0.5 * width / std::tan(0.6);
  for (int v = 0; v < height; ++v) {
    for (int u = 0; u < width; ++u) {
      const Vector3d way_S(1.0, (0.5 * (width - 1) - u) / f, (0.5 * (height - 1) - v) / f);
      const Eigen::Vector3f way = (X_WM.q * way_S.normalized()).cast<float>();
      rays.x.push_back(way.x());
      rays.y.push_back(way.y());
      rays.z.push_back(way.z());
    }
  }
  std::vector<float> distances(rays.x.size());
  double best = 1e9;
  for (int i = 0; i < 20; ++i) {
    const double start = ThreadCpuSeconds();
    raw.Cast(rays, distances.data());
    best = std::min(best, ThreadCpuSeconds() - start);
  }
  return 1e3 * best;
}

void Measure(const Row& row) {
  const auto world = Load(row.sensor, row.boxes);
  const auto bare = Load("", row.boxes);
  if (world == nullptr || bare == nullptr) return;
  const double alone = RunFor(bare).seconds;
  const Cost cost = RunFor(world);
  const double frame = 1e3 * (cost.seconds - alone) / (row.rate * kSimulated);
  std::printf("%-28s %8.2f ms/sample   factor %6.2f   %6.3f core s/s", row.name, frame,
              kSimulated / cost.seconds, (cost.seconds - alone) / kSimulated);
  if (row.width > 0) {
    const double raw = RawFrame(*world, row.width, row.height);
    std::printf("   Embree alone %6.2f ms/ray and pixel, %.2f of it", raw, frame / raw);
  }
  std::printf("   (%d messages)\n", cost.messages);
}

/// The best of some runs with and without recording, alternating: the difference is small.
void MeasureRecording(const char* name, const std::vector<std::string>& left_out) {
  const auto world = Load(kCamera + Lidars(5, kNoise), true);
  if (world == nullptr) return;
  const std::string file = (std::filesystem::temp_directory_path() / "sensor_bench.mcap").string();
  double without = 1e9;
  double with = 1e9;
  std::uintmax_t bytes = 0;
  for (int i = 0; i < 3; ++i) {
    without = std::min(without, RunFor(world).seconds);
    with = std::min(with, RunFor(world, file, left_out).seconds);
    bytes = std::filesystem::file_size(file);
    std::filesystem::remove(file);
  }
  std::printf("%-28s  %5.3f -> %.3f core s/s, %+.1f %%   (%.0f MB/s)\n", name, without / kSimulated,
              with / kSimulated, 100.0 * (with / without - 1.0),
              1e-6 * static_cast<double>(bytes) / kSimulated);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  for (const surefoot::Row& row : surefoot::kRows) {
    bool expected = argc < 2;
    for (int i = 1; i < argc; ++i) expected = expected || std::strstr(row.name, argv[i]) != nullptr;
    if (expected) surefoot::Measure(row);
  }
  if (argc < 2 || std::strstr("recording", argv[1]) != nullptr) {
    surefoot::MeasureRecording("recording, without JPEG", {"*compressed"});
    // Recording everything also makes the camera encode JPEGs.
    surefoot::MeasureRecording("recording everything", {});
  }
  return 0;
}
