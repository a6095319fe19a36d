#include "surefoot/msgs/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cstring>

// A pull parser (RFC 8259) with limits on depth and memory, because JSON comes from clients.

namespace surefoot::msgs {
namespace {

bool IsBlank(char letter) {
  return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
}
bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }

/// Number of bytes of the character at `at`; 0 if they are not valid UTF-8 (RFC 3629).
std::size_t Utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    // Neither overlong encodings nor surrogates.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0)) return 0;
    return follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90)) return 0;
    return follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

/// Appends a code point up to 0x10ffff.
void AppendUtf8(unsigned code, std::string* out) {
  const auto put = [out](unsigned byte) { *out += static_cast<char>(byte); };
  const auto follow = [&](int shift) { put(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    follow(0);
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    follow(6);
    follow(0);
  } else {
    put(0xf0 | code >> 18);
    follow(12);
    follow(6);
    follow(0);
  }
}

/// Length of the number at the start; 0 if there is none.
std::size_t NumberLength(std::string_view text) {
  std::size_t i = 0;
  const auto at = [&] { return i < text.size() ? text[i] : '\0'; };
  const auto digits = [&] {
    const std::size_t first = i;
    while (IsDigit(at())) ++i;
    return i > first;
  };
  if (at() == '-') ++i;
  if (at() == '0') {
    ++i;
  } else if (!digits()) {
    return 0;
  }
  if (at() == '.') {
    ++i;
    if (!digits()) return 0;
  }
  if (at() == 'e' || at() == 'E') {
    ++i;
    if (at() == '+' || at() == '-') ++i;
    if (!digits()) return 0;
  }
  return i;
}

}  // namespace

bool JsonReader::Fail(const std::string& why) {
  if (error_.empty()) error_ = why;
  return false;
}

bool JsonReader::FailSyntax(const std::string& why) {
  return Fail("not valid JSON at character " + std::to_string(at_ + 1) + ": " + why);
}

void JsonReader::SkipBlanks() {
  while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
}

std::string JsonReader::Excerpt(std::size_t max) {
  SkipBlanks();
  std::string text(text_.substr(at_, max));
  // Not in the middle of a character.
  std::size_t whole = 0;
  while (whole < text.size()) {
    const std::size_t length = Utf8Length(text, whole);
    if (length == 0) break;
    whole += length;
  }
  text.resize(whole);
  return at_ + max < text_.size() ? text + "..." : text;
}

JsonReader::Kind JsonReader::Peek() {
  if (!ok()) return Kind::kNothing;
  SkipBlanks();
  if (at_ >= text_.size()) return Kind::kNothing;
  switch (text_[at_]) {
    case '{':
      return Kind::kObject;
    case '[':
      return Kind::kArray;
    case '"':
      return Kind::kString;
    case 't':
    case 'f':
      return Kind::kBool;
    case 'n':
      return Kind::kNull;
    default:
      return IsDigit(text_[at_]) || text_[at_] == '-' ? Kind::kNumber : Kind::kNothing;
  }
}

bool JsonReader::Word(const char* word) {
  const std::size_t length = std::strlen(word);
  if (text_.substr(at_, length) != word) return FailSyntax(std::string(word) + " was expected");
  at_ += length;
  return true;
}

bool JsonReader::ReadNull() {
  return Peek() == Kind::kNull ? Word("null") : FailSyntax("null was expected");
}

bool JsonReader::ReadBool(bool* value) {
  if (Peek() != Kind::kBool) return FailSyntax("true or false was expected");
  *value = text_[at_] == 't';
  return Word(*value ? "true" : "false");
}

bool JsonReader::ReadNumber(std::string_view* value) {
  if (Peek() != Kind::kNumber) return FailSyntax("a number was expected");
  const std::size_t length = NumberLength(text_.substr(at_));
  if (length == 0) return FailSyntax("not a valid number");
  *value = text_.substr(at_, length);
  at_ += length;
  return true;
}

bool JsonReader::ReadHex(unsigned* code) {
  if (at_ + 4 > text_.size()) return FailSyntax("four digits were expected after \\u");
  const char* first = text_.data() + at_;
  const auto [end, error] = std::from_chars(first, first + 4, *code, 16);
  if (error != std::errc() || end != first + 4) {
    return FailSyntax("four digits were expected after \\u");
  }
  at_ += 4;
  return true;
}

/// Escapes as in RFC 8259, section 7. Code points above U+FFFF are written as surrogate pairs.
bool JsonReader::ReadEscape(std::string* value) {
  static constexpr char kLetters[] = "\"\\/bfnrt";
  static constexpr char kMeant[] = "\"\\/\b\f\n\r\t";
  const char letter = at_ < text_.size() ? text_[at_++] : '\0';
  if (letter != 'u') {
    const char* found = letter == '\0' ? nullptr : std::strchr(kLetters, letter);
    if (found == nullptr) return FailSyntax("an unknown escape after \\");
    *value += kMeant[found - kLetters];
    return true;
  }
  unsigned code = 0;
  if (!ReadHex(&code)) return false;
  if (code >= 0xd800 && code < 0xdc00) {
    unsigned low = 0;
    if (text_.substr(at_, 2) != "\\u") return FailSyntax("half of a surrogate pair");
    at_ += 2;
    if (!ReadHex(&low)) return false;
    if (low < 0xdc00 || low >= 0xe000) return FailSyntax("half of a surrogate pair");
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  } else if (code >= 0xdc00 && code < 0xe000) {
    return FailSyntax("half of a surrogate pair");
  }
  AppendUtf8(code, value);
  return true;
}

/// Copies one unescaped character.
bool JsonReader::CopyUtf8(std::string* value) {
  if (static_cast<unsigned char>(text_[at_]) < 0x20) {
    return FailSyntax("a control character in a text");
  }
  const std::size_t length = Utf8Length(text_, at_);
  if (length == 0) return FailSyntax("the text is not UTF-8");
  value->append(text_, at_, length);
  at_ += length;
  return true;
}

bool JsonReader::ReadString(std::string* value) {
  if (Peek() != Kind::kString) return FailSyntax("a text in quotes was expected");
  value->clear();
  for (++at_; at_ < text_.size();) {
    // Plain characters are copied at once: most texts contain nothing else, and some are whole
    // pictures.
    std::size_t plain = at_;
    while (plain < text_.size() && static_cast<signed char>(text_[plain]) >= 0x20 &&
           text_[plain] != '"' && text_[plain] != '\\') {
      ++plain;
    }
    value->append(text_, at_, plain - at_);
    at_ = plain;
    if (at_ == text_.size()) break;
    if (text_[at_] == '"') {
      ++at_;
      return true;
    }
    if (text_[at_] == '\\') {
      ++at_;
      if (!ReadEscape(value)) return false;
    } else if (!CopyUtf8(value)) {
      return false;
    }
  }
  return FailSyntax("the text has no end");
}

bool JsonReader::Begin(char bracket) {
  if (Peek() == Kind::kNothing || text_[at_] != bracket) {
    return FailSyntax(std::string("a '") + bracket + "' was expected");
  }
  if (depth_ >= max_depth_) {
    return FailSyntax("nested too deeply (at most " + std::to_string(max_depth_) + ")");
  }
  ++at_;
  ++depth_;
  first_ = true;
  return true;
}

/// True if another entry follows; false at the closing bracket, which is consumed.
bool JsonReader::Next(char closing) {
  if (!ok()) return false;
  SkipBlanks();
  if (at_ >= text_.size()) return FailSyntax(std::string("a '") + closing + "' is missing");
  if (text_[at_] == closing) {
    ++at_;
    --depth_;
    first_ = false;
    return false;
  }
  if (!first_) {
    if (text_[at_] != ',') return FailSyntax("a ',' is missing");
    ++at_;
  }
  first_ = false;
  return true;
}

bool JsonReader::BeginObject() { return Begin('{'); }
bool JsonReader::BeginArray() { return Begin('['); }

bool JsonReader::NextKey(std::string* key) {
  if (!Next('}') || !ReadString(key)) return false;
  SkipBlanks();
  if (at_ >= text_.size() || text_[at_] != ':') return FailSyntax("a ':' is missing");
  ++at_;
  return true;
}

bool JsonReader::NextItem() {
  if (!Next(']')) return false;
  return Peek() != Kind::kNothing || FailSyntax("a value is missing");
}

/// Validates what it skips.
bool JsonReader::Skip(std::string_view* raw) {
  const Kind kind = Peek();
  const std::size_t first = at_;
  std::string text;
  std::string_view number;
  bool flag = false;
  switch (kind) {
    case Kind::kObject:
      // Recursion is limited by max_depth.
      if (!BeginObject()) return false;
      while (NextKey(&text)) Skip();
      break;
    case Kind::kArray:
      if (!BeginArray()) return false;
      while (NextItem()) Skip();
      break;
    case Kind::kString:
      ReadString(&text);
      break;
    case Kind::kNumber:
      ReadNumber(&number);
      break;
    case Kind::kBool:
      ReadBool(&flag);
      break;
    case Kind::kNull:
      ReadNull();
      break;
    case Kind::kNothing:
      return FailSyntax("a value is missing");
  }
  if (raw != nullptr && ok()) *raw = text_.substr(first, at_ - first);
  return ok();
}

bool JsonReader::AtEnd() {
  if (!ok()) return false;
  SkipBlanks();
  if (at_ < text_.size()) return FailSyntax("there is more after the end");
  return depth_ == 0 || FailSyntax("the end is missing");
}

void AppendJsonText(std::string_view text, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  *out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const auto letter = static_cast<unsigned char>(text[i]);
    const std::size_t length = Utf8Length(text, i);
    if (length == 0) {
      out->append("\xef\xbf\xbd");
      ++i;
      continue;
    }
    if (letter == '"' || letter == '\\') {
      *out += '\\';
      *out += text[i];
    } else if (letter == '\n') {
      out->append("\\n");
    } else if (letter < 0x20) {
      out->append("\\u00");
      *out += kHex[letter >> 4];
      *out += kHex[letter & 15];
    } else {
      out->append(text, i, length);
    }
    i += length;
  }
  *out += '"';
}

}  // namespace surefoot::msgs
