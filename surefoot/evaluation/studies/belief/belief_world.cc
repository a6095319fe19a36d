/// Sensors before walls, side by side in one running world.

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/evaluation/studies/belief/belief_run.h"
#include "surefoot/evaluation/studies/study_tools.h"
#include "surefoot/formats/markup.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/session/session.h"

namespace surefoot::studies {
namespace {

using formats::AddChild;
using formats::SetAttribute;
using world::Element;

/// Of the samples; the walls stand still, so it does not matter how fast.
constexpr double kRate = 10.0;
/// Between neighbours (m): farther than any beam is wide.
constexpr double kLane = 2.0;

std::string LaneName(std::size_t sensor, std::size_t place) {
  return "lane_" + std::to_string(sensor) + "_" + std::to_string(place);
}

Element& AddModel(Element* world, const std::string& name, const std::string& pose) {
  Element& model = AddChild(world, "model");
  SetAttribute(&model, "name", name);
  AddChild(&model, "static", "true");
  AddChild(&model, "pose", pose);
  Element& link = AddChild(&model, "link");
  SetAttribute(&link, "name", "link");
  return link;
}

void AddWall(Element* world, const std::string& name, double x, double y) {
  constexpr double kThick = 0.1;
  Element& link =
      AddModel(world, name, PlainNumber(x + 0.5 * kThick) + " " + PlainNumber(y) + " 0 0 0 0");
  Element& collision = AddChild(&link, "collision");
  SetAttribute(&collision, "name", "wall");
  Element& box = AddChild(&AddChild(&collision, "geometry"), "box");
  AddChild(&box, "size", PlainNumber(kThick) + " 1 1");
}

void AddSensor(Element* world, const BeliefSensor& sensor, const std::string& name, double y) {
  Element& link = AddModel(world, name, "0 " + PlainNumber(y) + " 0 0 0 0");
  Element& element = AddChild(&link, "sensor");
  SetAttribute(&element, "name", "range");
  const Element* radiation = sensor.element.Child("radiation");
  const bool light = radiation != nullptr && radiation->text == "infrared";
  SetAttribute(&element, "type", light ? "infrared" : "sonar");
  AddChild(&element, "update_rate", PlainNumber(kRate));
  element.children.push_back(sensor.element);
}

std::string WorldText(const std::vector<BeliefSensor>& sensors) {
  Element root = formats::MakeElement("sdf");
  SetAttribute(&root, "version", "1.9");
  SetAttribute(&root, "xmlns:surefoot", "https://surefoot.org/sdf");
  Element world = formats::MakeElement("world");
  SetAttribute(&world, "name", "sensor_belief");
  double y = 0.0;
  for (std::size_t s = 0; s < sensors.size(); ++s) {
    for (std::size_t d = 0; d < sensors[s].places.size(); ++d) {
      const std::string lane = LaneName(s, d);
      AddSensor(&world, sensors[s], lane, y);
      AddWall(&world, lane + "_wall", sensors[s].places[d].distance, y);
      y += kLane;
    }
  }
  root.children.push_back(std::move(world));
  return formats::XmlText(root);
}

/// Collects what one sensor tells, in its own unit, into trials.
struct Ear {
  BeliefAt* at = nullptr;
  double unit = 0.0;
  std::size_t samples = 0;
  std::size_t trials = 0;

  void Hear(double reading) {
    if (at->readings.empty() || at->readings.back().size() == samples) {
      if (at->readings.size() == trials) return;
      at->readings.emplace_back();
    }
    at->readings.back().push_back(reading);
  }
};

Result<std::unique_ptr<Session>> OpenText(const Parts& parts, const std::string& text,
                                          const SessionOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path file = fs::temp_directory_path(error) /
                        ("surefoot_sensor_belief_" + std::to_string(getpid()) + ".sdf");
  std::ofstream(file) << text;
  Problems problems;
  auto session = Session::Open(parts, file.string(), options, &problems);
  fs::remove(file, error);
  if (!session.ok()) return Error{session.error().message + "\n" + problems.ErrorText()};
  return session;
}

}  // namespace

Status TakeReadings(const experiment::StudyContext& context, const BeliefSettings& settings,
                    std::vector<BeliefSensor>* sensors) {
  SessionOptions options;
  options.seed = context.seed;
  options.step = 1.0 / kRate;
  auto session = OpenText(context.parts, WorldText(*sensors), options);
  if (!session.ok()) return session.error();
  std::vector<std::unique_ptr<Ear>> ears;
  std::vector<graph::Subscription> subscriptions;
  for (std::size_t s = 0; s < sensors->size(); ++s) {
    BeliefSensor& sensor = (*sensors)[s];
    for (std::size_t d = 0; d < sensor.places.size(); ++d) {
      ears.push_back(std::make_unique<Ear>());
      Ear* ear = ears.back().get();
      *ear = {&sensor.places[d], sensor.model.reading_unit,
              static_cast<std::size_t>(settings.samples),
              static_cast<std::size_t>(settings.trials)};
      const std::string topic = "/" + LaneName(s, d) + "/range";
      if (sensor.model.reading_unit > 0.0) {
        subscriptions.push_back((*session)->Subscribe<msgs::sensor_msgs::Range>(
            topic, [ear](const auto& m) { ear->Hear(static_cast<double>(m.range) / ear->unit); }));
      } else {
        subscriptions.push_back((*session)->Subscribe<msgs::std_msgs::Float64>(
            topic + "/raw", [ear](const auto& m) { ear->Hear(m.data); }));
      }
    }
  }
  const int steps = settings.trials * settings.samples;
  for (int i = 0; i < steps; ++i) {
    if (const Status status = (*session)->Step(); !status.ok()) return status;
    if (context.cancelled && context.cancelled()) return Error{"the study was stopped"};
    if (context.progress && i % 100 == 0) {
      context.progress("measuring", 0.5 * static_cast<double>(i) / steps);
    }
  }
  for (const auto& ear : ears) {
    if (ear->at->readings.size() == ear->trials &&
        ear->at->readings.back().size() == ear->samples) {
      continue;
    }
    return Error{"a sensor did not tell " + std::to_string(steps) + " readings"};
  }
  return Status();
}

}  // namespace surefoot::studies
