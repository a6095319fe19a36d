#pragma once

/// What the fuzz targets share. A target is one file NAME_fuzz.cc that defines the two functions
/// below. The preset fuzz makes a program of each with libFuzzer; the test fuzz/regressions runs
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
  /// Gives one input to the parser. Everything that it makes is gone afterwards.
  void (*run)(std::string_view input);
  void (*add_seeds)(SeedList* seeds);
};

/// The targets that are linked into this program.
const std::vector<Target>& Targets();
/// Called once per target file by the macro below.
bool Register(const Target& target);

/// Ends the program when a property that must hold for every input does not.
void Require(bool holds, const char* what);

/// A folder in memory (/dev/shm) that goes with the program, for parsers that take paths. The
/// environment variables that parsers look at lead nowhere else once it exists.
const std::string& Folder();
/// Makes or replaces a file of Folder(); its path.
std::string WriteFile(const std::string& name, std::string_view content);
/// Removes all that is in Folder().
void ClearFolder();

}  // namespace surefoot::fuzz

/// In the namespace of a target: run(std::string_view) and add_seeds(SeedList*) exist.
#define SUREFOOT_FUZZ_TARGET(name, run, add_seeds)       \
  [[maybe_unused]] static const bool registered_##name = \
      ::surefoot::fuzz::Register(::surefoot::fuzz::Target{#name, run, add_seeds})
