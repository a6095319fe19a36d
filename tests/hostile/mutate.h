#pragma once

/// Damages files the way that bad luck, bad tools and bad people do. The same seed and sample give
/// the same damage.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace surefoot::hostile {

/// What a file is made of.
enum class Kind { kXml, kText, kBinary };

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// One to four changes to the sample. `others` lend their pieces; `own_path` is where the result
  /// will be, so that it can name itself.
  std::string Mutate(const std::string& sample, Kind kind, const std::vector<std::string>& others,
                     const std::string& own_path);

  /// In [0, count).
  std::size_t Pick(std::size_t count);

 private:
  void ChangeMarkup(std::string* text, const std::vector<std::string>& others,
                    const std::string& own_path);
  void ChangeElements(std::string* text, const std::vector<std::string>& others);
  void ChangeValues(std::string* text, const std::string& own_path);
  void ChangeNumber(std::string* text);
  void ChangeBytes(std::string* text);
  void ChangeWords(std::string* bytes);
  void Wrap(std::string* text);

  std::mt19937_64 random_;
};

}  // namespace surefoot::hostile
