#include "surefoot/evaluation/run/trial.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/seal.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/formats/fields.h"
#include "surefoot/world/element_reader.h"

// A trial is written as a JSON unit file and read back by the process that runs it. The key is a
// hash of the same JSON, so the order and presence of members matter: optional members are left
// out at their default, which keeps the keys of old results valid.

namespace surefoot::experiment {
namespace {

using Json = nlohmann::ordered_json;
using world::Element;
using world::ElementReader;

/// JSON text with an indentation of one space, as Sealed() requires.
std::string Dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Initial poses as JSON.
Json StartsJson(const std::vector<Start>& starts) {
  Json list = Json::array();
  for (const Start& start : starts) {
    list.push_back({SUREFOOT_FIELDS(start, model, pose, jitter)});
  }
  return list;
}

/// A child under its key's name, as it was in the experiment file.
Element Named(const ElementReader& reader, const std::string& name) {
  Element element = reader.Child(name).element();
  element.name = name;
  return element;
}

std::uint64_t SeedOf(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

}  // namespace

/// Name of a timing in files.
const char* TimingName(Timing timing) {
  constexpr const char* kNames[] = {"none", "unpaced", "paced"};
  return kNames[static_cast<std::size_t>(timing)];
}

Timing ReadTiming(const ElementReader& reader, Timing fallback) {
  const std::string name =
      reader.Choice("timing", {"none", "unpaced", "paced"}, TimingName(fallback));
  return name == "paced" ? Timing::kPaced : name == "unpaced" ? Timing::kUnpaced : Timing::kNone;
}

std::vector<Start> ReadStarts(const ElementReader& reader) {
  std::vector<Start> starts;
  const Element* list = reader.element().Child("start");
  if (list == nullptr) return starts;
  // `start` is one mapping or a list of mappings.
  std::vector<const Element*> entries;
  for (const Element& child : list->children) {
    if (child.name == "item") entries.push_back(&child);
  }
  if (entries.empty() && !list->children.empty()) entries.push_back(list);
  for (const Element* entry : entries) {
    const ElementReader one(*entry, reader.problems());
    Start start;
    start.model = one.Text("model");
    if (start.model.empty()) one.Error("model", "a start needs the name of a model");
    if (!one.Has("pose")) one.Error("pose", "a start needs a pose", "", "x y z roll pitch yaw");
    const std::vector<double> zero(6, 0.0);
    start.pose = one.Numbers("pose", 6, zero);
    start.jitter = one.Numbers("jitter", 6, zero);
    RefuseUnknown(one);
    starts.push_back(start);
  }
  return starts;
}

std::string ToJson(const Trial& trial) {
  const auto tree = [](const Element& element) { return Json::parse(ToJson(element)); };
  Json json = Json{
      {"surefoot_trial", 1},
      SUREFOOT_FIELDS(trial, key, id, experiment),
      {"case", trial.case_name},
      SUREFOOT_FIELDS(trial, engine, repeat, seed, world, folder, search, duration, settle, step),
      {"timing", TimingName(trial.timing)},
      SUREFOOT_FIELDS(trial, update_rate, wall_limit, record, csv),
      {"start", StartsJson(trial.starts)},
      SUREFOOT_FIELDS_AS(tree, trial, manoeuvre, metrics, pass)};
  // Left out when empty, so that trials without them keep their keys.
  if (!trial.contact.empty()) json["contact"] = trial.contact;
  if (!trial.motion) json["motion"] = false;
  if (!trial.set.empty()) json["set"] = Json::parse(ToJson(trial.set));
  if (trial.pull.gravity) json["gravity"] = *trial.pull.gravity;
  if (trial.pull.slope) json["slope"] = *trial.pull.slope;
  for (const auto& [name, value] : trial.values) json["for"][name] = value;
  return Dump(json);
}

std::optional<Trial> ReadTrial(const std::string& path, Problems* problems) {
  const Result<std::string> text = ReadSealedFile(path);
  if (!text.ok()) {
    problems->Error(Source{path, 0, ""}, text.error().message, "",
                    "`surefoot experiment` writes it again: OUT/trials/ID/trial.json");
    return std::nullopt;
  }
  const std::optional<Element> file = ParseYaml(text.value(), path, problems);
  if (!file) return std::nullopt;
  const ElementReader reader(*file, problems);
  if (reader.Integer("surefoot_trial", 0, 0, 1000000) != 1) {
    reader.Error("surefoot_trial", "this is not the file of a trial", reader.Text("surefoot_trial"),
                 "`surefoot experiment` writes them: OUT/trials/ID/trial.json");
    return std::nullopt;
  }
  Trial trial;
  trial.key = reader.Text("key");
  trial.id = reader.Text("id");
  trial.experiment = reader.Text("experiment");
  trial.case_name = reader.Text("case");
  trial.engine = reader.Text("engine");
  trial.repeat = static_cast<int>(reader.Integer("repeat", 0, 0, kMaxTrials));
  trial.seed = SeedOf(reader.Text("seed"));
  trial.world = reader.Text("world");
  trial.folder = reader.Text("folder");
  trial.search = Texts(reader, "search");
  trial.duration = reader.Number("duration", 0.0, 0.0, kLongestTrial);
  trial.settle = reader.Number("settle", 0.0, 0.0, kLongestTrial);
  trial.step = reader.Number("step", 0.0, 0.0, 1.0);
  trial.contact = reader.Choice("contact", {"engine", "tyre", "soil"}, "");
  trial.timing = ReadTiming(reader, Timing::kNone);
  trial.update_rate = reader.Number("update_rate", 60.0, 0.1, 10000.0);
  trial.wall_limit = reader.Number("wall_limit", 3600.0, 0.1, kLongestTrial);
  trial.record = Texts(reader, "record");
  trial.csv = Texts(reader, "csv");
  trial.starts = ReadStarts(reader);
  trial.motion = reader.Flag("motion", true);
  trial.set = ReadChanges(reader);
  trial.pull = ReadPull(reader, Pull());
  trial.values = ReadFor(reader).front();
  trial.manoeuvre = Named(reader, "manoeuvre");
  trial.metrics = Named(reader, "metrics");
  trial.pass = Named(reader, "pass");
  RefuseUnknown(reader, {"start", "set", "for"});
  if (!problems->ok()) return std::nullopt;
  return trial;
}

bool TrialResult::passed() const {
  return error.empty() && std::all_of(verdicts.begin(), verdicts.end(),
                                      [](const Verdict& verdict) { return verdict.passed; });
}

const double* TrialResult::Metric(const std::string& name) const {
  for (const auto& [known, value] : metrics) {
    if (known == name) return &value;
  }
  return nullptr;
}

std::string ToJson(const TrialResult& result) {
  Json metrics = Json::object();
  for (const auto& [name, value] : result.metrics) metrics[name] = value;
  Json verdicts = Json::array();
  for (const Verdict& verdict : result.verdicts) {
    verdicts.push_back({SUREFOOT_FIELDS(verdict, condition, passed, text)});
  }
  Json json = {{"surefoot_result", 1},
               SUREFOOT_FIELDS(result, id, key, error, simulated, steps, hash),
               {"metrics", metrics},
               {"verdicts", verdicts},
               {"timing", {SUREFOOT_FIELDS(result.timing, wall, cpu, load, memory_mb)}}};
  for (const auto& [name, hash] : result.files) json["files"][name] = hash;
  return Dump(json);
}

/// Parses a result; nullopt when it is not one.
std::optional<TrialResult> ParseTrialResult(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  try {
    if (!json.is_object() || json.value("surefoot_result", 0) != 1) return std::nullopt;
    TrialResult result;
    SUREFOOT_GET_FIELDS(json, result, id, key, error, simulated, steps, hash);
    for (const auto& [name, value] : json.at("metrics").items()) {
      result.metrics.emplace_back(name, value.is_number() ? value.get<double>() : NAN);
    }
    for (const Json& verdict : json.at("verdicts")) {
      Verdict& one = result.verdicts.emplace_back();
      SUREFOOT_GET_FIELDS(verdict, one, condition, passed, text);
    }
    SUREFOOT_GET_FIELDS(json.at("timing"), result.timing, wall, cpu, load, memory_mb);
    const Json files = json.value("files", Json::object());
    for (const auto& [name, hash] : files.items()) {
      result.files.emplace_back(name, hash.get<std::string>());
    }
    return result;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

Result<TrialResult> ReadTrialResult(const std::string& path) {
  const std::string text = SUREFOOT_TRY(ReadSealedFile(path));
  std::optional<TrialResult> result = ParseTrialResult(text);
  if (!result) return Error{"the file '" + path + "' is not the result of a trial"};
  return std::move(*result);
}

}  // namespace surefoot::experiment
