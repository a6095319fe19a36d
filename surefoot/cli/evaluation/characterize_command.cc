#include <algorithm>
#include <filesystem>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation/delivery.h"
#include "surefoot/evaluation/characterize/characterize_report.h"

// `surefoot characterize`: a table of readings becomes a report and a sensor file. Units of the
// table are kept in the report and converted in the file.

namespace surefoot::cli {
namespace {

using experiment::CharacterizeResult;

/// rad.
constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Size of a unit in m; 0: not a unit of length. An inch is exactly 25.4 mm (the international inch
/// of 1959).
double LengthOf(const std::string& unit) {
  if (unit == "m") return 1.0;
  if (unit == "cm") return 0.01;
  if (unit == "mm") return 0.001;
  return unit == "in" ? 0.0254 : 0.0;
}

/// True for a name that is valid in file names: without folders, and not of a hidden file.
bool IsName(const std::string& name) {
  return !name.empty() && name.size() < 60 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

/// The sensor's name: --name, or that of the table without its endings. Characters that are not
/// allowed become '_' in a derived name only: a name that the user gives is refused instead.
std::string NameOf(const CharacterizeArguments& arguments) {
  if (!arguments.name.empty()) return arguments.name;
  std::string name = std::filesystem::path(arguments.data).filename().string();
  // Outer ending first: table.csv.gz.
  for (const char* ending : {".gz", ".csv", ".txt"}) {
    const std::string end = ending;
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0) {
      name.resize(name.size() - end.size());
    }
  }
  for (char& c : name) {
    if (!IsName(std::string("a") + c)) c = '_';
  }
  return name;
}

/// Parses --columns: "distance=d_cm".
Status TakeColumns(const std::vector<std::string>& words, gap::RangeColumns* columns) {
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    std::string* place = key == "distance"  ? &columns->distance
                         : key == "angle"   ? &columns->angle
                         : key == "offset"  ? &columns->offset
                         : key == "reading" ? &columns->reading
                                            : nullptr;
    if (equals == std::string::npos || equals + 1 == word.size() || place == nullptr) {
      return Error{"--columns: '" + word +
                   "' is not like distance=NAME; accepted: distance, angle, offset, reading"};
    }
    *place = word.substr(equals + 1);
  }
  return Status();
}

/// Parses --lost: numbers that mean "no echo", in the unit of the readings.
Status TakeLost(const std::vector<std::string>& words, gap::RangeColumns* columns) {
  for (const std::string& word : words) {
    double value = 0.0;
    if (!FromChars(word, &value)) {
      return Error{"--lost: '" + word + "' is not a number"};
    }
    columns->lost.push_back(value);
  }
  return Status();
}

/// Parses the units of distance, angle and reading. A reading may have any unit, because a sensor
/// can be characterized before it is calibrated: its volts or counts are modelled over distance.
Status TakeUnits(const CharacterizeArguments& arguments, experiment::CharacterizeUnits* units,
                 gap::CharacterizeOptions* options) {
  units->distance = arguments.distance_unit;
  units->angle = arguments.angle_unit;
  units->reading =
      arguments.reading_unit.empty() ? arguments.distance_unit : arguments.reading_unit;
  options->distance_unit = LengthOf(units->distance);
  if (options->distance_unit == 0.0) {
    return Error{"--distance-unit: '" + units->distance + "' is none of m, cm, mm, in"};
  }
  if (units->angle != "deg" && units->angle != "rad") {
    return Error{"--angle-unit: '" + units->angle + "' is none of deg, rad"};
  }
  if (!IsName(units->reading)) {
    return Error{"--reading-unit: '" + units->reading +
                 "' is not a word of letters and digits, such as cm, counts or volts"};
  }
  options->angle_unit = units->angle == "deg" ? kDegree : 1.0;
  options->reading_name = units->reading;
  options->reading_unit = LengthOf(units->reading);
  // 0 is not accepted: in the options it means that the width follows from the readings.
  if (arguments.bin) options->bin = *arguments.bin;
  if (arguments.bin && !(*arguments.bin > 0.0 && *arguments.bin < 1e9)) {
    return Error{"--bin-width: must be above 0"};
  }
  return Status();
}

/// Range limits of the sensor in a world: slightly beyond the measured distances, so that noisy
/// readings at the ends are not clamped. 6 standard deviations: a normal reading is beyond them
/// once in 1e9 times.
Status TakeLimits(const CharacterizeArguments& arguments, CharacterizeResult* result) {
  experiment::RangeSensorFile& file = result->file;
  const noise::RangeModel& model = result->found.model;
  const bool is_length = model.reading_unit > 0.0;
  // Volts and counts have no known value at 0 m, and the curves extrapolate badly towards it.
  file.min = is_length ? 0.0 : 0.5 * model.from;
  file.max = 1.25 * model.to;
  if (is_length) {
    const noise::Sighting far{model.to, 0.0, 0.0};
    file.max = std::max(file.max, model.reading_unit * (model.Mean(far) + 6.0 * model.Stddev(far)));
  }
  if (arguments.min) file.min = *arguments.min;
  if (arguments.max) file.max = *arguments.max;
  if (!(file.min >= 0.0 && file.min < file.max && file.max <= 1e4)) {
    return Error{"--min and --max: the sensor's range in m, from 0 to 10000, --min below --max"};
  }
  // A reading beyond a turning point of the curve would belong to two distances.
  const double requested = file.min;
  LimitToMonotone(&file);
  if (file.min > model.from) {
    result->found.notes.push_back("Nearer than " + StrFormat("%.3g", file.min) +
                                  " m the mean reading is not monotonic, so it does not determine "
                                  "the distance: the sensor's file begins there instead of at " +
                                  StrFormat("%.3g", requested) + " m.");
  }
  return Status();
}

/// Everything but the output. Options are checked before the table is read, which may be large;
/// except --min and --max, whose defaults are from the fitted model.
Result<CharacterizeResult> Make(const CharacterizeArguments& arguments) {
  const std::string name = NameOf(arguments);
  if (!IsName(name)) {
    return Error{"--name: '" + name + "' is not a name of letters, digits, _, - and ."};
  }
  if (!arguments.radiation.empty() && arguments.radiation != "sound" &&
      arguments.radiation != "infrared") {
    return Error{"--radiation: '" + arguments.radiation + "' is none of sound, infrared"};
  }
  if (arguments.rate && !(*arguments.rate >= 1e-6 && *arguments.rate <= 1e6)) {
    return Error{"--rate: must lie between 1e-6 and 1e6 Hz"};
  }
  CharacterizeResult result;
  gap::RangeColumns columns;
  gap::CharacterizeOptions options;
  SUREFOOT_TRY(TakeColumns(arguments.columns, &columns));
  SUREFOOT_TRY(TakeLost(arguments.lost, &columns));
  SUREFOOT_TRY(TakeUnits(arguments, &result.units, &options));
  gap::RangeSamples samples = SUREFOOT_TRY(gap::ReadRangeSamples(arguments.data, columns));
  result.found = SUREFOOT_TRY(gap::Characterize(std::move(samples), options));
  result.file.name = name;
  result.file.radiation = arguments.radiation;
  result.file.update_rate = arguments.rate.value_or(0.0);  // 0: not written to the file
  result.file.model = result.found.model;
  SUREFOOT_TRY(TakeLimits(arguments, &result));
  result.file.source = "surefoot characterize " +
                       std::filesystem::path(arguments.data).filename().string() + ": " +
                       experiment::CharacterizeVerdict(result);
  return result;
}

}  // namespace

int CharacterizeCommand(const Parts& parts, const CharacterizeArguments& arguments) {
  const Result<CharacterizeResult> result = Make(arguments);
  if (!result.ok()) return Refuse(result.error(), Problems(), "", arguments.json);
  const std::string json = experiment::CharacterizeJson(*result);
  const Result<experiment::DescribedPage> page =
      experiment::CharacterizeReport(parts.data_folders, *result);
  if (!page.ok()) return Refuse(page.error(), Problems(), "", arguments.json, kFailed);
  const std::string file = result->file.name + ".xml";
  return Deliver({arguments.out,
                  {{file, RangeSensorText(result->file)},
                   {"characterization.json", json},
                   {"report.html", page->html}},
                  {{"sensor", file}, {"report", "report.html"}}},
                 arguments.json ? json : page->text);
}

void AddArguments(CommandArguments command, CharacterizeArguments* arguments) {
  command.Positional("DATA.csv", &arguments->data,
                     "Table of readings: columns distance and reading, optionally\n"
                     "angle (of incidence) and offset (from the beam's axis)");
  command.List("--columns", &arguments->columns, "WHAT=NAME",
               "Other names of columns: distance=d_cm,reading=adc,angle=theta,\n"
               "offset=phi");
  command.List("--lost", &arguments->lost, "NUMBER",
               "Readings that mean there was no echo, such as -1; empty cells,\n"
               "nan and inf always do");
  command.Option("--distance-unit", &arguments->distance_unit, "UNIT",
                 "Unit of the distances: m, cm, mm or in; default cm");
  command.Option("--angle-unit", &arguments->angle_unit, "UNIT",
                 "Unit of the angles: deg or rad; default deg");
  command.Option("--reading-unit", &arguments->reading_unit, "UNIT",
                 "Unit of the readings: a length, or any word, such as counts;\n"
                 "default: that of the distances");
  command.Option("--bin-width", &arguments->bin, "NUMBER",
                 "Width of the bins of histograms, in the unit of the readings;\n"
                 "default: from the spread of the readings");
  command.OldName("--bin", "--bin-width");
  command.Option("--name", &arguments->name, "NAME",
                 "Name of the sensor and its file; default: that of DATA.csv");
  command.Option("--radiation", &arguments->radiation, "KIND", "sound or infrared");
  command.Option("--rate", &arguments->rate, "HZ", "Rate of the sensor in worlds");
  command.Option("--min", &arguments->min, "METRES", "Minimum range of the sensor in worlds");
  command.Option("--max", &arguments->max, "METRES",
                 "Maximum range; default a quarter beyond the farthest distance");
  command.Option("--out", &arguments->out, "DIR",
                 "Write into this folder: NAME.xml (the sensor for worlds),\n"
                 "report.html, characterization.json");
  command.Json(&arguments->json);
  command.Footer(
      "Reports how many readings are enough, whether they are normal, which curves describe mean "
      "and\n"
      "spread (constant, linear, power, exponential, piecewise; by cross-validated likelihood),\n"
      "and what share is wrong or lost. Wrong readings do not move the curves. "
      "docs/guides/characterize.md\n\n"
      "Examples:\n"
      "  surefoot characterize ultrasonic.csv --radiation sound --out ultrasonic\n"
      "  surefoot characterize ir.csv --reading-unit counts --radiation infrared --out ir\n"
      "  surefoot characterize log.csv --columns distance=d_mm,reading=range_mm \\\n"
      "      --distance-unit mm --lost -1,0 --json\n"
      "In a world:\n"
      "  <sensor name=\"front\" type=\"sonar\">\n"
      "    <surefoot:model>ultrasonic/ultrasonic.xml</surefoot:model>\n"
      "  </sensor>");
}

}  // namespace surefoot::cli
