#include "surefoot/evaluation/gap/drives/gap_report.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/gap/drives/gap_summary.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/formats/fields.h"

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;

/// An estimate with its interval; numbers that are not finite become null.
ordered_json Json(const gap::Estimate& estimate) {
  return {{"value", estimate.value}, SUREFOOT_FIELDS(estimate.interval, low, high)};
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
  const auto& crossing = verdict.confidence.crossing;
  const auto column = [&](double gap::ConfidencePoint::*member) {
    return Mapped<double>(verdict.confidence.points, member);
  };
  return {{"quantity", verdict.quantity.name},
          SUREFOOT_FIELDS(verdict.quantity, unit, tolerance),
          {"sentence", verdict.sentence},
          {"kind", gap::NameOf(verdict.kind)},
          SUREFOOT_FIELDS(verdict.confidence, limit, n),
          {"crossing", crossing ? ordered_json(*crossing) : nullptr},
          {"t", column(&gap::ConfidencePoint::t)},
          {"c", column(&gap::ConfidencePoint::c)},
          {"lower", column(&gap::ConfidencePoint::lower)}};
}

ordered_json Json(const DriveModel& model, const std::set<int>& dug_in) {
  ordered_json windows = ordered_json::array();
  for (const gap::WindowScore& score : model.scores) {
    windows.push_back({{"window", score.id},
                       SUREFOOT_FIELDS(score, step, steady),
                       {"dug_in", dug_in.count(score.id) > 0},
                       SUREFOOT_FIELDS(score, duration, translation, heading),
                       {"yaw", score.yaw_model},
                       {"yaw_real", score.yaw_real}});
  }
  ordered_json trust = ordered_json::array();
  for (const gap::QuantityVerdict& verdict : model.trust) trust.push_back(Json(verdict));
  return {{"name", model.name},
          {"baseline", model.is_baseline},
          {"trust", std::move(trust)},
          SUREFOOT_FIELDS_AS(Json, model, all, without_dig_ins, dig_ins),
          SUREFOOT_FIELDS(model, yaw_gain, contact, wheel_error, height_range),
          {"windows", std::move(windows)}};
}

ordered_json Json(const DriveGap& drive) {
  ordered_json models = ordered_json::array();
  for (const DriveModel& model : drive.models) models.push_back(Json(model, drive.dug_in));
  ordered_json spreads;
  for (const DriveSpread& spread : drive.spreads) spreads[spread.contact] = spread.share;
  return {{"file", drive.file},         SUREFOOT_FIELDS(drive.nuisance, encoder_lag, lever),
          {"drives", drive.drives},     {"real_yaw_gain", drive.yaw_gain},
          {"dug_in", drive.dug_in},     {"engine_spread", std::move(spreads)},
          {"models", std::move(models)}};
}

/// Numbers per axis of an IMU, as an object with the names of axes.
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
          SUREFOOT_FIELDS(engine, runs, yaw_gain),
          {"stats", Json(engine.stats)},
          SUREFOOT_FIELDS_AS(AxisNumbers, engine, mean_error, range_error, range_ratio),
          {"spectrum_distance", AxisNumbers(engine.distance)},
          {"band_levels", std::move(bands)}};
}

ordered_json Json(const TerrainGap& terrain) {
  ordered_json engines = ordered_json::array();
  for (const TerrainEngine& engine : terrain.engines) engines.push_back(Json(engine, terrain.name));
  return {SUREFOOT_FIELDS(terrain, name, runs, seconds),
          {"real_yaw_gain", terrain.yaw_gain},
          {"real", Json(terrain.stats)},
          {"engines", std::move(engines)}};
}

ordered_json Json(const TerrainRunScore& run) {
  ordered_json axes;
  for (std::size_t i = 0; i < run.axes.size(); ++i) {
    const TerrainAxis& axis = run.axes[i];
    axes[gap::kImuAxes[i]] = {{"real_mean", axis.real.mean},
                              {"real_bottom", axis.real.bottom},
                              {"real_top", axis.real.top},
                              {"real_range", axis.real.range()},
                              SUREFOOT_FIELDS(axis.simulated, mean, bottom, top),
                              {"range", axis.simulated.range()},
                              {"mean_error", axis.error.mean},
                              {"range_error", axis.error.range},
                              {"spectrum_distance", axis.distance}};
  }
  return {{"terrain", run.terrain},
          {"run", run.number},
          SUREFOOT_FIELDS(run, engine, seconds),
          {"clock_offset", run.alignment.offset},
          {"clock_correlation", run.alignment.correlation},
          {"clock_known", run.alignment.known},
          SUREFOOT_FIELDS(run, real_yaw_gain, yaw_gain, wheel_error),
          {"axes", std::move(axes)}};
}

ordered_json Json(const RangeRow& row) {
  std::array<double, 6> shares{};
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = row.summary.share(i);
  return {SUREFOOT_FIELDS(row, terrain, model),
          {"runs", row.summary.runs},
          {"within_factor_2", AxisNumbers(shares)},
          {"median_ratio", AxisNumbers(row.summary.median_ratio)},
          SUREFOOT_FIELDS(row.summary, gyro_error, accelerometer_error),
          {"gyro_error_over_engine", row.gyro_over_engine},
          {"accelerometer_error_over_engine", row.accelerometer_over_engine}};
}

/// A list of objects.
template <typename T>
ordered_json List(const std::vector<T>& items) {
  ordered_json list = ordered_json::array();
  for (const T& item : items) list.push_back(Json(item));
  return list;
}

namespace fs = std::filesystem;

/// Joins words.
std::string Joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

/// Binned statistics for a curve with a band: median and 80 % range of y in at most 24 bins of
/// equal count (at least 8 points) along x.
void SetBins(const std::string& name, std::vector<std::pair<double, double>> points,
             Record* record) {
  constexpr std::size_t kMaxBins = 24;
  std::sort(points.begin(), points.end());
  const std::size_t bins = std::clamp<std::size_t>(points.size() / 8, 1, kMaxBins);
  std::vector<double> x, median, low, high;
  for (std::size_t bin = 0; bin < bins && !points.empty(); ++bin) {
    std::vector<double> xs, ys;
    for (std::size_t i = bin * points.size() / bins; i < (bin + 1) * points.size() / bins; ++i) {
      xs.push_back(points[i].first);
      ys.push_back(points[i].second);
    }
    x.push_back(gap::Median(xs));
    median.push_back(gap::Median(ys));
    low.push_back(gap::Quantile(ys, 0.1));
    high.push_back(gap::Quantile(ys, 0.9));
  }
  record->Set(name + ".x", x).Set(name + ".median", median);
  record->Set(name + ".low", low).Set(name + ".high", high);
}

/// "3 of the 5": how many of the windows above the 90 % quantile of the error are dig-ins.
std::string DigInsAbove(const DriveGap& drive, const DriveModel& model,
                        double gap::WindowScore::*error, const gap::Estimate& p90) {
  int above = 0, dug = 0;
  for (const gap::WindowScore& score : model.scores) {
    if (score.*error <= p90.value) continue;
    ++above;
    if (drive.dug_in.count(score.id) > 0) ++dug;
  }
  return std::to_string(dug) + " of the " + std::to_string(above);
}

/// Adds the curves of a model: growth of the error and turning.
void SetModelCurves(const DriveGap& drive, std::size_t index, Record* record) {
  const DriveModel& model = drive.models[index];
  std::map<int, double> ideal;
  for (const gap::WindowScore& score : drive.models.front().scores) {
    ideal[score.id] = score.yaw_model;
  }
  auto turned = Mapped<std::pair<double, double>>(model.scores, [&](const auto& score) {
    return std::pair(ideal.at(score.id), score.yaw_model);
  });
  SetBins("yaw_bins", std::move(turned), record);
  record->SetAll("growth.", {SUREFOOT_FIELDS(model.growth, time, translation_median,
                                             translation_p90, heading_median, heading_p90)});
  // The baseline comes first and is faint; each engine has the same colour in all figures.
  record->Set("tone", index == 0 ? "faint" : std::to_string(index - 1));
  record->Set("is_drawn", index == 0 || !model.is_baseline ? 1.0 : 0.0);
  record->Set("is_engine", model.is_baseline || model.all.windows == 0 ? 0.0 : 1.0);
  using Score = gap::WindowScore;
  record->Set("translation_dig_ins",
              DigInsAbove(drive, model, &Score::translation, model.all.translation_p90));
  record->Set("heading_dig_ins", DigInsAbove(drive, model, &Score::heading, model.all.heading_p90));
}

/// Adds the records of all drives and of their models.
void AddDrives(const GapResult& result, StudyOutcome* outcome) {
  std::size_t at = 0;
  for (std::size_t d = 0; d < result.drives.size(); ++d) {
    const DriveGap& drive = result.drives[d];
    auto real = Mapped<std::pair<double, double>>(
        drive.models.front().scores,
        [](const auto& score) { return std::pair(score.yaw_model, score.yaw_real); });
    Record& record = outcome->Set("drive").records[d];
    SetBins("yaw_bins", std::move(real), &record);
    record.Set("file_name", fs::path(drive.file).filename().string());
    record.Set("dig_ins", static_cast<double>(drive.dug_in.size()));
    record.Set("fitted", drive.models.size() > 1 && drive.models.back().is_baseline ? 1.0 : 0.0);
    for (const DriveSpread& spread : drive.spreads) {
      outcome->Set("spreads")
          .Add()
          .Set("file", drive.file)
          .Set("contact", spread.contact)
          .Set("engines", static_cast<double>(spread.engines))
          .Set("share", spread.share);
    }
    for (std::size_t i = 0; i < drive.models.size(); ++i) {
      SetModelCurves(drive, i, &outcome->Set("drive/models").records[at++]);
    }
  }
}

/// The engine with the smallest position error, for the headlines.
void SetBest(const DriveGap& drive, Record* facts) {
  const DriveModel& ideal = drive.models.front();
  const DriveModel* best = nullptr;
  for (const DriveModel& model : drive.models) {
    if (model.is_baseline || model.all.windows == 0) continue;
    if (best == nullptr ||
        model.all.translation_median.value < best->all.translation_median.value) {
      best = &model;
    }
  }
  if (best == nullptr) return;
  const auto set = [&](const std::string& name, double value, double than) {
    facts->Set("best." + name, value).Set("ideal." + name, than);
    facts->Set("best." + name + "_mood", value < than ? "good" : "bad");
  };
  set("translation", best->all.translation_median.value, ideal.all.translation_median.value);
  set("heading", best->all.heading_median.value, ideal.all.heading_median.value);
  facts->Set("best.name", best->name).Set("best.yaw_gain", best->yaw_gain);
  facts->Set("real.yaw_gain", drive.yaw_gain);
}

/// Adds the spectra of a model on a terrain.
void AddSpectra(const std::string& terrain, const std::string& model, const std::string& tone,
                const std::array<gap::Spectrum, 6>& spectra, RecordSet* set) {
  const std::size_t count = spectra[0].frequency.size();
  for (std::size_t k = 0; k < count; ++k) {
    Record& record = set->Add();
    record.Set("terrain", terrain).Set("model", model).Set("tone", tone);
    record.Set("frequency", spectra[0].frequency[k]);
    // 0 Hz has no place on a logarithmic axis; the Nyquist frequency is not one-sided.
    record.Set("is_drawn", k > 0 && k + 1 < count ? 1.0 : 0.0);
    for (std::size_t i = 0; i < spectra.size(); ++i) {
      record.Set(gap::kImuAxes[i], spectra[i].density[k]);
    }
  }
}

/// Sets for figures: on each terrain the real robot first, then the models.
void AddTerrains(const GapResult& result, StudyOutcome* outcome) {
  RecordSet models{"terrain_models", {}, "", {}}, spectra{"spectra", {}, "", {}},
      bands{"bands", {}, "", {}};
  std::size_t at = 0;
  for (std::size_t t = 0; t < result.terrains.size(); ++t) {
    const TerrainGap& terrain = result.terrains[t];
    Record& real = models.Add();
    real.Set("terrain", terrain.name).Set("name", "real").Set("tone", "real").Set("is_real", 1.0);
    real.Set("yaw_gain", terrain.yaw_gain);
    for (const Record::Field& field : outcome->Set("terrains").records[t].fields()) {
      if (field.name.rfind("real.", 0) == 0) real.Set("stats." + field.name.substr(5), field.value);
    }
    AddSpectra(terrain.name, "real", "real", terrain.spectra, &spectra);
    for (std::size_t e = 0; e < terrain.engines.size(); ++e) {
      const TerrainEngine& engine = terrain.engines[e];
      models.records.push_back(outcome->Set("terrains/engines").records[at++]);
      models.records.back().Set("tone", std::to_string(e)).Set("is_real", 0.0);
      AddSpectra(terrain.name, engine.name, std::to_string(e), engine.spectra, &spectra);
      for (std::size_t b = 0; b < kTerrainBands.size(); ++b) {
        Record& band = bands.Add();
        band.Set("terrain", terrain.name).Set("model", engine.name);
        band.Set("low", kTerrainBands[b].low).Set("high", kTerrainBands[b].high);
        for (std::size_t i = 0; i < 6; ++i) band.Set(gap::kImuAxes[i], engine.bands[i][b]);
      }
    }
  }
  outcome->sets.insert(outcome->sets.end(),
                       {std::move(models), std::move(spectra), std::move(bands)});
}

}  // namespace

Manifest GapManifest(const Parts& parts, const GapWorld& world,
                     const std::vector<std::string>& recordings, const GapResult& result) {
  Manifest manifest;
  manifest.time = TimeText();
  manifest.machine = ThisMachine();
  for (const std::string& engine : result.engines) {
    const physics::BackendFactory* factory = parts.FindEngine(engine);
    manifest.engines.emplace_back(engine, factory != nullptr ? factory->info().version : "");
  }
  std::string program;
  for (const std::string& file : ProgramFiles()) {
    if (const Result<std::string> hash = Sha256OfFile(file); hash.ok()) program += *hash + "\n";
  }
  manifest.program = Sha256(program);
  InputFiles inputs;
  for (const auto* files : {&world.files, &recordings}) {
    for (const std::string& file : *files) {
      std::error_code error;
      const Result<std::string> hash = inputs.Add(fs::canonical(file, error).string());
      if (!hash.ok()) manifest.notes.push_back(hash.error().message);
    }
  }
  manifest.inputs = inputs.all();
  manifest.notes.push_back("made by surefoot gap: run the command again to repeat it");
  manifest.trials.push_back({"gap", 0, "", Sha256(GapJson(result))});
  return manifest;
}

Result<DescribedPage> GapReport(const std::vector<std::string>& data, const GapResult& result,
                                const Manifest& manifest) {
  StudyOutcome outcome = OutcomeOf(GapJson(result));
  outcome.facts.Set("variants", Joined(result.variants, "; "));
  outcome.facts.Set("command", Joined(manifest.command, " "));
  outcome.facts.Set("has_terrains", result.terrains.empty() ? 0.0 : 1.0);
  outcome.facts.Set("has_remarks", result.notes.empty() && result.failures.empty() ? 0.0 : 1.0);
  if (!result.drives.empty()) SetBest(result.drives.front(), &outcome.facts);
  AddDrives(result, &outcome);
  AddTerrains(result, &outcome);
  return DescribePage("gap", data, std::move(outcome), {{"The manifest", ToJson(manifest)}});
}

std::string GapJson(const GapResult& result) {
  ordered_json json = {SUREFOOT_FIELDS(result, robot, model, world, engines),
                       {"geometry", {SUREFOOT_FIELDS(result.geometry, radius, track)}},
                       {"simulated", result.simulated},
                       {"drive", List(result.drives)},
                       {"terrains", List(result.terrains)},
                       {"ranges", List(RangeRows(result))},
                       {"runs", List(result.runs)},
                       SUREFOOT_FIELDS(result, notes, failures)};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace surefoot::experiment
