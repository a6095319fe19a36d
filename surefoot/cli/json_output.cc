#include "surefoot/cli/json_output.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "surefoot/base/hash.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/cli/version.h"
#include "surefoot/formats/fields.h"

// JSON for programs: field names are stable, units are in the names (`sim_time_s`), and infinite
// numbers are null, because JSON has no others.

namespace surefoot::cli {
namespace {

using Json = nlohmann::ordered_json;

// Keys that were renamed in version 0.3 are written by both names until version 0.4:
// has_its_joints, usual_rate_hz, why_not_readable, takes and gives are the old ones.

/// File names need not be UTF-8; JSON must be.
std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The array of make(item) for each item.
template <typename Items, typename Make>
Json List(const Items& items, Make make) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(make(item));
  return list;
}

/// Seconds rounded to microseconds: further digits of wall times are noise.
double Micro(double seconds) { return std::round(seconds * 1e6) / 1e6; }

Json ToJson(const Vector3d& v) { return Json::array({v.x(), v.y(), v.z()}); }

Json ToJson(const Problem& problem) {
  return Json{SUREFOOT_FIELDS(problem.source, file, line, element),
              SUREFOOT_FIELDS(problem, message, value, advice),
              {"severity", SeverityName(problem.severity)}};
}

Json ToJson(const Problems& problems) {
  return List(problems.all(), [](const Problem& problem) { return ToJson(problem); });
}

Json ToJson(const ModelMotion& model) {
  const Quaterniond& q = model.X_WL.q;
  return Json{SUREFOOT_FIELDS(model, name, link),
              {"position", ToJson(model.X_WL.p)},
              {"quaternion_wxyz", Json::array({q.w(), q.x(), q.y(), q.z()})},
              {"yaw", RpyFromQuaternion(q).z()},
              {"velocity", ToJson(model.V_WL_W.v)},
              {"angular_velocity", ToJson(model.V_WL_W.w)},
              {"speed", model.V_WL_W.v.norm()},
              {"distance", model.distance}};
}

/// `rate_measured_hz` is measured in this run: samples per simulated second.
Json ToJson(const sensors::SensorStatus& sensor, double sim_time) {
  Json json = {{"name", sensor.name},       {"type", sensor.type},       {"rate_hz", sensor.rate},
               {"samples", sensor.samples}, {"dropped", sensor.dropped}, {"topics", sensor.topics}};
  if (sim_time > 0.0) json["rate_measured_hz"] = static_cast<double>(sensor.samples) / sim_time;
  return json;
}

/// Seconds of wall time by the name of the stage.
Json StagesJson(const RunResult& result) {
  Json stages = Json::object();
  for (std::size_t i = 0; i < result.stages.size(); ++i) {
    stages[sim::StageName(static_cast<sim::Stage>(i))] = Micro(result.stages[i]);
  }
  return stages;
}

/// Islands at the end; how often islands were joined and parted during the run.
Json IslandsJson(const islands::IslandCounts& counts) {
  return Json{{"count", counts.islands}, SUREFOOT_FIELDS(counts, largest, joined, parted)};
}

Json ToJson(const physics::BackendInfo& engine) {
  // The help of an engine that cannot be loaded states the reason; it is not repeated for each
  // capability.
  const bool usable = IsUsable(engine);
  Json capabilities = Json::object();
  for (const physics::Support& support : engine.support) {
    capabilities[physics::CapabilityName(support.capability)] =
        Json{{"supported", support.supported}, {"remark", usable ? support.remark : ""}};
  }
  return Json{SUREFOOT_FIELDS(engine, name, version, help),
              {"usable", usable},
              SUREFOOT_FIELDS(engine, dynamics, collisions, contact_forces),
              {"capabilities", capabilities}};
}

/// "ok", "warnings" or "errors": also the keys of the counts in FolderJson().
const char* StatusOf(const FileCheck& check) {
  if (!check.ok()) return "errors";
  return CountOf(check.problems, Severity::kWarning) > 0 ? "warnings" : "ok";
}

Json ToJson(const FileCheck& check) {
  const auto wheel_json = [](const WheelCheck& wheel) {
    return Json{SUREFOOT_FIELDS(wheel, link, radius, width, load, contact, proposed)};
  };
  const auto ground_json = [](const GroundCheck& ground) {
    return Json{SUREFOOT_FIELDS(ground, name, soft, contact, file, map)};
  };
  return Json{{"file", check.file},
              {"ok", check.ok()},
              {"status", StatusOf(check)},
              SUREFOOT_FIELDS(check, models, links, joints),
              {"wheels", List(check.wheels, wheel_json)},
              {"grounds", List(check.grounds, ground_json)},
              {"errors", check.problems.error_count()},
              {"warnings", CountOf(check.problems, Severity::kWarning)},
              {"run_s", check.run},
              {"run_error", check.run_error}};
}

/// The inverse of SeverityName(); unknown names count as errors.
Severity SeverityOf(const std::string& name) {
  for (const Severity severity : {Severity::kNote, Severity::kWarning}) {
    if (name == SeverityName(severity)) return severity;
  }
  return Severity::kError;
}

/// null for a negative number, which stands for "none".
template <typename T>
Json OrNull(T value) {
  return value < 0 ? Json() : Json(value);
}

}  // namespace

// Wall times and memory differ from run to run; everything else is equal for equal runs.
std::string RunJson(const RunResult& result) {
  Json json = {{"ok", result.error.empty()},
               SUREFOOT_FIELDS(result, interrupted, world, world_file, engine, engine_version),
               {"start_time_s", result.start_time},
               {"sim_time_s", result.sim_time},
               {"steps", result.steps},
               {"step_s", result.step},
               {"seed", result.seed},
               {"wall_s", Micro(result.wall)},
               {"cpu_s", Micro(result.cpu)},
               {"load_s", Micro(result.load)},
               {"rtf", result.RealTimeFactor()},
               {"peak_rss_mb", result.peak_memory_mb},
               {"hash", HashText(result.hash)},
               {"stage_s", StagesJson(result)},
               {"threads", result.threads},
               {"islands", IslandsJson(result.islands)},
               {"contacts", result.mean_contacts},
               {"contacts_max", result.max_contacts},
               {"steps_with_dropped_contacts", result.steps_with_dropped_contacts}};
  if (!result.error.empty()) json["error"] = result.error;
  if (!result.record_file.empty()) json["recording"] = result.record_file;
  if (!result.save_file.empty()) json["snapshot"] = result.save_file;
  json["warnings"] = result.warnings;
  json["softened_tyres"] = List(result.soft_tyres, [](const RunResult::SoftTyre& tyre) {
    return Json{SUREFOOT_FIELDS(tyre, wheel, steps)};
  });
  json["sensors"] = List(result.sensors, [&](const sensors::SensorStatus& sensor) {
    return ToJson(sensor, result.sim_time);
  });
  json["drives"] = List(result.drives, [](const drives::DriveStatus& drive) {
    return Json{SUREFOOT_FIELDS(drive, name, type),
                {"controls_joints", drive.engaged},
                {"has_its_joints", drive.engaged},
                {"refused_messages", drive.refused.count}};
  });
  json["models"] = List(result.models, [](const ModelMotion& model) { return ToJson(model); });
  return Dump(json);
}

// Problems of all files in one list: most callers check one file.
std::string CheckJson(const std::vector<FileCheck>& checks) {
  Json json = {{"ok", true}, {"files", Json::array()}, {"problems", Json::array()}};
  for (const FileCheck& check : checks) {
    if (!check.ok()) json["ok"] = false;
    json["files"].push_back(ToJson(check));
    for (Json& problem : ToJson(check.problems)) json["problems"].push_back(std::move(problem));
  }
  return Dump(json);
}

std::string FolderJson(const std::vector<FileCheck>& checks) {
  Json files = Json::array();
  Json counts = {{"files", checks.size()}, {"ok", 0}, {"warnings", 0}, {"errors", 0}};
  for (const FileCheck& check : checks) {
    files.push_back(ToJson(check));
    files.back()["problems"] = ToJson(check.problems);
    counts[StatusOf(check)] = counts[StatusOf(check)].get<int>() + 1;
  }
  counts["messages"] = List(CountMessages(checks), [](const MessageCount& kind) {
    return Json{{"severity", SeverityName(kind.severity)},
                SUREFOOT_FIELDS(kind, message, files),
                {"times", kind.count}};
  });
  return Dump(Json{{"ok", counts["errors"] == 0}, {"files", files}, {"summary", counts}});
}

// The text comes from a child process that may have crashed while it wrote.
bool ParseFileCheck(const std::string& text, FileCheck* check) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("files") || json["files"].size() != 1) return false;
  try {
    const Json& file = json["files"][0];
    SUREFOOT_GET_FIELDS(file, (*check), models, links, joints, run_error);
    for (const Json& wheel : file.at("wheels")) {
      WheelCheck& one = check->wheels.emplace_back();
      SUREFOOT_GET_FIELDS(wheel, one, link, radius, width, load, contact, proposed);
    }
    for (const Json& ground : file.at("grounds")) {
      GroundCheck& one = check->grounds.emplace_back();
      SUREFOOT_GET_FIELDS(ground, one, name, soft, contact, file, map);
    }
    file.at("run_s").get_to(check->run);
    for (const Json& problem : json.at("problems")) {
      const auto text_of = [&](const char* key) { return problem.at(key).get<std::string>(); };
      const Source source{text_of("file"), problem.at("line").get<int>(), text_of("element")};
      check->problems.Add(SeverityOf(text_of("severity")), source, text_of("message"),
                          text_of("value"), text_of("advice"));
    }
  } catch (const Json::exception&) {
    return false;
  }
  return true;
}

std::string EngineJson(const physics::BackendInfo& engine) { return Dump(ToJson(engine)); }

/// Licence, languages, gateways and user interfaces.
void AddAccess(const Parts& parts, Json* json) {
  (*json)["licence"] = Json{SUREFOOT_FIELDS(parts.licence, name, free_to_use, open_source)};
  (*json)["languages"] = List(parts.languages.entries(), [](const auto& entry) {
    const auto& [name, language] = entry;
    return Json{{"name", name}, SUREFOOT_FIELDS(language, help, example)};
  });
  (*json)["gateways"] = List(parts.gateways.entries(), [](const auto& entry) {
    const auto& [name, gateway] = entry;
    return Json{{"name", name}, SUREFOOT_FIELDS(gateway, help, middleware, on_installation)};
  });
  (*json)["user_interfaces"] = List(parts.interfaces.entries(), [](const auto& entry) {
    const auto& [name, ui] = entry;
    return Json{
        {"name", name}, {"help", ui.help}, {"abilities", List(ui.abilities, UiAbilityName)}};
  });
}

std::string InfoJson(const Parts& parts) {
  Json json = {{"version", Version()},
               {"build", BuildId()},
               {"engines", Json::array()},
               {"missing_engines", parts.missing_engines},
               {"formats", Json::array()}};
  for (const physics::BackendInfo& engine : parts.EngineInfos()) {
    json["engines"].push_back(ToJson(engine));
  }
  for (const auto& [name, format] : parts.formats.entries()) {
    json["formats"].push_back(Json{{"name", name}, SUREFOOT_FIELDS(format, endings, help)});
  }
  json["sensors"] = Json::array();
  for (const auto& [name, kind] : parts.sensors.entries()) {
    json["sensors"].push_back(Json{{"name", name},
                                   SUREFOOT_FIELDS(kind, types, messages),
                                   {"default_rate_hz", kind.usual_rate},
                                   {"usual_rate_hz", kind.usual_rate},
                                   {"help", kind.help}});
  }
  json["drives"] = Json::array();
  for (const auto& [name, kind] : parts.drives.entries()) {
    json["drives"].push_back(Json{{"name", name},
                                  {"subscribes", kind.takes},
                                  {"takes", kind.takes},
                                  {"publishes", kind.gives},
                                  {"gives", kind.gives},
                                  {"help", kind.help}});
  }
  AddAccess(parts, &json);
  json["data_folders"] = parts.data_folders;
  return Dump(json);
}

std::string RecordInfoJson(const std::string& file, const record::RecordingSummary& summary) {
  Json topics = Json::array();
  for (const record::TopicSummary& topic : summary.topics) {
    topics.push_back(Json{SUREFOOT_FIELDS(topic, topic, type, encoding),
                          {"messages", topic.count},
                          {"rate_hz", topic.Rate()},
                          {"bytes", topic.bytes},
                          {"first_time", ToSeconds(topic.first_ns)},
                          {"last_time", ToSeconds(topic.last_ns)},
                          {"unreadable_reason", topic.why_not},
                          {"why_not_readable", topic.why_not}});
  }
  return Dump(Json{{"file", file},
                   {"bytes", summary.file_bytes},
                   SUREFOOT_FIELDS(summary, profile, library),
                   {"messages", summary.message_count},
                   {"first_time", ToSeconds(summary.first_ns)},
                   {"last_time", ToSeconds(summary.last_ns)},
                   {"duration", ToSeconds(summary.last_ns - summary.first_ns)},
                   {"complete", summary.truncation.empty() && summary.damage.empty()},
                   SUREFOOT_FIELDS(summary, truncation, damage, run),
                   {"topics", topics}});
}

// OrNull: RunDiff has -1 for a step or a distance that does not exist.
std::string DiffJson(const std::string& a, const std::string& b, const RunDiff& diff) {
  Json json = {{"identical", diff.identical},
               {"a", a},
               {"b", b},
               SUREFOOT_FIELDS(diff, steps_a, steps_b, common_steps),
               {"first_step", OrNull(diff.first_step)},
               {"bodies", diff.bodies},
               {"position_difference", OrNull(diff.position_difference)},
               {"position_body", diff.position_body},
               {"position_step", OrNull(diff.position_step)},
               SUREFOOT_FIELDS(diff, inputs, settings)};
  return Dump(json);
}

std::string RenderJson(const RenderResult& result) {
  const render::RenderInfo& info = result.info;
  const Vector3d forward = info.camera.X_WC.q * Vector3d::UnitZ();
  const Json camera = {{"position", ToJson(info.camera.X_WC.p)},
                       {"direction", ToJson(forward)},
                       {"fov", info.camera.fov}};
  const Json json = {
      {"ok", true},
      SUREFOOT_FIELDS(result, file, output, width, height),
      {"shapes", info.shapes},
      {"drawn_by_collisions", info.collision_models},
      {"subject", {{"min", ToJson(info.subject_W.min())}, {"max", ToJson(info.subject_W.max())}}},
      {"grid", info.grid},
      {"camera", camera},
      SUREFOOT_FIELDS_AS(Micro, result, load_time, draw_time),
      {"notes", info.notes}};
  return Dump(json);
}

std::string ServeJson(const serve::Server& server, const serve::Run& run, bool hide_tokens) {
  Json json = {
      {"ok", true}, {"addresses", Json::array()}, {"tokens", Json::object()}, {"world", nullptr}};
  for (const graph::Role role : {graph::Role::kOwner, graph::Role::kDriver, graph::Role::kViewer}) {
    const std::string token = server.TokenOf(role);
    if (!token.empty() && !hide_tokens) json["tokens"][graph::RoleName(role)] = token;
  }
  json["token_file"] = server.TokenFile();
  for (const auto& [gateway, address] : server.Addresses()) {
    json["addresses"].push_back(Json{{"gateway", gateway}, {"address", address}});
  }
  if (const Session* session = run.session()) {
    json["world"] = run.world_file();
    json["engine"] = session->simulation().machine().engine().name;
    json["seed"] = session->simulation().seed();
    json["step_s"] = session->simulation().step_size();
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string MapJson(const MapResult& result) {
  const Json json = {{"ok", true},
                     SUREFOOT_FIELDS(result, file, image, yaml, width, height, resolution),
                     {"origin", {result.origin_W.x(), result.origin_W.y()}},
                     SUREFOOT_FIELDS(result, free, occupied, unknown)};
  return Dump(json);
}

std::string RefusalJson(const Error& error, const Problems& problems) {
  return Dump(Json{{"ok", false}, {"error", error.message}, {"problems", ToJson(problems)}});
}

}  // namespace surefoot::cli
