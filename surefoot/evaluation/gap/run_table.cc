#include "surefoot/evaluation/gap/run_table.h"

#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

#include "surefoot/evaluation/recordings/column_map.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/motion/reference_topic.h"

namespace surefoot::gap {
namespace {

constexpr std::size_t kFewestRows = 4;

std::string FirstOf(const CsvFile& file, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const int index = file.Find(name); index >= 0) {
      return file.names()[static_cast<std::size_t>(index)];
    }
  }
  return "";
}

/// Columns with well-known names.
Result<ColumnMap> KnownColumns(const CsvFile& file) {
  const int time = FindTimeColumn(file);
  ColumnMap map;
  if (time >= 0) {
    map.entries.push_back({"t", "s", {file.names()[static_cast<std::size_t>(time)], 1.0, 0.0}});
  }
  const auto add = [&](const char* name, const std::string& column, double factor) {
    if (!column.empty() && map.Find(name) == nullptr) {
      map.entries.push_back({name, "", {column, factor, 0.0}});
    }
  };
  add("x",
      FirstOf(file, {"x", "x_m", "pos_x", "position.x", "pose.position.x", "pose.pose.position.x"}),
      1.0);
  add("y",
      FirstOf(file, {"y", "y_m", "pos_y", "position.y", "pose.position.y", "pose.pose.position.y"}),
      1.0);
  add("heading", FirstOf(file, {"heading", "yaw", "theta", "heading_rad", "yaw_rad", "theta_rad"}),
      1.0);
  add("heading", FirstOf(file, {"heading_deg", "yaw_deg", "theta_deg"}), std::numbers::pi / 180.0);
  add("speed", FirstOf(file, {"speed", "speed_m_s", "twist.twist.linear.x"}), 1.0);
  std::vector<std::string> missing;
  for (const char* needed : {"t", "x", "y"}) {
    if (map.Find(needed) == nullptr) missing.emplace_back(needed);
  }
  if (missing.empty()) return map;
  return Error{file.Missing(missing).message +
               "; say which they are: --columns t=COLUMN,x=COLUMN*0.01,y=COLUMN"};
}

/// The four columns of an orientation; empty when they are not there.
std::vector<std::string> OrientationColumns(const CsvFile& file) {
  for (const char* before : {"orientation.", "pose.orientation.", "pose.pose.orientation."}) {
    std::vector<std::string> found;
    for (const char* part : {"x", "y", "z", "w"}) {
      if (file.Find(std::string(before) + part) >= 0) found.push_back(std::string(before) + part);
    }
    if (found.size() == 4) return found;
  }
  return {};
}

std::vector<double> Without(const std::vector<double>& values, int skip) {
  return {values.begin() + skip, values.end()};
}

/// The column as its expression wants it, without the rows that are left out.
std::vector<double> ValuesOf(const RecordedSeries& series, const ColumnMap::Entry& entry,
                             int skip) {
  std::vector<double> values = Without(series[entry.name == "t" ? "time" : entry.name], skip);
  for (double& value : values) {
    value = entry.expression.offset + entry.expression.factor * value;
  }
  return values;
}

/// Times of rows that do not rise say nothing new: all columns lose them.
std::vector<bool> RisingRows(const std::vector<double>& t) {
  std::vector<bool> rising(t.size(), true);
  double last = -INFINITY;
  for (std::size_t i = 0; i < t.size(); ++i) {
    rising[i] = t[i] > last;
    if (rising[i]) last = t[i];
  }
  return rising;
}

std::vector<double> Kept(const std::vector<double>& values, const std::vector<bool>& rows) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (rows[i]) kept.push_back(values[i]);
  }
  return kept;
}

Quantity QuantityOf(const ColumnMap::Entry& entry) {
  if (entry.name == "heading") return HeadingQuantity();
  if (entry.name == "speed") return SpeedQuantity();
  Quantity quantity;
  quantity.name = entry.name;
  quantity.unit = entry.unit;
  quantity.is_angle = entry.unit == "rad";
  return quantity;
}

std::vector<double> YawsOf(const RecordedSeries& series, int skip) {
  std::vector<double> yaws;
  for (std::size_t i = static_cast<std::size_t>(skip); i < series.rows(); ++i) {
    const double x = series["qx"][i], y = series["qy"][i], z = series["qz"][i], w = series["qw"][i];
    yaws.push_back(std::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)));
  }
  return yaws;
}

/// Time in seconds since the first row that is kept.
Result<std::vector<double>> TimesOf(const RecordedSeries& series, const ColumnMap& map) {
  const ColumnExpression& t = *map.Find("t");
  std::vector<double> times;
  if (t.factor == 1.0 && t.offset == 0.0) {
    // The unit is in the name, or in the size of the numbers.
    Result<std::vector<double>> seconds = SecondsOf(series, t.column);
    if (!seconds.ok()) return seconds.error();
    times = std::move(seconds).value();
  } else {
    times = series["time"];
    for (double& time : times) time = t.offset + t.factor * time;
  }
  times = Without(times, map.skip);
  const double first = times.front();
  for (double& time : times) time -= first;
  return times;
}

Status CheckReference(const CsvFile& file, const ColumnMap& map) {
  for (const char* name : {"x", "y"}) {
    Status status = CheckReferenceTopic(file.path(), map.Find(name)->column);
    if (!status.ok()) return status;
  }
  return Status();
}

Result<RecordedSeries> ReadColumns(const CsvFile& file, const ColumnMap& map,
                                   const std::vector<std::string>& orientation) {
  std::vector<CsvFile::Wanted> wanted;
  std::vector<std::string> missing;
  const auto want = [&](const std::string& column, const std::string& name) {
    wanted.push_back({file.Find(column), name});
    if (wanted.back().index < 0) missing.push_back(name + " (" + column + ")");
  };
  for (const ColumnMap::Entry& entry : map.entries) {
    want(entry.expression.column, entry.name == "t" ? "time" : entry.name);
  }
  const char* const parts[] = {"qx", "qy", "qz", "qw"};
  for (std::size_t i = 0; i < orientation.size(); ++i) want(orientation[i], parts[i]);
  if (!missing.empty()) return file.Missing(missing);
  return file.Read(wanted);
}

}  // namespace

Result<TaskRun> RunFromTable(const CsvFile& file, const RunFileOptions& options) {
  const Result<ColumnMap> map =
      options.columns.empty() ? KnownColumns(file) : ParseColumnMap(options.columns);
  if (!map.ok()) return map.error();
  if (options.is_reference) {
    if (Status status = CheckReference(file, *map); !status.ok()) return status.error();
  }
  const std::vector<std::string> orientation =
      map->Find("heading") == nullptr && options.columns.empty() ? OrientationColumns(file)
                                                                 : std::vector<std::string>();
  const Result<RecordedSeries> series = ReadColumns(file, *map, orientation);
  if (!series.ok()) return series.error();
  if (series->rows() < kFewestRows + static_cast<std::size_t>(map->skip)) {
    return Error{file.path() + ": " + std::to_string(series->rows()) + " rows, at least " +
                 std::to_string(kFewestRows + static_cast<std::size_t>(map->skip)) + " are needed"};
  }
  const Result<std::vector<double>> times = TimesOf(*series, *map);
  if (!times.ok()) return times.error();
  const std::vector<bool> rows = RisingRows(*times);
  const std::vector<double> t = Kept(*times, rows);
  if (t.size() < kFewestRows) return Error{file.path() + ": its times do not rise"};
  TaskRun run{file.path(), {{PositionQuantity(), t, {{}, {}}}}};
  for (const ColumnMap::Entry& entry : map->entries) {
    if (entry.name == "t") continue;
    std::vector<double> values = Kept(ValuesOf(*series, entry, map->skip), rows);
    if (entry.name == "x" || entry.name == "y") {
      run.signals.front().values[entry.name == "x" ? 0 : 1] = std::move(values);
    } else {
      run.signals.push_back({QuantityOf(entry), t, {std::move(values)}});
    }
  }
  if (!orientation.empty()) {
    run.signals.push_back({HeadingQuantity(), t, {Kept(YawsOf(*series, map->skip), rows)}});
  }
  return run;
}

}  // namespace surefoot::gap
