#include "surefoot/evaluation/run/manifest.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/seal.h"
#include "surefoot/formats/fields.h"

// The manifest is the only file needed to repeat an experiment: it contains the experiment's text,
// and names and hashes of everything else.

namespace surefoot::experiment {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMembersOfFormat1 = 11;

/// The value of the first line "key<separator>value" of a file such as /etc/os-release.
std::string ValueIn(const std::string& path, const std::string& key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    std::string value = line.substr(at + 1);
    const std::size_t first = value.find_first_not_of(" \t\"");
    const std::size_t last = value.find_last_not_of(" \t\"");
    return first == std::string::npos ? "" : value.substr(first, last - first + 1);
  }
  return "";
}

/// Options as JSON; absent numbers are null.
Json OptionsJson(const PlanOptions& options) {
  Json json = {{"engines", options.engines},
               {"trials", Json()},
               {"seed", Json()},
               SUREFOOT_FIELDS(options, cases, real_data)};
  if (options.trials) json["trials"] = *options.trials;
  if (options.seed) json["seed"] = *options.seed;
  return json;
}

PlanOptions OptionsOf(const Json& json) {
  PlanOptions options;
  SUREFOOT_GET_FIELDS(json, options, engines, cases, real_data);
  if (!json.at("trials").is_null()) options.trials = json.at("trials").get<int>();
  if (!json.at("seed").is_null()) options.seed = json.at("seed").get<std::uint64_t>();
  return options;
}

/// Input files as a list of path, hash and size.
Json InputsJson(const std::vector<InputFile>& inputs) {
  Json list = Json::array();
  for (const InputFile& input : inputs) {
    list.push_back({SUREFOOT_FIELDS(input, path, sha256, bytes)});
  }
  return list;
}

/// Reads the members of a manifest. Throws when one is missing or has the wrong type; the caller
/// turns this into an error.
void Fill(const Json& json, Manifest* manifest) {
  SUREFOOT_GET_FIELDS(json, (*manifest), version, command, time);
  json.at("program_sha256").get_to(manifest->program);
  json.at("notes").get_to(manifest->notes);
  const Json& experiment = json.at("experiment");
  experiment.at("path").get_to(manifest->experiment_path);
  experiment.at("text").get_to(manifest->experiment_text);
  experiment.at("real").get_to(manifest->real);
  manifest->options = OptionsOf(experiment.at("options"));
  for (const Json& input : json.at("inputs")) {
    InputFile& one = manifest->inputs.emplace_back();
    SUREFOOT_GET_FIELDS(input, one, path, sha256, bytes);
  }
  for (const Json& trial : json.at("trials")) {
    Manifest::Entry& one = manifest->trials.emplace_back();
    SUREFOOT_GET_FIELDS(trial, one, id, seed, key);
    trial.at("numbers_sha256").get_to(one.numbers);
  }
}

/// True for format 1, which had no checksum. A damaged file of format 2 is never mistaken for one
/// of format 1, because it still contains the member with the checksum.
bool IsWithoutChecksum(const Json& json) {
  if (!json.is_object() || json.size() != kMembersOfFormat1) return false;
  const auto format = json.find("surefoot_manifest");
  return format != json.end() && format->is_number_integer() && *format == 1;
}

}  // namespace

Machine ThisMachine() {
  Machine machine;
  machine.cpu = ValueIn("/proc/cpuinfo", "model name", ':');
  machine.cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  machine.memory_gb = 1e-9 * static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                      static_cast<double>(::sysconf(_SC_PAGESIZE));
  utsname name = {};
  ::uname(&name);
  machine.system = ValueIn("/etc/os-release", "PRETTY_NAME", '=') + ", " + name.sysname + " " +
                   name.release + " " + name.machine;
  machine.compiler = "g++ " __VERSION__;
  return machine;
}

std::string ToJson(const Manifest& manifest) {
  Json engines = Json::object();
  for (const auto& [name, version] : manifest.engines) engines[name] = version;
  Json trials = Json::array();
  for (const Manifest::Entry& trial : manifest.trials) {
    trials.push_back({SUREFOOT_FIELDS(trial, id, seed, key), {"numbers_sha256", trial.numbers}});
  }
  const Json json = {
      {"surefoot_manifest", 2},
      SUREFOOT_FIELDS(manifest, version, command, time),
      {"machine", {SUREFOOT_FIELDS(manifest.machine, cpu, cores, memory_gb, system, compiler)}},
      {"engines", engines},
      {"program_sha256", manifest.program},
      {"inputs", InputsJson(manifest.inputs)},
      {"notes", manifest.notes},
      {"experiment",
       {{"path", manifest.experiment_path},
        {"options", OptionsJson(manifest.options)},
        {"real", manifest.real},
        {"text", manifest.experiment_text}}},
      {"trials", trials}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Manifest> ReadManifest(const std::string& path) {
  const std::string text = ReadWholeFile(path);
  if (text.empty()) return Error{"the manifest '" + path + "' cannot be read"};
  const Json json = Json::parse(text, nullptr, false);
  const Result<std::string> content = Unsealed(text);
  const bool is_old = IsWithoutChecksum(json);
  if (!is_old && !content.ok()) {
    return Error{"'" + path + "' is not a manifest, or it is damaged: " + content.error().message +
                 "; use manifest.json of an experiment's folder, or run the experiment again"};
  }
  if (!json.is_object() || !json.contains("surefoot_manifest")) {
    return Error{"'" + path + "' is not a manifest; use manifest.json of an experiment's folder"};
  }
  try {
    Manifest manifest;
    Fill(json, &manifest);
    manifest.has_checksum = !is_old;
    return manifest;
  } catch (const Json::exception& failure) {
    return Error{"the manifest '" + path + "' is damaged: " + failure.what()};
  }
}

std::string NumbersOf(const TrialResult& result) {
  TrialResult numbers = result;
  numbers.key.clear();
  numbers.files.clear();
  numbers.timing = TrialResult::Timings();
  return ToJson(numbers);
}

std::string TimeText() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::vector<std::string> ChangedInputs(const Manifest& manifest) {
  std::vector<std::string> changes;
  for (const InputFile& input : manifest.inputs) {
    // The manifest contains the experiment's text, so the file may be missing.
    if (input.path == manifest.experiment_path) continue;
    const Result<std::string> hash = Sha256OfFile(input.path);
    if (!hash.ok()) {
      changes.push_back(input.path + " is gone");
    } else if (hash.value() != input.sha256) {
      changes.push_back(input.path + " has changed");
    }
  }
  return changes;
}

}  // namespace surefoot::experiment
