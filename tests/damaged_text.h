#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace surefoot::test {

/// Valid texts with up to four changes: parts are removed, words are inserted or replace
/// others, or the end of another text is appended. The same seed gives the same texts.
class DamagedText {
 public:
  DamagedText(std::vector<std::string> samples, std::vector<std::string> words, std::uint64_t seed)
      : samples_(std::move(samples)), words_(std::move(words)), random_(seed) {}

  /// A random number in [0, count).
  std::size_t Pick(std::size_t count) { return random_() % count; }
  char RandomByte() { return static_cast<char>(random_()); }
  /// Up to 299 random bytes.
  std::string RandomBytes() {
    std::string bytes(Pick(300), '\0');
    for (char& c : bytes) c = RandomByte();
    return bytes;
  }

  /// The next damaged text. `printable`: inserted characters are printable.
  std::string Next(bool printable) {
    std::string text = samples_[Pick(samples_.size())];
    for (std::size_t i = Pick(5); i > 0; --i) Change(printable, &text);
    return text;
  }

 private:
  void Change(bool printable, std::string* text) {
    const std::size_t at = Pick(text->size() + 1);
    const std::size_t length = std::min(Pick(12), text->size() - at);
    switch (Pick(printable ? 5 : 6)) {
      case 0:
        text->erase(at, length);
        break;
      case 1:
        text->insert(at, words_[Pick(words_.size())]);
        break;
      case 2:
        text->replace(at, length, words_[Pick(words_.size())]);
        break;
      case 3: {
        const std::string& other = samples_[Pick(samples_.size())];
        text->replace(at, text->size() - at, other.substr(Pick(other.size())));
        break;
      }
      case 4:
        if (at >= text->size()) break;
        (*text)[at] = printable ? static_cast<char>(32 + Pick(95)) : RandomByte();
        break;
      default:
        text->insert(at, 1, '\0');
    }
  }

  std::vector<std::string> samples_;
  std::vector<std::string> words_;
  std::mt19937_64 random_;
};

}  // namespace surefoot::test
