#include "surefoot/evaluation/gap/verdict/gap_verdict_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;

/// Six digits: a micrometre of a metre, and a third of the bytes. JSON has no infinities.
ordered_json Number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == 0.0) return 0.0;
  const double scale = std::pow(10.0, 5.0 - std::floor(std::log10(std::abs(value))));
  const double rounded = std::round(value * scale) / scale;
  return std::isfinite(rounded) ? ordered_json(rounded) : ordered_json(value);
}

/// Text is stable for what is the same.
ordered_json Numbers(const std::vector<double>& values) {
  ordered_json list = ordered_json::array();
  for (const double value : values) list.push_back(Number(value));
  return list;
}

template <typename T, typename Get>
ordered_json Column(const std::vector<T>& points, Get get) {
  ordered_json list = ordered_json::array();
  for (const T& point : points) list.push_back(get(point));
  return list;
}

ordered_json Json(const gap::QuantityVerdict& verdict) {
  const gap::Quantity& quantity = verdict.quantity;
  const gap::ConfidenceCurve& curve = verdict.confidence;
  const gap::Distributions& sets = verdict.distributions;
  const auto& crossing = curve.crossing;
  using Point = gap::ConfidencePoint;
  return {{"name", quantity.name},
          {"unit", quantity.unit},
          {"angle", quantity.is_angle},
          {"tolerance", Number(quantity.tolerance)},
          {"reference_deviation", Number(quantity.reference_deviation)},
          {"sentence", verdict.sentence},
          {"kind", gap::NameOf(verdict.kind)},
          {"limit", Number(curve.limit)},
          {"n", curve.n},
          {"crossing", crossing ? Number(*crossing) : ordered_json(nullptr)},
          {"t", Numbers(verdict.times)},
          {"c", Column(curve.points, [](const Point& p) { return Number(p.c); })},
          {"lower", Column(curve.points, [](const Point& p) { return Number(p.lower); })},
          {"n_at", Column(curve.points, [](const Point& p) { return p.n; })},
          {"errors", Column(verdict.errors, Numbers)},
          {"error",
           {{"median", Numbers(verdict.error.median)},
            {"low", Numbers(verdict.error.low)},
            {"high", Numbers(verdict.error.high)},
            {"median_low", Numbers(verdict.error.median_low)},
            {"median_high", Numbers(verdict.error.median_high)}}},
          {"spread_ratio", Numbers(sets.spread_ratio)},
          {"coverage50", Numbers(sets.coverage50)},
          {"coverage90", Numbers(sets.coverage90)},
          {"distances",
           {{"energy", Numbers(sets.energy)},
            {"wasserstein", Numbers(sets.wasserstein)},
            {"ks", Numbers(sets.ks)}}}};
}

ordered_json Json(const gap::StateChangeReport& change) {
  return {{"order", change.order},
          {"what", change.what},
          {"real_share", Number(change.real_share)},
          {"simulated_share", Number(change.simulated_share)},
          {"real_t", Number(change.real_t)},
          {"simulated_t", Number(change.simulated_t)},
          {"difference", Number(change.difference)},
          {"difference_low", Number(change.difference_low)},
          {"difference_high", Number(change.difference_high)},
          {"extra", Number(change.extra)}};
}

ordered_json Json(const gap::Indistinguishability& all) {
  using Point = gap::IndistinguishabilityPoint;
  return {{"real_runs", all.real_runs},
          {"simulated_runs", all.simulated_runs},
          {"t", Column(all.points, [](const Point& p) { return Number(p.t); })},
          {"d", Column(all.points, [](const Point& p) { return Number(p.d); })},
          {"low", Column(all.points, [](const Point& p) { return Number(p.low); })},
          {"high", Column(all.points, [](const Point& p) { return Number(p.high); })},
          {"classifier", Column(all.points, [](const Point& p) { return p.classifier; })}};
}

ordered_json Json(const VerdictContext::Path& path) {
  return {{"x", Numbers(path.x)}, {"y", Numbers(path.y)}, {"heading", Numbers(path.heading)}};
}

ordered_json Json(const VerdictContext::Restart& restart) {
  return {{"t", Number(restart.t)},
          {"real", Json(restart.real)},
          {"simulated", Json(restart.simulated)}};
}

ordered_json Json(const VerdictContext::Close& close) {
  return {{"parameter", close.parameter},
          {"label", close.label},
          {"unit", close.unit},
          {"was", Number(close.was)},
          {"fitted", Number(close.fitted)},
          {"closes", Number(close.closes)}};
}

template <typename T>
ordered_json List(const std::vector<T>& items) {
  ordered_json list = ordered_json::array();
  for (const T& item : items) list.push_back(Json(item));
  return list;
}

ordered_json RecordingJson(const VerdictContext& context) {
  const VerdictContext::Alignment& alignment = context.alignment;
  return {{"files", context.files},
          {"robot", context.robot},
          {"model", context.model},
          {"duration", Number(context.duration)},
          {"pose_topic", context.pose_topic},
          {"command_topic", context.command_topic},
          // A clock since 1970 needs all of its digits.
          {"start", std::isfinite(context.start) ? ordered_json(context.start) : nullptr},
          {"alignment",
           {{"ok", alignment.ok},
            {"residual", Number(alignment.residual)},
            {"residual_unit", alignment.residual_unit},
            {"time_offset", Number(alignment.time_offset)},
            {"sentence", alignment.sentence}}}};
}

ordered_json SimulationJson(const VerdictContext& context) {
  ordered_json set = ordered_json::object();
  for (const auto& [name, value] : context.set) set[name] = Number(value);
  return {{"world", context.world}, {"engine", context.engine}, {"seeds", context.seeds},
          {"runs", context.runs},   {"set", std::move(set)},    {"files", context.simulated_files}};
}

}  // namespace

std::string VerdictJson(const gap::GapVerdict& verdict, const VerdictContext& context) {
  const auto& distinct = verdict.indistinguishability;
  const ordered_json json = {
      {"format", "surefoot-gap-1"},
      {"mode", context.mode},
      {"recording", RecordingJson(context)},
      {"simulation", SimulationJson(context)},
      {"horizon", Number(context.horizon)},
      {"every", Number(context.every)},
      {"restarts", List(context.restarts)},
      {"quantities", List(verdict.quantities)},
      {"state_changes", List(verdict.state_changes)},
      {"indistinguishability", distinct ? Json(*distinct) : ordered_json(nullptr)},
      {"summary", verdict.summary},
      {"close", List(context.close)},
      {"notes", verdict.notes}};
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace surefoot::experiment
