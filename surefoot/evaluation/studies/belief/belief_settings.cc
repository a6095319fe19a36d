#include "surefoot/evaluation/studies/belief/belief_settings.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {
namespace {

constexpr double kCentimetre = 0.01;

void ReadGrid(const world::ElementReader& reader, BeliefSettings* settings) {
  experiment::RefuseUnknown(reader, {"first", "last", "step"});
  const double first = reader.Number("first", 1.0, 1e-3, 1e4);
  const double last = reader.Number("last", 60.0, 1e-3, 1e4);
  const double step = reader.Number("step", 0.1, 1e-4, 1e3);
  const double cells = (last - first) / step + 1.0;
  if (!(cells >= 2.0 && cells <= 20001.0)) {
    reader.Error("step", "a grid has from 2 to 20001 cells", PlainNumber(cells));
    return;
  }
  settings->grid.first = first * kCentimetre;
  settings->grid.width = step * kCentimetre;
  settings->grid.cells = static_cast<int>(std::lround(cells));
}

void ReadDistances(const world::ElementReader& reader, BeliefSettings* settings) {
  const world::ElementReader range = reader.Child("distances");
  experiment::RefuseUnknown(range, {"from", "to", "step"});
  const double from = range.Number("from", 1.0, 1e-3, 1e4);
  const double to = range.Number("to", 21.0, 1e-3, 1e4);
  const double step = range.Number("step", 1.0, 1e-3, 1e4);
  if (!(from <= to) || (to - from) / step > 1000.0) {
    reader.Error("distances", "from the nearest to the farthest, at most 1000 of them",
                 PlainNumber(from) + " to " + PlainNumber(to));
    return;
  }
  for (int i = 0; from + step * i <= to + 1e-9 * step; ++i) {
    settings->distances.push_back((from + step * i) * kCentimetre);
  }
  for (const double cm : ReadNumbers(reader, "shown", {2.0, 20.0}, 1e-3, 1e4)) {
    const double distance = cm * kCentimetre;
    const bool there = std::any_of(settings->distances.begin(), settings->distances.end(),
                                   [&](double one) { return std::abs(one - distance) < 1e-6; });
    if (there) {
      settings->shown.push_back(distance);
    } else if (reader.Has("shown")) {
      reader.Error("shown", "only distances that are measured can be shown", PlainNumber(cm));
    }
  }
}

}  // namespace

BeliefSettings ReadBeliefSettings(const world::ElementReader& reader) {
  experiment::RefuseUnknown(
      reader, {"kind", "sensors", "distances", "shown", "trials", "samples", "share", "grid"});
  BeliefSettings settings;
  if (reader.Has("sensors")) settings.sensors = experiment::Texts(reader, "sensors");
  if (settings.sensors.empty()) reader.Error("sensors", "there is no sensor");
  ReadDistances(reader, &settings);
  settings.trials = static_cast<int>(reader.Integer("trials", settings.trials, 2, 100000));
  settings.samples = static_cast<int>(reader.Integer("samples", settings.samples, 1, 1000));
  settings.share = reader.Number("share", settings.share, 0.1, 0.999);
  ReadGrid(reader.Child("grid"), &settings);
  return settings;
}

}  // namespace surefoot::studies
