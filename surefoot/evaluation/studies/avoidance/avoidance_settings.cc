#include "surefoot/evaluation/studies/avoidance/avoidance_settings.h"

#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_fit.h"

namespace surefoot::studies {
namespace {

using world::ElementReader;

/// Reads the numbers of a model, each as [mean, standard deviation].
AvoidanceModel ReadModel(const ElementReader& reader) {
  AvoidanceModel model;
  for (const ModelNumber& number : ModelNumbers()) {
    Spreading& value = model.*number.member;
    const std::vector<double> given =
        reader.Numbers(number.name, 2, {number.unit * value.mean, number.unit * value.deviation});
    value = {given[0] / number.unit, given[1] / number.unit};
    if (value.deviation < 0.0) {
      reader.Error(number.name, "the standard deviation is negative", reader.Text(number.name),
                   "write [mean, standard deviation]");
    }
  }
  experiment::RefuseUnknown(reader);
  return model;
}

/// Reads a variant: a robot with its sensor, controller and recordings.
AvoidanceVariant ReadVariant(const ElementReader& reader) {
  AvoidanceVariant variant;
  variant.name = experiment::RequiredText(reader, "name", "name: us1");
  variant.title = reader.Text("title", variant.name);
  variant.sensor = experiment::RequiredText(reader, "sensor", "sensor: ultrasonic");
  variant.bayes = reader.Flag("bayes", false);
  variant.recordings = reader.Text("recordings");
  variant.model = ReadModel(reader.Child("model"));
  experiment::RefuseUnknown(reader);
  return variant;
}

}  // namespace

AvoidanceSettings ReadAvoidanceSettings(const ElementReader& reader) {
  AvoidanceSettings settings;
  settings.world = experiment::RequiredText(reader, "world", "world: worlds/centurion_avoid.sdf");
  settings.robot = reader.Text("robot", settings.robot);
  settings.engine = reader.Text("engine");
  settings.step = reader.Number("step", settings.step, 0.0, 0.1);
  settings.runs = static_cast<int>(reader.Integer("runs", settings.runs, 2, 10000));
  settings.warm_up = reader.Number("warm_up", settings.warm_up, 0.0, 60.0);
  settings.period = reader.Number("period", settings.period, 0.01, 10.0);
  settings.max_time =
      reader.Number(reader.WithOldName("max_time", "longest"), settings.max_time, 0.1, 1e4);
  settings.threshold = reader.Number("threshold", settings.threshold, 1e-3, 10.0);
  settings.belief_readings =
      static_cast<int>(reader.Integer("belief_readings", settings.belief_readings, 1, 1000));
  settings.turn_seconds = reader.Number("turn_seconds", settings.turn_seconds, 0.01, 60.0);
  settings.second_obstacle = reader.Text("second_obstacle", settings.second_obstacle);
  settings.discard = static_cast<int>(reader.Integer("discard", settings.discard, 0, 1000));
  const ElementReader fit = reader.Child("fit");
  settings.fit_rounds = static_cast<int>(fit.Integer("rounds", settings.fit_rounds, 1, 100));
  settings.fit_runs = static_cast<int>(fit.Integer("runs", settings.fit_runs, 2, 10000));
  experiment::RefuseUnknown(fit);
  for (const world::Element& item : reader.Child("variants").element().children) {
    settings.variants.push_back(ReadVariant(ElementReader(item, reader.problems())));
  }
  experiment::RefuseUnknown(reader, {"kind"});
  if (settings.variants.empty()) {
    reader.Error("variants", "no robot to run", "",
                 "write - {name: us1, sensor: ultrasonic, recordings: us1}");
  }
  return settings;
}

}  // namespace surefoot::studies
