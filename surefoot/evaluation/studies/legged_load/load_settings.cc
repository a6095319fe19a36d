#include "surefoot/evaluation/studies/legged_load/load_settings.h"

#include <cmath>

#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {
namespace {

constexpr int kMostRobots = 64;

std::vector<int> ReadCounts(const world::ElementReader& reader, const std::string& key,
                            const std::vector<int>& fallback) {
  if (!reader.Has(key)) return fallback;
  std::vector<int> counts;
  for (const double number : ReadNumbers(reader, key, {}, 1.0, kMostRobots)) {
    if (number != std::round(number)) {
      reader.Error(key, "numbers of robots are whole", PlainNumber(number));
    } else if (!counts.empty() && number <= counts.back()) {
      reader.Error(key, "each number is larger than the one before", PlainNumber(number));
    } else {
      counts.push_back(static_cast<int>(number));
    }
  }
  return counts;
}

void ReadBars(const world::ElementReader& reader, LoadSettings* settings) {
  experiment::RefuseUnknown(reader, {"robots", "blind", "colliding"});
  settings->bar_robots = static_cast<int>(reader.Integer("robots", 0, 0, kMostRobots));
  settings->bar_blind = static_cast<int>(reader.Integer("blind", 0, 0, kMostRobots));
  settings->bar_colliding = reader.Flag("colliding", false);
}

}  // namespace

LoadSettings ReadLoadSettings(const world::ElementReader& reader) {
  experiment::RefuseUnknown(
      reader, {"kind", "robot", "height", "place", "engines", "robots", "blind", "colliding",
               "colliding_seconds", "seconds", "warm_up", "patience", "threads", "rate", "topic",
               "speed", "turn", "bars"});
  LoadSettings settings;
  if (reader.Has("robot")) settings.robot = reader.Text("robot");
  if (reader.Has("place")) settings.place = reader.Text("place");
  if (reader.Has("topic")) settings.topic = reader.Text("topic");
  if (reader.Has("engines")) settings.engines = experiment::Texts(reader, "engines");
  if (settings.engines.empty()) reader.Error("engines", "there is no engine");
  settings.height = reader.Number("height", settings.height, 0.0, 10.0);
  settings.robots = ReadCounts(reader, "robots", settings.robots);
  settings.blind = ReadCounts(reader, "blind", settings.blind);
  settings.colliding = static_cast<int>(reader.Integer("colliding", settings.colliding, 0, 12));
  settings.seconds = reader.Number("seconds", settings.seconds, 0.1, 3600.0);
  settings.colliding_seconds =
      reader.Number("colliding_seconds", settings.colliding_seconds, 0.1, 3600.0);
  settings.warm_up = reader.Number("warm_up", settings.warm_up, 0.0, 60.0);
  settings.patience = reader.Number("patience", settings.patience, 0.1, 1e5);
  settings.threads = static_cast<int>(reader.Integer("threads", settings.threads, 0, 256));
  settings.rate = reader.Number("rate", settings.rate, 1.0, 1000.0);
  settings.speed = reader.Number("speed", settings.speed, -2.0, 2.0);
  settings.turn = reader.Number("turn", settings.turn, -5.0, 5.0);
  ReadBars(reader.Child("bars"), &settings);
  return settings;
}

}  // namespace surefoot::studies
