// fuzz_replay REGRESSIONS_FOLDER [NAME]: runs every fuzz target, or the one of that name, once over
// each of its seeds and over the files in REGRESSIONS_FOLDER/NAME, inputs that once made it fail.
// In builds without libFuzzer: checks that past findings stay fixed and that the targets work.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "fuzz/target.h"

namespace surefoot::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> FilesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Printed before the run, so that a crash shows its input.
void RunOn(const Target& target, const std::string& name, const std::string& input) {
  std::printf("%s: %s\n", target.name, name.c_str());
  std::fflush(stdout);
  target.run(input);
}

/// False without seeds, because the target would test nothing.
bool Replay(const Target& target, const fs::path& regressions) {
  SeedList list;
  target.add_seeds(&list);
  for (std::size_t i = 0; i < list.seeds().size(); ++i) {
    RunOn(target, "seed " + std::to_string(i), list.seeds()[i]);
  }
  for (const fs::path& path : FilesIn(regressions / target.name)) {
    std::ifstream file(path, std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    RunOn(target, path.filename().string(), input);
  }
  ClearFolder();
  if (list.seeds().empty()) std::printf("%s: no seed\n", target.name);
  return !list.seeds().empty();
}

/// Reports folders of regressions without a target, which would never be run.
bool HaveTargets(const fs::path& regressions) {
  std::set<std::string> names;
  for (const Target& target : Targets()) names.insert(target.name);
  bool good = true;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(regressions, none)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || names.count(name) > 0) continue;
    std::printf("%s: unknown target\n", name.c_str());
    good = false;
  }
  return good;
}

}  // namespace
}  // namespace surefoot::fuzz

int main(int argc, char** argv) {
  using namespace surefoot::fuzz;  // NOLINT: the program is about it
  if (argc < 2) {
    std::fprintf(stderr, "fuzz_replay REGRESSIONS_FOLDER [NAME]\n");
    return 2;
  }
  bool good = HaveTargets(argv[1]);
  bool found = false;
  for (const Target& target : Targets()) {
    if (argc > 2 && std::strcmp(argv[2], target.name) != 0) continue;
    good = Replay(target, argv[1]) && good;
    found = true;
  }
  if (!found) std::printf("no target was run\n");
  return good && found ? 0 : 1;
}
