/// Loads and runs damaged files until the time has elapsed. See --help.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/parts.h"
#include "tests/hostile/samples.h"
#include "tests/hostile/trial.h"
#include "tests/source_dir.h"

namespace surefoot::hostile {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHelp =
    "hostile_files FORMAT[,FORMAT...] [--engine E[,E...]|all] [--seconds S] [--seed N]\n"
    "              [--samples DIR] [--keep DIR]\n"
    "  Damages valid files of each format at random, then loads and runs each of them in a child\n"
    "  process limited to 2 GB and 20 s. Exits with 1 if a file caused a crash, a hang or too much "
    "memory;\n"
    "  such files are kept. The same seed creates the same files.\n"
    "  --engine E      the engine that runs the files (default mujoco); several engines alternate\n"
    "  --samples DIR   also damage the files in DIR and its subfolders\n"
    "Formats: ";

struct Options {
  std::vector<std::string> formats;
  std::vector<std::string> engines = {"mujoco"};
  double seconds = 60.0;
  std::uint64_t seed = 1;
  std::string more;
  std::string keep = "hostile_failures";
};

struct Tally {
  int loaded = 0;
  int refused = 0;
  int wrong = 0;
  double slowest = 0.0;
  long long largest = 0;
};

std::vector<std::string> Split(const std::string& list) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : list + ",") {
    if (c != ',') {
      word.push_back(c);
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

bool ReadArguments(const std::vector<std::string>& arguments, Options* options) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name.rfind("--", 0) != 0) {
      options->formats = Split(name);
      continue;
    }
    if (++i >= arguments.size()) return false;
    const std::string& value = arguments[i];
    if (name == "--seconds") {
      options->seconds = std::atof(value.c_str());
    } else if (name == "--seed") {
      options->seed = std::strtoull(value.c_str(), nullptr, 10);
    } else if (name == "--engine") {
      options->engines = Split(value);
    } else if (name == "--samples") {
      options->more = value;
    } else if (name == "--keep") {
      options->keep = value;
    } else {
      return false;
    }
  }
  return !options->formats.empty();
}

class Runner {
 public:
  Runner(Options options, std::string samples, std::string folder)
      : options_(std::move(options)),
        folder_(std::move(folder)),
        formats_(MakeFormats(samples, options_.more)),
        parts_(BuiltinParts()) {
    if (options_.engines == std::vector<std::string>{"all"}) {
      options_.engines = DynamicEngines(parts_);
    }
    WriteNeighbours(samples, folder_);
    ::mkfifo((fs::path(folder_) / "pipe").c_str(), 0600);
  }

  /// Selects the formats and engines. Returns false if a name is unknown.
  bool Choose() {
    for (const std::string& name : options_.formats) {
      const auto found = std::find_if(formats_.begin(), formats_.end(),
                                      [&](const Format& format) { return format.name == name; });
      if (found == formats_.end()) return false;
      chosen_.push_back(&*found);
    }
    for (const std::string& name : options_.engines) {
      if (parts_.engines.Find(name) == nullptr) return false;
      parts_.engines.Find(name)->info();  // loads the engine once here instead of in every child
    }
    return true;
  }

  std::string FormatNames() const {
    std::string names;
    for (const Format& format : formats_) names += (names.empty() ? "" : ", ") + format.name;
    return names;
  }

  /// Returns false if an undamaged sample does not load, because damaging it would test nothing.
  bool TryWholeSamples() {
    bool all = true;
    for (const Format* format : chosen_) {
      // The .blend sample is only a header, since no valid file can be written by hand.
      if (format->name == "blend" || !options_.more.empty()) continue;
      for (std::size_t i = 0; i < format->samples.size(); ++i) {
        const Outcome outcome = TryFile(*format, options_.engines[0], format->samples[i]);
        if (outcome.ending == Ending::kLoaded) continue;
        // Loads the sample again in this process to get the error message.
        const auto session = Session::Open(parts_, (fs::path(folder_) / format->opened).string());
        std::printf("%s: sample %zu does not load: %s%s\n", format->name.c_str(), i,
                    outcome.what.c_str(), session.ok() ? "" : session.error().message.c_str());
        all = false;
      }
    }
    return all;
  }

  /// Returns false if any file caused a failure.
  bool Run() {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    for (std::uint64_t number = 0; elapsed() < options_.seconds; ++number) RunOne(number);
    bool good = true;
    for (const Format* format : chosen_) {
      const Tally& tally = tallies_[format->name];
      std::printf("%s: %d loaded, %d refused, %d wrong; slowest %.2f s, largest %lld MB\n",
                  format->name.c_str(), tally.loaded, tally.refused, tally.wrong, tally.slowest,
                  tally.largest >> 20);
      good = good && tally.wrong == 0;
    }
    return good;
  }

 private:
  Outcome TryFile(const Format& format, const std::string& engine, const std::string& content) {
    std::ofstream(fs::path(folder_) / format.file, std::ios::binary) << content;
    return Try(parts_, engine, (fs::path(folder_) / format.opened).string(), limits_);
  }

  void RunOne(std::uint64_t number) {
    const Format& format = *chosen_[number % chosen_.size()];
    const std::string& engine = options_.engines[number / chosen_.size() % options_.engines.size()];
    Mutator mutator(options_.seed * 1'000'003 + number);
    const std::string& sample = format.samples[mutator.Pick(format.samples.size())];
    const std::string content = mutator.Mutate(sample, format.kind, format.samples, format.file);
    const Outcome outcome = TryFile(format, engine, content);
    Tally& tally = tallies_[format.name];
    tally.slowest = std::max(tally.slowest, outcome.seconds);
    tally.largest = std::max(tally.largest, outcome.bytes);
    ++(outcome.ending == Ending::kLoaded    ? tally.loaded
       : outcome.ending == Ending::kRefused ? tally.refused
                                            : tally.wrong);
    if (outcome.ending != Ending::kWrong) return;
    fs::create_directories(options_.keep);
    const std::string name =
        "seed" + std::to_string(options_.seed) + "_" + std::to_string(number) + "." + format.name;
    std::ofstream(fs::path(options_.keep) / name, std::ios::binary) << content;
    std::printf("%s on %s: %s\n", name.c_str(), engine.c_str(), outcome.what.c_str());
  }

  Options options_;
  std::string folder_;
  std::vector<Format> formats_;
  Parts parts_;
  Limits limits_;
  std::vector<const Format*> chosen_;
  std::map<std::string, Tally> tallies_;
};

int Main(const std::vector<std::string>& arguments) {
  Options options;
  const bool understood = ReadArguments(arguments, &options);
  std::string folder = (fs::temp_directory_path() / "surefoot_hostile_XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) {
    std::perror("cannot create a folder for the damaged files");
    return 1;
  }
  ::setenv("SUREFOOT_CACHE", (fs::path(folder) / "cache").c_str(), 1);
  int status = 2;
  {
    Runner runner(options, std::string(SUREFOOT_SOURCE_DIR) + "/tests/hostile/samples", folder);
    if (understood && runner.Choose()) {
      const bool whole = runner.TryWholeSamples();
      status = runner.Run() && whole ? 0 : 1;
    } else {
      std::printf("%s%s\n", kHelp, runner.FormatNames().c_str());
    }
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return status;
}

}  // namespace
}  // namespace surefoot::hostile

int main(int count, char** words) {
  return surefoot::hostile::Main(std::vector<std::string>(words + 1, words + count));
}
