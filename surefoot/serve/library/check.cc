#include "surefoot/serve/library/check.h"

#include <algorithm>

#include "surefoot/drives/drive_set.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/session/load.h"

namespace surefoot::serve {
namespace {

bool IsKnown(const Problems& problems, const Problem& one) {
  return std::any_of(problems.all().begin(), problems.all().end(), [&](const Problem& other) {
    return other.message == one.message && other.source.line == one.source.line &&
           other.source.file == one.source.file;
  });
}

void AddNew(const Problems& from, Problems* problems) {
  for (const Problem& one : from.all()) {
    if (IsKnown(*problems, one)) continue;
    problems->Add(one.severity, one.source, one.message, one.value, one.advice);
  }
}

}  // namespace

Checked CheckDescription(const Parts& parts, const std::string& file) {
  Checked checked;
  formats::ReadResult read = ReadDescription(parts, file, &checked.problems);
  checked.is_world = !read.is_model;
  checked.spec = std::move(read.spec);
  if (!read.ok) return checked;
  // What readers found wrong does not hide what is wrong with the rest.
  Problems built;
  const auto world = world::MakeWorld(checked.spec, &built);
  AddNew(built, &checked.problems);
  if (!world.ok()) return checked;
  Problems devices;
  graph::Graph graph;
  const drives::DriveSet drives(**world, parts.drives, 0, &graph, &devices);
  const sensors::SensorSet sensors(**world, parts.sensors, 0, 0, &graph, &devices);
  plugins::ReportPlugins((*world)->spec(), sensors::SpellingsOf(parts.sensors), &devices);
  AddNew(devices, &checked.problems);
  if (checked.problems.ok()) checked.world = world.value();
  return checked;
}

std::vector<std::string> MissingFiles(const Problems& problems) {
  std::vector<std::string> missing;
  for (const Problem& problem : problems.all()) {
    const std::size_t found = problem.message.find("was not found");
    const std::size_t end = problem.message.rfind('"', found);
    if (found == std::string::npos || end == std::string::npos || end == 0) continue;
    const std::size_t start = problem.message.rfind('"', end - 1);
    if (start == std::string::npos) continue;
    const std::string name = problem.message.substr(start + 1, end - start - 1);
    if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
  }
  return missing;
}

}  // namespace surefoot::serve
