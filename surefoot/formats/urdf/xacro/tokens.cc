#include "surefoot/formats/urdf/xacro/tokens.h"

#include <algorithm>
#include <cctype>
#include <charconv>

// Numbers and strings follow Python's grammar, including underscores in numbers and escapes in
// strings.

namespace surefoot::formats::urdf {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool StartsName(char c) {
  // Bytes above 127 are letters of other alphabets in UTF-8.
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Splits an expression into tokens by the lexical rules of Python.
class Tokenizer {
 public:
  Tokenizer(const std::string& text, Budget* budget) : text_(text), budget_(budget) {}

  std::vector<Token> Run() {
    std::vector<Token> tokens;
    while (true) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      budget_->Step();
      if (at_ >= text_.size()) break;
      tokens.push_back(Next());
    }
    tokens.push_back(Token{});
    return tokens;
  }

 private:
  char Peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // The first character decides. A point starts a number only before a digit; otherwise it
  // accesses an attribute.
  Token Next() {
    const char c = Peek();
    if (c == '\'' || c == '"') return Text();
    if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) return Number();
    if (StartsName(c)) return Name();
    return Operator();
  }

  Token Name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (StartsName(text_[at_]) || IsDigit(text_[at_]))) ++at_;
    std::string name = text_.substr(start, at_ - start);
    if (Peek() == '\'' || Peek() == '"') {
      Unsupported("strings with a prefix are not supported", name + Peek() + "...",
                  "write 'text' without a letter in front");
    }
    return Token{Token::Kind::kName, std::move(name), {}};
  }

  /// Two-character operators first, so that "**" is not read as two "*". Operators that the parser
  /// does not support are tokens too: the parser names them in its message.
  Token Operator() {
    for (const char* known : {"**", "//", "<=", ">=", "==", "!=", "<<", ">>", ":=", "->"}) {
      if (text_.compare(at_, 2, known) != 0) continue;
      at_ += 2;
      return Token{Token::Kind::kOperator, known, {}};
    }
    const char c = text_[at_++];
    if (std::string("+-*/%<>()[]{},.:=&|^~@").find(c) == std::string::npos) {
      Wrong("an expression contains an invalid character", text_, std::string("remove ") + c);
    }
    return Token{Token::Kind::kOperator, std::string(1, c), {}};
  }

  /// An integer in another base: 0x1F, 0b11, 0o17.
  Token Based(int base) {
    at_ += 2;
    const std::size_t start = at_;
    while (std::isalnum(static_cast<unsigned char>(Peek())) != 0) ++at_;
    std::int64_t value = 0;
    const char* end = text_.data() + at_;
    const auto [last, error] = std::from_chars(text_.data() + start, end, value, base);
    if (error != std::errc() || last != end || start == at_) {
      Wrong("not an integer, or larger than 64 bits", text_.substr(start - 2, at_ - start + 2));
    }
    return Token{Token::Kind::kNumber, "", value};
  }

  /// Python allows single underscores between digits: 1_000.
  void SkipDigits() {
    while (IsDigit(Peek()) || (Peek() == '_' && IsDigit(Peek(1)))) ++at_;
  }

  /// A float has a point or an exponent; otherwise the number is an integer.
  Token Number() {
    const char second = static_cast<char>(std::tolower(static_cast<unsigned char>(Peek(1))));
    if (Peek() == '0' && second == 'x') return Based(16);
    if (Peek() == '0' && second == 'b') return Based(2);
    if (Peek() == '0' && second == 'o') return Based(8);
    const std::size_t start = at_;
    SkipDigits();
    bool is_float = Peek() == '.';
    if (is_float) {
      ++at_;
      SkipDigits();
    }
    const std::size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
    if ((Peek() == 'e' || Peek() == 'E') && IsDigit(Peek(1 + sign))) {
      is_float = true;
      at_ += 1 + sign;
      SkipDigits();
    }
    std::string digits = text_.substr(start, at_ - start);
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    // Also catches units such as 5cm, which Python rejects as well.
    if (StartsName(Peek())) Wrong("a number is followed by a letter", text_.substr(start, 20));
    return Token{Token::Kind::kNumber, "", is_float ? Float(digits) : Integer(digits)};
  }

  static Value Float(const std::string& digits) {
    double value = 0.0;
    if (!ParsePythonFloat(digits, &value)) Wrong("not a number", digits);
    return value;
  }

  static Value Integer(const std::string& digits) {
    std::int64_t value = 0;
    if (digits.size() > 1 && digits[0] == '0' && digits.find_first_not_of('0') < digits.size()) {
      Wrong("an integer in an expression has leading zeros", digits, "remove them");
    }
    if (!ParsePythonInt(digits, &value)) {
      Unsupported("an integer exceeds 64 bits", digits, "write it as a float: 1e30");
    }
    return value;
  }

  /// A string in single or double quotes.
  Token Text() {
    const char quote = text_[at_++];
    if (Peek() == quote && Peek(1) == quote) {
      Unsupported("strings in triple quotes are not supported", "", "write 'text'");
    }
    std::string value;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\') {
        ++at_;
        value += Escaped();
      } else {
        value += text_[at_];
      }
      ++at_;
    }
    if (at_ >= text_.size()) {
      Wrong("a string in an expression has no closing quote", text_, std::string("add ") + quote);
    }
    ++at_;
    budget_->Text(value.size());
    return Token{Token::Kind::kText, "", std::move(value)};
  }

  /// The usual escapes. Others (\x41, octal) are left to the program xacro.
  std::string Escaped() const {
    switch (Peek()) {
      case 'n':
        return "\n";
      case 't':
        return "\t";
      case '\\':
      case '\'':
      case '"':
        return std::string(1, Peek());
      default:
        Unsupported("this escape sequence is not supported", std::string("\\") + Peek(),
                    "accepted: \\n \\t \\\\ \\' \\\"");
    }
  }

  const std::string& text_;
  Budget* budget_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> Tokenize(const std::string& text, Budget* budget) {
  return Tokenizer(text, budget).Run();
}

}  // namespace surefoot::formats::urdf
