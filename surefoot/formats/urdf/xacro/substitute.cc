/// Substitution in the text of attributes and elements: ${expressions} and $(extensions).

#include <cstdlib>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/expander.h"

namespace surefoot::formats::urdf {
namespace {

/// A part of a text.
struct Piece {
  enum class Kind { kText, kExpression, kExtension };
  Kind kind = Kind::kText;
  /// Without ${ and }, or $( and ).
  std::string text;
};

/// Splits a text into pieces, by the rules of xacro's lexer.
class Lexer {
 public:
  explicit Lexer(const std::string& text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }

  Piece Next() {
    if (text_[at_] != '$') return TextUntilDollar(at_);
    const std::size_t after = std::min(text_.find_first_not_of('$', at_), text_.size());
    const char next = after < text_.size() ? text_[after] : '\0';
    const bool opens = next == '{' || next == '(';
    if (after - at_ > 1) {
      // "$${" is a literal "${".
      if (!opens) Invalid();
      Piece piece{Piece::Kind::kText, text_.substr(at_ + 1, after - at_)};
      at_ = after + 1;
      return piece;
    }
    if (!opens) return TextUntilDollar(at_ + 1);
    const std::size_t close = text_.find(next == '{' ? '}' : ')', after);
    if (close == std::string::npos) Invalid();
    Piece piece{next == '{' ? Piece::Kind::kExpression : Piece::Kind::kExtension,
                text_.substr(after + 1, close - after - 1)};
    at_ = close + 1;
    return piece;
  }

 private:
  [[noreturn]] void Invalid() const {
    Wrong("a $ starts neither ${...} nor $(...)", text_.substr(at_),
          "close the bracket, or write $${ for a literal ${");
  }

  Piece TextUntilDollar(std::size_t search_from) {
    const std::size_t end = std::min(text_.find('$', search_from), text_.size());
    Piece piece{Piece::Kind::kText, text_.substr(at_, end - at_)};
    at_ = end;
    return piece;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

/// Name lookup in $(eval ...): the arguments, and functions that replace $(...).
class EvalNames : public Names {
 public:
  explicit EvalNames(const std::vector<std::pair<std::string, std::string>>& arguments)
      : arguments_(arguments) {}

  std::optional<Value> Find(const std::string& name) override {
    if (name == "true" || name == "false") return name == "true";
    if (IsOneOf(name, {"arg", "find", "env", "optenv", "dirname"})) {
      return BuiltinName{"eval." + name};
    }
    for (const auto& [known, value] : arguments_) {
      if (name == known) return LiteralOf(value);
    }
    return std::nullopt;
  }

 private:
  const std::vector<std::pair<std::string, std::string>>& arguments_;
};

}  // namespace

/// xacro's eval_text(): evaluates the pieces from left to right and joins them as strings.
Value Expander::EvaluateText(const std::string& text, Scope* scope) {
  const Budget::Level level(&budget_);
  budget_.Text(text.size());
  std::vector<Value> values;
  Lexer lexer(text);
  while (!lexer.done()) {
    Piece piece = lexer.Next();
    if (piece.kind == Piece::Kind::kExpression) {
      values.push_back(EvaluateExpression(piece.text, scope));
    } else if (piece.kind == Piece::Kind::kExtension) {
      values.push_back(EvaluateExtension(piece.text, scope));
    } else {
      values.emplace_back(std::move(piece.text));
    }
  }
  // A text of one piece keeps the type of its value: "${1 + 1}" is an integer.
  if (values.size() == 1) return std::move(values[0]);
  std::string joined;
  for (const Value& value : values) {
    joined += StrOf(value, &budget_);
    if (static_cast<std::int64_t>(joined.size()) > budget_.limits().string_bytes) break;
  }
  budget_.Text(joined.size());
  return joined;
}

std::string Expander::EvaluateToString(const std::string& text, Scope* scope) {
  if (text.find('$') == std::string::npos) {
    budget_.Text(text.size());
    return text;
  }
  return StrOf(EvaluateText(text, scope), &budget_);
}

Value Expander::EvaluateExpression(const std::string& text, Scope* scope) {
  // $(arg x) inside of ${...} is substituted first.
  return Evaluate(EvaluateToString(text, scope), Surroundings{scope, this, &budget_});
}

/// $(eval ...) evaluates an expression with arguments as names; its result is text, as in
/// roslaunch.
Value Expander::EvaluateExtension(const std::string& text, Scope* scope) {
  const std::string inside = EvaluateToString(text, scope);
  if (inside.starts_with("eval ")) {
    EvalNames names(arguments_);
    return StrOf(Evaluate(inside.substr(5), Surroundings{&names, this, &budget_}), &budget_);
  }
  std::vector<std::string> words;
  for (std::string& word : SplitAt(inside, ' ')) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  return Substitute(words);
}

/// Carries out $(command words). Files from clients get no information about the machine.
std::string Expander::Substitute(const std::vector<std::string>& words) {
  const std::string command = words.empty() ? "" : words[0];
  std::string result;
  if (command == "arg") {
    result = Argument(words);
  } else if (command == "env" || command == "optenv") {
    result = Environment(words);
  } else if (command == "dirname") {
    result = std::filesystem::absolute(files_.back()).lexically_normal().parent_path().string();
  } else if (command == "find" && words.size() == 2) {
    const Result<std::string> folder = Resolve("package://" + words[1]);
    if (!folder.ok()) Wrong("$(find) failed: " + folder.error().message, words[1]);
    result = *folder;
  } else if (command == "cwd" && !restricted()) {
    std::error_code error;
    result = std::filesystem::current_path(error).string();
  } else {
    Wrong(command == "cwd" ? "$(cwd) is not available to files from clients"
                           : "unknown xacro substitution",
          "$(" + Shortened(command) + ")",
          "accepted: $(arg NAME), $(find PACKAGE), $(env NAME), $(optenv NAME DEFAULT), "
          "$(dirname), $(cwd), $(eval EXPRESSION)");
  }
  budget_.Text(result.size());
  return result;
}

std::string Expander::Argument(const std::vector<std::string>& words) const {
  if (words.size() != 2) Wrong("$(arg NAME) takes one name");
  for (const auto& [name, value] : arguments_) {
    if (name == words[1]) return value;
  }
  Wrong("undefined argument", words[1],
        "write <xacro:arg name=\"" + Shortened(words[1]) +
            "\" default=\"...\"/>, or load FILE.xacro?" + Shortened(words[1]) + "=value");
}

/// $(env NAME) requires the variable, $(optenv NAME DEFAULT) does not. The default may contain
/// blanks.
std::string Expander::Environment(const std::vector<std::string>& words) const {
  if (words.size() < 2) Wrong("$(" + words[0] + " NAME) takes the name of a variable");
  std::string fallback;
  for (std::size_t i = 2; i < words.size(); ++i) fallback += (i > 2 ? " " : "") + words[i];
  const bool optional = words[0] == "optenv";
  if (restricted()) {
    if (optional) return fallback;
    Wrong("environment variables are not available to files from clients",
          "$(env " + words[1] + ")",
          "write $(optenv " + Shortened(words[1]) + " DEFAULT), or the value itself");
  }
  const char* value = std::getenv(words[1].c_str());
  if (value != nullptr) return value;
  if (optional) return fallback;
  Wrong("an environment variable is not set", words[1],
        "set it, or write $(optenv " + Shortened(words[1]) + " DEFAULT)");
}

}  // namespace surefoot::formats::urdf
