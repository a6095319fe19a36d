/// Every number of a measured gap as JSON, in which what is not finite is null.

#include <nlohmann/json.hpp>

#include "surefoot/evaluation/gap/drives/gap_ranges.h"
#include "surefoot/evaluation/gap/drives/gap_report.h"
#include "surefoot/evaluation/recordings/imu_recording.h"

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;

ordered_json Json(const gap::Estimate& estimate) {
  return {
      {"value", estimate.value}, {"low", estimate.interval.low}, {"high", estimate.interval.high}};
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
    t.push_back(point.t);
    c.push_back(point.c);
    lower.push_back(point.lower);
  }
  const auto& crossing = verdict.confidence.crossing;
  return {{"quantity", verdict.quantity.name},
          {"unit", verdict.quantity.unit},
          {"tolerance", verdict.quantity.tolerance},
          {"sentence", verdict.sentence},
          {"kind", gap::NameOf(verdict.kind)},
          {"limit", verdict.confidence.limit},
          {"n", verdict.confidence.n},
          {"crossing", crossing ? ordered_json(*crossing) : nullptr},
          {"t", std::move(t)},
          {"c", std::move(c)},
          {"lower", std::move(lower)}};
}

ordered_json Json(const DriveModel& model, const std::set<int>& dug_in) {
  ordered_json windows = ordered_json::array();
  for (const gap::WindowScore& score : model.scores) {
    windows.push_back({{"window", score.id},
                       {"step", score.step},
                       {"steady", score.steady},
                       {"dug_in", dug_in.count(score.id) > 0},
                       {"duration", score.duration},
                       {"translation", score.translation},
                       {"heading", score.heading},
                       {"yaw", score.yaw_model},
                       {"yaw_real", score.yaw_real}});
  }
  ordered_json trust = ordered_json::array();
  for (const gap::QuantityVerdict& verdict : model.trust) trust.push_back(Json(verdict));
  return {{"name", model.name},
          {"baseline", model.is_baseline},
          {"trust", std::move(trust)},
          {"all", Json(model.all)},
          {"without_dig_ins", Json(model.without_dig_ins)},
          {"dig_ins", Json(model.dig_ins)},
          {"yaw_gain", model.yaw_gain},
          {"contact", model.contact},
          {"wheel_error", model.wheel_error},
          {"height_range", model.height_range},
          {"windows", std::move(windows)}};
}

ordered_json Json(const DriveGap& drive) {
  ordered_json models = ordered_json::array();
  for (const DriveModel& model : drive.models) models.push_back(Json(model, drive.dug_in));
  ordered_json spreads;
  for (const DriveSpread& spread : drive.spreads) spreads[spread.contact] = spread.share;
  return {{"file", drive.file},
          {"encoder_lag", drive.nuisance.encoder_lag},
          {"lever", drive.nuisance.lever},
          {"drives", drive.drives},
          {"real_yaw_gain", drive.yaw_gain},
          {"dug_in", drive.dug_in},
          {"engine_spread", std::move(spreads)},
          {"models", std::move(models)}};
}

ordered_json AxisNumbers(const std::array<double, 6>& values) {
  ordered_json json;
  for (std::size_t i = 0; i < values.size(); ++i) json[gap::kImuAxes[i]] = values[i];
  return json;
}

ordered_json Json(const std::array<gap::SeriesStats, 6>& stats) {
  ordered_json json;
  for (std::size_t i = 0; i < stats.size(); ++i) {
    json[gap::kImuAxes[i]] = {{"mean", stats[i].mean},
                              {"top", stats[i].top},
                              {"bottom", stats[i].bottom},
                              {"range", stats[i].range()}};
  }
  return json;
}

ordered_json Json(const TerrainEngine& engine, const std::string& terrain) {
  ordered_json bands;
  for (std::size_t i = 0; i < 6; ++i) {
    for (double level : engine.bands[i]) bands[gap::kImuAxes[i]].push_back(level);
  }
  return {{"name", engine.name},
          {"terrain", terrain},
          {"runs", engine.runs},
          {"yaw_gain", engine.yaw_gain},
          {"stats", Json(engine.stats)},
          {"mean_error", AxisNumbers(engine.mean_error)},
          {"range_error", AxisNumbers(engine.range_error)},
          {"range_ratio", AxisNumbers(engine.range_ratio)},
          {"spectrum_distance", AxisNumbers(engine.distance)},
          {"band_levels", std::move(bands)}};
}

ordered_json Json(const TerrainGap& terrain) {
  ordered_json engines = ordered_json::array();
  for (const TerrainEngine& engine : terrain.engines) engines.push_back(Json(engine, terrain.name));
  return {{"name", terrain.name},        {"runs", terrain.runs},
          {"seconds", terrain.seconds},  {"real_yaw_gain", terrain.yaw_gain},
          {"real", Json(terrain.stats)}, {"engines", std::move(engines)}};
}

ordered_json Json(const TerrainRunScore& run) {
  ordered_json axes;
  for (std::size_t i = 0; i < run.axes.size(); ++i) {
    const TerrainAxis& axis = run.axes[i];
    axes[gap::kImuAxes[i]] = {
        {"real_mean", axis.real.mean},       {"real_bottom", axis.real.bottom},
        {"real_top", axis.real.top},         {"real_range", axis.real.range()},
        {"mean", axis.simulated.mean},       {"bottom", axis.simulated.bottom},
        {"top", axis.simulated.top},         {"range", axis.simulated.range()},
        {"mean_error", axis.error.mean},     {"range_error", axis.error.range},
        {"spectrum_distance", axis.distance}};
  }
  return {{"terrain", run.terrain},
          {"run", run.number},
          {"engine", run.engine},
          {"seconds", run.seconds},
          {"clock_offset", run.alignment.offset},
          {"clock_correlation", run.alignment.correlation},
          {"clock_known", run.alignment.known},
          {"real_yaw_gain", run.real_yaw_gain},
          {"yaw_gain", run.yaw_gain},
          {"wheel_error", run.wheel_error},
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
          {"gyro_error", row.summary.gyro_error},
          {"accelerometer_error", row.summary.accelerometer_error},
          {"gyro_error_over_engine", row.gyro_over_engine},
          {"accelerometer_error_over_engine", row.accelerometer_over_engine}};
}

template <typename T>
ordered_json List(const std::vector<T>& items) {
  ordered_json list = ordered_json::array();
  for (const T& item : items) list.push_back(Json(item));
  return list;
}

}  // namespace

std::string GapJson(const GapResult& result) {
  ordered_json json = {
      {"robot", result.robot},
      {"model", result.model},
      {"world", result.world},
      {"engines", result.engines},
      {"geometry", {{"radius", result.geometry.radius}, {"track", result.geometry.track}}},
      {"simulated", result.simulated},
      {"drive", List(result.drives)},
      {"terrains", List(result.terrains)},
      {"ranges", List(RangeRows(result))},
      {"runs", List(result.runs)},
      {"notes", result.notes},
      {"failures", result.failures}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace surefoot::experiment
