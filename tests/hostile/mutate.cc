#include "tests/hostile/mutate.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "tests/hostile/markup.h"

namespace surefoot::hostile {
namespace {

/// Values that replace a number or a name.
const std::vector<std::string>& BadValues() {
  static const std::vector<std::string> values = {
      "nan",
      "-nan",
      "inf",
      "-inf",
      "1e308",
      "-1e308",
      "1e400",
      "1e-320",
      "0",
      "-0",
      "-1",
      "1e9",
      "1e-9",
      "1e18",
      "-1e18",
      "2147483648",
      "-2147483649",
      "18446744073709551616",
      "",
      " ",
      "1,5",
      "1;2;3",
      "0x10",
      "1e",
      "--1",
      "+-3",
      "1.2.3",
      "one",
      "true",
      "0 0 0",
      "1 2 3 4 5 6 7 8 9",
      "1e200 1e200 1e200",
      "nan nan nan",
      "0 0 0 nan 0 0",
      "world",
      "__root__",
      "__model__",
      "a::b",
      "::",
      "%s%n%n",
      "../../../../../../etc/passwd",
      "/dev/zero",
      "/dev/tty",
      "/",
      ".",
      "file:///",
      "model://",
      "package://",
      "package:///x.stl",
      "https://",
      "surefoot:terrain/",
      "surefoot:terrain/gravel?pieces=100000x100000&amp;resolution=1e-9",
      "surefoot:terrain/mars?size=1e300x20&amp;craters=1e300&amp;pad=nan,0,1",
      "surefoot:rock?size=1e300&amp;corners=1000000",
      "&amp;&lt;&quot;",
      "&#0;",
      "&nosuch;",
      "\xff\xfe",
      "\xc3\x28",
      "..\\..\\x.stl"};
  return values;
}

std::string Cut(const std::string& text, const Span& span) {
  return text.substr(span.first, span.size());
}

void Replace(std::string* text, const Span& span, const std::string& with) {
  text->replace(span.first, span.size(), with);
}

bool StartsNumber(const std::string& text, std::size_t at) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  const bool fresh = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
  return fresh && (digit(at) || (text[at] == '-' && digit(at + 1)));
}

/// Positions of all numbers in a text.
std::vector<Span> FindNumbers(const std::string& text) {
  std::vector<Span> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!StartsNumber(text, i)) continue;
    std::size_t end = i + 1;
    while (end < text.size() && std::strchr("0123456789.eE+-", text[end]) != nullptr) ++end;
    found.push_back({i, end});
    i = end;
  }
  return found;
}

}  // namespace

std::size_t Mutator::Pick(std::size_t count) {
  return count == 0 ? 0 : static_cast<std::size_t>(random_() % count);
}

std::string Mutator::Mutate(const std::string& sample, Kind kind,
                            const std::vector<std::string>& others, const std::string& own_path) {
  std::string text = sample;
  const std::size_t changes = 1 + Pick(4);
  for (std::size_t i = 0; i < changes && text.size() < (4U << 20U); ++i) {
    const bool raw = Pick(8) == 0;
    if (kind == Kind::kBinary) {
      Pick(2) == 0 ? ChangeBytes(&text) : ChangeWords(&text);
    } else if (raw) {
      ChangeBytes(&text);
    } else if (kind == Kind::kXml) {
      ChangeMarkup(&text, others, own_path);
    } else {
      Pick(3) == 0 ? ChangeBytes(&text) : ChangeNumber(&text);
    }
  }
  return text;
}

void Mutator::ChangeMarkup(std::string* text, const std::vector<std::string>& others,
                           const std::string& own_path) {
  switch (Pick(10)) {
    case 0:
    case 1:
    case 2:
      return ChangeElements(text, others);
    case 3:
    case 4:
      return ChangeNumber(text);
    case 5:
      if (Pick(6) == 0) return Wrap(text);
      [[fallthrough]];
    default:
      return ChangeValues(text, own_path);
  }
}

void Mutator::ChangeElements(std::string* text, const std::vector<std::string>& others) {
  const Markup markup = FindMarkup(*text);
  if (markup.elements.empty()) return ChangeBytes(text);
  const Span element = markup.elements[Pick(markup.elements.size())];
  const Span other = markup.elements[Pick(markup.elements.size())];
  const std::string copy = Cut(*text, other);
  switch (Pick(6)) {
    case 0:
      return Replace(text, element, "");
    case 1:  // repeat it once or many times
      for (std::size_t i = Pick(10) == 0 ? 200 : 1; i > 0 && text->size() < (2U << 20U); --i) {
        text->insert(element.first, Cut(*text, element));
      }
      return;
    case 2:
      return Replace(text, element, copy);
    case 3:  // copy it behind another element
      text->insert(other.last, Cut(*text, element));
      return;
    case 4: {  // rename it, sometimes in the opening tag only
      const Span name = markup.names[Pick(markup.names.size())];
      const std::string old_name = Cut(*text, name);
      const std::string new_name = Cut(*text, markup.names[Pick(markup.names.size())]);
      const std::size_t close = text->find("</" + old_name + ">", name.last);
      if (close != std::string::npos) text->replace(close + 2, old_name.size(), new_name);
      return Replace(text, name, new_name);
    }
    default: {  // insert an element of another file
      if (others.empty()) return;
      const std::string& from = others[Pick(others.size())];
      const Markup pieces = FindMarkup(from);
      if (pieces.elements.empty()) return;
      const Span piece = pieces.elements[Pick(pieces.elements.size())];
      text->insert(element.last, Cut(from, piece));
    }
  }
}

void Mutator::ChangeValues(std::string* text, const std::string& own_path) {
  const Markup markup = FindMarkup(*text);
  std::vector<Span> values = markup.values;
  values.insert(values.end(), markup.texts.begin(), markup.texts.end());
  if (values.empty()) return ChangeBytes(text);
  const Span value = values[Pick(values.size())];
  switch (Pick(6)) {
    case 0:  // the value of another attribute: duplicate names, cycles of joints, paths to missing
             // files
    case 1:
      return Replace(text, value, Cut(*text, values[Pick(values.size())]));
    case 2:
    case 3:
      return Replace(text, value, BadValues()[Pick(BadValues().size())]);
    case 4:
      if (Pick(3) == 0) return Replace(text, value, own_path);
      if (Pick(8) == 0) return Replace(text, value, std::string(1U << Pick(18), 'x'));
      return Replace(text, value, Cut(*text, value) + " " + Cut(*text, value));
    default:
      if (markup.attributes.empty()) return;
      return Replace(text, markup.attributes[Pick(markup.attributes.size())], "");
  }
}

void Mutator::ChangeNumber(std::string* text) {
  const std::vector<Span> numbers = FindNumbers(*text);
  if (numbers.empty()) return ChangeBytes(text);
  const Span number = numbers[Pick(numbers.size())];
  const std::string old_number = Cut(*text, number);
  switch (Pick(5)) {
    case 0:
      return Replace(text, number, "-" + old_number);
    case 1:
      return Replace(text, number, old_number + "e" + std::to_string(Pick(40)));
    case 2:
      return Replace(text, number, old_number + "e-" + std::to_string(Pick(40)));
    case 3:
      return Replace(text, number, Cut(*text, numbers[Pick(numbers.size())]));
    default:
      return Replace(text, number, BadValues()[Pick(25)]);
  }
}

void Mutator::ChangeBytes(std::string* text) {
  if (text->empty()) text->push_back('<');
  const std::size_t at = Pick(text->size());
  const std::size_t length = std::min(text->size() - at, Pick(6) == 0 ? Pick(4096) : 1 + Pick(8));
  switch (Pick(6)) {
    case 0:
      text->resize(at);
      return;
    case 1:
      text->erase(at, length);
      return;
    case 2:
      text->insert(at, text->substr(at, length));
      return;
    case 3:
      (*text)[at] = static_cast<char>(static_cast<unsigned char>((*text)[at]) ^ (1U << Pick(8)));
      return;
    case 4:
      (*text)[at] = static_cast<char>(Pick(256));
      return;
    default:
      for (std::size_t i = 0; i < length; ++i) (*text)[at + i] = static_cast<char>(Pick(256));
  }
}

void Mutator::ChangeWords(std::string* bytes) {
  static const std::uint32_t words[] = {0U,          1U,          0xffffffffU, 0x7fffffffU,
                                        0x80000000U, 0x7fc00000U, 0x7f800000U, 0x7f7fffffU,
                                        0x00ffffffU, 0x10000000U, 0xfffffff0U, 2U};
  if (bytes->size() < sizeof(std::uint32_t)) return ChangeBytes(bytes);
  // Counts are usually at the beginning of a file.
  const std::size_t reach =
      Pick(2) == 0 ? std::min<std::size_t>(bytes->size(), 256) : bytes->size();
  const std::size_t at = Pick(reach - sizeof(std::uint32_t) + 1);
  const std::uint32_t word = words[Pick(std::size(words))];
  const std::size_t width = std::size_t{1} << Pick(3);
  std::memcpy(bytes->data() + at, &word, std::min(width, sizeof word));
}

void Mutator::Wrap(std::string* text) {
  const Markup markup = FindMarkup(*text);
  if (markup.elements.empty()) return;
  const Span element = markup.elements[Pick(markup.elements.size())];
  const std::string name = Cut(*text, markup.names[Pick(markup.names.size())]);
  const std::size_t depth = std::size_t{1} << Pick(15);
  std::string before;
  std::string after;
  for (std::size_t i = 0; i < depth; ++i) {
    before += "<" + name + " name=\"w" + std::to_string(i) + "\">";
    after += "</" + name + ">";
  }
  Replace(text, element, before + Cut(*text, element) + after);
}

}  // namespace surefoot::hostile
