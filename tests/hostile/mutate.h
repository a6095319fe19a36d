#pragma once

/// Damages files as accidents, faulty tools and attackers would. The same seed and sample always
/// give the same damage.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace surefoot::hostile {

/// How the content of a file is structured.
enum class Kind { kXml, kText, kBinary };

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// Applies one to four changes to the sample. Pieces are taken from `others`. `own_path` is the
  /// path of the resulting file, so that the file can refer to itself.
  std::string Mutate(const std::string& sample, Kind kind, const std::vector<std::string>& others,
                     const std::string& own_path);

  /// Returns a random number in [0, count).
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
