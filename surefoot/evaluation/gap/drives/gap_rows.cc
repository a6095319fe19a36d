/// Every number of a measured gap: rows for CSV files, and JSON.

#include <cmath>
#include <nlohmann/json.hpp>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/gap/drives/gap_ranges.h"
#include "surefoot/evaluation/gap/drives/gap_tables.h"
#include "surefoot/evaluation/recordings/imu_recording.h"

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;
using report::Cell;
using report::Table;

/// So that nothing of a number is lost that matters.
Cell Exact(double value) {
  const std::string text = NumberText(value, 9);
  Cell cell(text);
  cell.is_number = true;
  return cell;
}

Cell Yes(bool value) { return Exact(value ? 1.0 : 0.0); }

/// JSON has no infinities.
ordered_json Number(double value) { return std::isfinite(value) ? ordered_json(value) : nullptr; }

ordered_json Json(const gap::Estimate& estimate) {
  return {{"value", Number(estimate.value)},
          {"low", Number(estimate.interval.low)},
          {"high", Number(estimate.interval.high)}};
}

ordered_json Json(const gap::DriveSummary& summary) {
  ordered_json json = {{"windows", summary.windows}};
  if (summary.windows == 0) return json;
  json["translation_median"] = Json(summary.translation_median);
  json["translation_p90"] = Json(summary.translation_p90);
  json["heading_median"] = Json(summary.heading_median);
  json["heading_p90"] = Json(summary.heading_p90);
  return json;
}

ordered_json Json(const gap::QuantityVerdict& verdict) {
  ordered_json t = ordered_json::array(), c = ordered_json::array(), lower = ordered_json::array();
  for (const gap::ConfidencePoint& point : verdict.confidence.points) {
    t.push_back(Number(point.t));
    c.push_back(Number(point.c));
    lower.push_back(Number(point.lower));
  }
  const auto& crossing = verdict.confidence.crossing;
  return {{"quantity", verdict.quantity.name},
          {"unit", verdict.quantity.unit},
          {"tolerance", Number(verdict.quantity.tolerance)},
          {"sentence", verdict.sentence},
          {"kind", gap::NameOf(verdict.kind)},
          {"limit", Number(verdict.confidence.limit)},
          {"n", verdict.confidence.n},
          {"crossing", crossing ? Number(*crossing) : ordered_json(nullptr)},
          {"t", std::move(t)},
          {"c", std::move(c)},
          {"lower", std::move(lower)}};
}

ordered_json Json(const DriveModel& model) {
  ordered_json windows = ordered_json::array();
  for (const gap::WindowScore& score : model.scores) {
    windows.push_back({{"window", score.id},
                       {"translation", Number(score.translation)},
                       {"heading", Number(score.heading)},
                       {"yaw", Number(score.yaw_model)},
                       {"yaw_real", Number(score.yaw_real)}});
  }
  ordered_json trust = ordered_json::array();
  for (const gap::QuantityVerdict& verdict : model.trust) trust.push_back(Json(verdict));
  return {{"name", model.name},
          {"baseline", model.is_baseline},
          {"trust", std::move(trust)},
          {"all", Json(model.all)},
          {"without_dig_ins", Json(model.without_dig_ins)},
          {"dig_ins", Json(model.dig_ins)},
          {"yaw_gain", Number(model.yaw_gain)},
          {"contact", model.contact},
          {"wheel_error", Number(model.wheel_error)},
          {"height_range", Number(model.height_range)},
          {"windows", std::move(windows)}};
}

ordered_json Json(const DriveGap& drive) {
  ordered_json models = ordered_json::array();
  for (const DriveModel& model : drive.models) models.push_back(Json(model));
  ordered_json spreads;
  for (const DriveSpread& spread : drive.spreads) spreads[spread.contact] = Number(spread.share);
  return {{"file", drive.file},
          {"encoder_lag", drive.nuisance.encoder_lag},
          {"lever", drive.nuisance.lever},
          {"drives", drive.drives},
          {"real_yaw_gain", Number(drive.yaw_gain)},
          {"dug_in", drive.dug_in},
          {"engine_spread", std::move(spreads)},
          {"models", std::move(models)}};
}

ordered_json AxisNumbers(const std::array<double, 6>& values) {
  ordered_json json;
  for (std::size_t i = 0; i < values.size(); ++i) json[gap::kImuAxes[i]] = Number(values[i]);
  return json;
}

ordered_json Json(const std::array<gap::SeriesStats, 6>& stats) {
  ordered_json json;
  for (std::size_t i = 0; i < stats.size(); ++i) {
    json[gap::kImuAxes[i]] = {{"mean", Number(stats[i].mean)},
                              {"top", Number(stats[i].top)},
                              {"bottom", Number(stats[i].bottom)},
                              {"range", Number(stats[i].range())}};
  }
  return json;
}

ordered_json Json(const TerrainEngine& engine) {
  ordered_json bands;
  for (std::size_t i = 0; i < 6; ++i) {
    for (double level : engine.bands[i]) bands[gap::kImuAxes[i]].push_back(Number(level));
  }
  return {{"name", engine.name},
          {"runs", engine.runs},
          {"yaw_gain", Number(engine.yaw_gain)},
          {"stats", Json(engine.stats)},
          {"mean_error", AxisNumbers(engine.mean_error)},
          {"range_error", AxisNumbers(engine.range_error)},
          {"range_ratio", AxisNumbers(engine.range_ratio)},
          {"spectrum_distance", AxisNumbers(engine.distance)},
          {"band_levels", std::move(bands)}};
}

ordered_json Json(const TerrainGap& terrain) {
  ordered_json engines = ordered_json::array();
  for (const TerrainEngine& engine : terrain.engines) engines.push_back(Json(engine));
  return {{"name", terrain.name},
          {"runs", terrain.runs},
          {"seconds", Number(terrain.seconds)},
          {"real_yaw_gain", Number(terrain.yaw_gain)},
          {"real", Json(terrain.stats)},
          {"engines", std::move(engines)}};
}

ordered_json Json(const TerrainRunScore& run) {
  ordered_json axes;
  for (std::size_t i = 0; i < run.axes.size(); ++i) {
    const TerrainAxis& axis = run.axes[i];
    axes[gap::kImuAxes[i]] = {
        {"real_mean", Number(axis.real.mean)},       {"real_range", Number(axis.real.range())},
        {"mean", Number(axis.simulated.mean)},       {"range", Number(axis.simulated.range())},
        {"mean_error", Number(axis.error.mean)},     {"range_error", Number(axis.error.range)},
        {"spectrum_distance", Number(axis.distance)}};
  }
  return {{"terrain", run.terrain},
          {"run", run.number},
          {"engine", run.engine},
          {"seconds", Number(run.seconds)},
          {"clock_offset", Number(run.alignment.offset)},
          {"clock_correlation", Number(run.alignment.correlation)},
          {"clock_known", run.alignment.known},
          {"real_yaw_gain", Number(run.real_yaw_gain)},
          {"yaw_gain", Number(run.yaw_gain)},
          {"wheel_error", Number(run.wheel_error)},
          {"axes", std::move(axes)}};
}

ordered_json Json(const RangeRow& row) {
  std::array<double, 6> shares{};
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = row.summary.share(i);
  return {{"terrain", row.terrain},
          {"model", row.model},
          {"runs", row.summary.runs},
          {"within_factor_2", AxisNumbers(shares)},
          {"median_ratio", AxisNumbers(row.summary.median_ratio)},
          {"gyro_error", Number(row.summary.gyro_error)},
          {"accelerometer_error", Number(row.summary.accelerometer_error)},
          {"gyro_error_over_engine", Number(row.gyro_over_engine)},
          {"accelerometer_error_over_engine", Number(row.accelerometer_over_engine)}};
}

template <typename T>
ordered_json List(const std::vector<T>& items) {
  ordered_json list = ordered_json::array();
  for (const T& item : items) list.push_back(Json(item));
  return list;
}

void AddSpectra(const std::string& terrain, const std::string& model,
                const std::array<gap::Spectrum, 6>& spectra, Table* table) {
  for (std::size_t k = 0; k < spectra[0].frequency.size(); ++k) {
    std::vector<Cell> row = {terrain, model, Exact(spectra[0].frequency[k])};
    for (const gap::Spectrum& spectrum : spectra) row.push_back(Exact(spectrum.density[k]));
    table->rows.push_back(std::move(row));
  }
}

}  // namespace

Table WindowRows(const std::vector<DriveGap>& drives) {
  Table table;
  table.id = "drive_windows";
  table.header = {"file",     "model",       "window",  "step",     "steady",   "dug_in",
                  "duration", "translation", "heading", "yaw_real", "yaw_model"};
  for (const DriveGap& drive : drives) {
    for (const DriveModel& model : drive.models) {
      for (const gap::WindowScore& score : model.scores) {
        table.rows.push_back({drive.file, model.name, Exact(score.id), Exact(score.step),
                              Yes(score.steady), Yes(drive.dug_in.count(score.id) > 0),
                              Exact(score.duration), Exact(score.translation), Exact(score.heading),
                              Exact(score.yaw_real), Exact(score.yaw_model)});
      }
    }
  }
  return table;
}

Table RunRows(const std::vector<TerrainRunScore>& runs) {
  Table table;
  table.id = "terrain_runs";
  table.header = {"terrain",       "run",          "engine",      "axis",
                  "seconds",       "clock_offset", "correlation", "real_mean",
                  "real_bottom",   "real_top",     "mean",        "bottom",
                  "top",           "mean_error",   "range_error", "spectrum_distance",
                  "real_yaw_gain", "yaw_gain"};
  for (const TerrainRunScore& run : runs) {
    for (std::size_t i = 0; i < run.axes.size(); ++i) {
      const TerrainAxis& axis = run.axes[i];
      table.rows.push_back(
          {run.terrain, run.number, run.engine, gap::kImuAxes[i], Exact(run.seconds),
           Exact(run.alignment.offset), Exact(run.alignment.correlation), Exact(axis.real.mean),
           Exact(axis.real.bottom), Exact(axis.real.top), Exact(axis.simulated.mean),
           Exact(axis.simulated.bottom), Exact(axis.simulated.top), Exact(axis.error.mean),
           Exact(axis.error.range), Exact(axis.distance), Exact(run.real_yaw_gain),
           Exact(run.yaw_gain)});
    }
  }
  return table;
}

Table SpectrumRows(const std::vector<TerrainGap>& terrains) {
  Table table;
  table.id = "terrain_spectra";
  table.header = {"terrain", "model", "frequency"};
  for (const char* axis : gap::kImuAxes) table.header.push_back(axis);
  for (const TerrainGap& terrain : terrains) {
    AddSpectra(terrain.name, "real", terrain.spectra, &table);
    for (const TerrainEngine& engine : terrain.engines) {
      AddSpectra(terrain.name, engine.name, engine.spectra, &table);
    }
  }
  return table;
}

std::string GapJson(const GapResult& result) {
  ordered_json json = {
      {"robot", result.robot},
      {"model", result.model},
      {"world", result.world},
      {"engines", result.engines},
      {"geometry", {{"radius", result.geometry.radius}, {"track", result.geometry.track}}},
      {"simulated", Number(result.simulated)},
      {"drive", List(result.drives)},
      {"terrains", List(result.terrains)},
      {"ranges", List(RangeRows(result))},
      {"runs", List(result.runs)},
      {"notes", result.notes},
      {"failures", result.failures}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace surefoot::experiment
