#pragma once

/// Shared by the fuzz targets. A target is one file NAME_fuzz.cc that defines the two functions
/// below. The preset fuzz builds each as a libFuzzer program; the test fuzz/regressions runs
/// all of them over their seeds and over the inputs that once failed (docs/development/testing.md).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace surefoot::fuzz {

/// Valid inputs that mutation starts from.
class SeedList {
 public:
  /// Files of the repository below `folder` whose names end so; larger ones are left out, because
  /// mutations of long inputs are slow.
  void AddFiles(const std::string& folder, const std::string& ending,
                std::size_t max_bytes = std::size_t{16} << 10);
  void Add(std::string seed) { seeds_.push_back(std::move(seed)); }
  void Add(const std::vector<std::uint8_t>& seed) { seeds_.emplace_back(seed.begin(), seed.end()); }

  const std::vector<std::string>& seeds() const { return seeds_; }

 private:
  std::vector<std::string> seeds_;
};

struct Target {
  const char* name;
  /// Passes one input to the parser. Everything it creates is removed afterwards.
  void (*run)(std::string_view input);
  void (*add_seeds)(SeedList* seeds);
};

/// The targets that are linked into this program.
const std::vector<Target>& Targets();
/// Called once per target file by the macro below.
bool Register(const Target& target);

/// Ends the program if a property that must hold for every input is violated.
void Require(bool holds, const char* what);

/// A folder in memory (/dev/shm), removed with the program, for parsers that need paths. The
/// environment variables that parsers read are set to it, so that they use no other folder.
const std::string& Folder();
/// Creates or replaces a file in Folder() and returns its path.
std::string WriteFile(const std::string& name, std::string_view content);
/// Removes everything in Folder().
void ClearFolder();

}  // namespace surefoot::fuzz

/// In the namespace of a target: run(std::string_view) and add_seeds(SeedList*) exist.
#define SUREFOOT_FUZZ_TARGET(name, run, add_seeds)       \
  [[maybe_unused]] static const bool registered_##name = \
      ::surefoot::fuzz::Register(::surefoot::fuzz::Target{#name, run, add_seeds})
