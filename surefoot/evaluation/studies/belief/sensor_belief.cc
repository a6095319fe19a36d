#include "surefoot/evaluation/studies/belief/belief_report.h"
#include "surefoot/evaluation/studies/belief/range_studies.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {
namespace {

void Check(const world::ElementReader& reader) { ReadBeliefSettings(reader); }

Result<experiment::StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const world::ElementReader reader(context.settings, &problems);
  const BeliefSettings settings = ReadBeliefSettings(reader);
  if (!problems.ok()) return Error{problems.ErrorText()};
  const world::Element* list = context.settings.Child("sensors");
  std::vector<BeliefSensor> sensors;
  for (const std::string& name : settings.sensors) {
    const Source& source = list != nullptr ? list->source : context.settings.source;
    Result<BeliefSensor> sensor = FindBeliefSensor(context.parts, name, source);
    if (!sensor.ok()) return sensor.error();
    for (const double distance : settings.distances) {
      BeliefAt at;
      at.distance = distance;
      sensor->places.push_back(std::move(at));
    }
    sensors.push_back(std::move(sensor).value());
  }
  if (const Status status = TakeReadings(context, settings, &sensors); !status.ok()) {
    return status.error();
  }
  const std::size_t each = settings.distances.size();
  const Status status =
      DoAll(context, "beliefs", 0.5, 1.0, each * sensors.size(), [&](std::size_t i) {
        BeliefSensor& sensor = sensors[i / each];
        Believe(settings, sensor.model, &sensor.places[i % each]);
        return Status();
      });
  if (!status.ok()) return status.error();
  return BeliefOutcome(settings, sensors);
}

}  // namespace

experiment::StudyKind SensorBelief() {
  return {"what a robot believes of a distance after some readings of a range sensor", Check, Make};
}

void AddRangeStudies(experiment::StudyRegistry* registry) {
  registry->Add("sensor_belief", SensorBelief());
}

}  // namespace surefoot::studies
