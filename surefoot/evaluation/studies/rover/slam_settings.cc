#include "surefoot/evaluation/studies/rover/slam_settings.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/run/yaml.h"

namespace surefoot::studies {
namespace {

using world::ElementReader;

constexpr double kDegree = M_PI / 180.0;

/// The article's, and what shows whether the filter does what it should.
std::vector<SlamCase> AllCases() {
  return {
      {"base", "as the article", false, 1.0, false, false, false},
      {"consistent", "truth without side slip, sure start", true, 1.0, true, false, false},
      {"low_noise", "truth without side slip, sure start, noises a tenth", true, 0.1, true, false,
       false},
      {"gate", "landmarks told apart by the filter", false, 1.0, false, true, false},
      {"scans", "landmarks out of LIDAR scans", false, 1.0, false, true, true},
  };
}

std::vector<SlamCase> ReadCases(const ElementReader& reader) {
  const std::vector<SlamCase> all = AllCases();
  if (reader.element().Child("cases") == nullptr) return all;
  std::vector<SlamCase> chosen;
  for (const std::string& name : experiment::Texts(reader, "cases")) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const SlamCase& one) { return one.name == name; });
    if (found != all.end()) {
      chosen.push_back(*found);
      continue;
    }
    const std::string names = Joined(all, &SlamCase::name);
    reader.Error("cases", "there is no such case", name, "accepted: " + names);
  }
  if (chosen.empty()) reader.Error("cases", "there is no case");
  return chosen;
}

void ReadScanner(const ElementReader& reader, SlamSettings* settings) {
  experiment::RefuseUnknown(reader, {"seeds", "height", "columns", "rings", "top", "bottom",
                                     "range", "noise", "landmark_range", "landmark_bearing"});
  ScannerSpec& spec = settings->scanner;
  settings->scan_seeds = static_cast<int>(reader.Integer("seeds", settings->scan_seeds, 2, 100000));
  spec.height = reader.Number("height", spec.height, 0.1, 10.0);
  spec.columns = static_cast<int>(reader.Integer("columns", spec.columns, 90, 7200));
  spec.rings = static_cast<int>(reader.Integer("rings", spec.rings, 4, 256));
  spec.top = reader.Number("top", spec.top / kDegree, -45.0, 45.0) * kDegree;
  spec.bottom = reader.Number("bottom", spec.bottom / kDegree, -80.0, 45.0) * kDegree;
  if (!(spec.bottom < spec.top)) reader.Error("bottom", "'bottom' is below 'top'");
  spec.most_range = reader.Number("range", spec.most_range, 1.0, 300.0);
  spec.noise = reader.Number("noise", spec.noise, 0.0, 1.0);
  settings->scan_landmarks.range = reader.Number("landmark_range", 0.15, 1e-3, 10.0);
  settings->scan_landmarks.bearing = reader.Number("landmark_bearing", 0.3, 1e-3, 10.0) * kDegree;
}

}  // namespace

SlamSettings ReadSlamSettings(const ElementReader& reader) {
  experiment::RefuseUnknown(reader, {"kind", "traverse", "odometry", "lidar", "period", "start",
                                     "seeds", "scan", "cases"});
  SlamSettings settings;
  const ElementReader traverse = reader.Child("traverse");
  experiment::RefuseUnknown(traverse, TraverseKeys());
  settings.traverse = ReadTraverseSettings(traverse);
  const ElementReader odometry = reader.Child("odometry");
  experiment::RefuseUnknown(odometry, {"distance", "turn", "lateral"});
  settings.odometry.distance = odometry.Number("distance", 0.03, 1e-6, 100.0);
  settings.odometry.turn = odometry.Number("turn", 0.8, 1e-6, 90.0) * kDegree;
  settings.odometry.lateral = odometry.Number("lateral", 0.0, 0.0, 100.0);
  const ElementReader lidar = reader.Child("lidar");
  experiment::RefuseUnknown(lidar, {"range_noise", "bearing_noise", "range"});
  settings.lidar.range = lidar.Number("range_noise", 0.02, 1e-6, 100.0);
  settings.lidar.bearing = lidar.Number("bearing_noise", 0.3, 1e-6, 90.0) * kDegree;
  settings.most_range = lidar.Number("range", settings.most_range, 1.0, 10000.0);
  settings.period = reader.Number("period", settings.period, 10.0, 3600.0);
  if (std::fmod(settings.period, 10.0) != 0.0) {
    reader.Error("period", "the period is a multiple of 10 s", reader.Text("period"));
  }
  const ElementReader start = reader.Child("start");
  experiment::RefuseUnknown(start, {"place", "heading"});
  settings.start_place = start.Number("place", settings.start_place, 1e-6, 1000.0);
  settings.start_heading = start.Number("heading", 0.001, 1e-9, 180.0) * kDegree;
  settings.seeds = static_cast<int>(reader.Integer("seeds", settings.seeds, 2, 100000));
  ReadScanner(reader.Child("scan"), &settings);
  settings.cases = ReadCases(reader);
  return settings;
}

}  // namespace surefoot::studies
