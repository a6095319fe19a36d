#include "surefoot/formats/urdf/xacro/expression.h"

#include <algorithm>
#include <utility>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/urdf/xacro/tokens.h"

namespace surefoot::formats::urdf {
namespace {

using Kind = Expression::Kind;

/// Limit on the height of the tree. Nested parentheses and long chains of operators both make it
/// high.
constexpr int kMaxDepth = 200;
constexpr const char* kAccepted =
    "accepted: numbers, strings, names, + - * / // % **, comparisons, and, or, not, in, x if c "
    "else "
    "y, [i], .name, lists, tuples, dicts and calls of known functions";

/// Precedence of the left-associative binary operators, which Binary() parses; 0 for other tokens.
int PrecedenceOf(const Token& token) {
  if (token.kind != Token::Kind::kOperator) return 0;
  if (token.text == "+" || token.text == "-") return 1;
  if (IsOneOf(token.text, {"*", "/", "//", "%"})) return 2;
  return 0;
}

/// A recursive descent parser. Each function parses one level of Python's grammar, from the
/// loosest binding (Conditional) to the tightest (Primary).
class Parser {
 public:
  Parser(const std::string& text, Budget* budget)
      : text_(text), budget_(budget), tokens_(Tokenize(text, budget)) {}

  /// An expression with commas at the top level is a tuple: ${1, 2}.
  Expression Run() {
    if (Peek().kind == Token::Kind::kEnd) Wrong("empty expression", "${" + text_ + "}");
    Expression expression = Conditional();
    if (Is(",")) expression = RestOfTuple(std::move(expression), "");
    if (Peek().kind != Token::Kind::kEnd) Unexpected();
    return expression;
  }

 private:
  const Token& Peek() const { return tokens_[at_]; }
  bool Is(const std::string& text) const {
    return (Peek().kind == Token::Kind::kOperator || Peek().kind == Token::Kind::kName) &&
           Peek().text == text;
  }
  bool Take(const std::string& text) {
    const bool is = Is(text);
    if (is) ++at_;
    return is;
  }
  void Expect(const std::string& text) {
    if (!Take(text)) Unexpected();
  }

  /// Reports the current token. What Python accepts is kUnsupported, so that the program xacro can
  /// take over; everything else is an error of the file.
  [[noreturn]] void Unexpected() const {
    const Token& token = Peek();
    if (Is("for") || Is("async")) Unsupported("comprehensions are not supported", text_, kAccepted);
    if (Is("lambda")) Unsupported("lambda is not supported", text_, kAccepted);
    if (Is(":=")) Unsupported("assignments are not supported", text_, kAccepted);
    if (token.kind == Token::Kind::kOperator &&
        IsOneOf(token.text, {"&", "|", "^", "~", "<<", ">>", "@"})) {
      Unsupported("the operator " + token.text + " is not supported", text_, kAccepted);
    }
    if (token.kind == Token::Kind::kText) {
      Unsupported("adjacent strings are not supported", text_, "join them with +");
    }
    Wrong(token.kind == Token::Kind::kEnd ? "the expression ends unexpectedly"
                                          : "syntax error in an expression",
          text_, kAccepted);
  }

  /// One level of the parser's own recursion.
  class Nested {
   public:
    explicit Nested(Parser* parser) : level_(parser->budget_) { parser->budget_->Step(); }

   private:
    Budget::Level level_;
  };

  /// Creates a node and checks the height of the tree.
  Expression Made(Kind kind, std::vector<Expression> parts, std::string text = "") const {
    Expression made;
    made.kind = kind;
    made.text = std::move(text);
    made.parts = std::move(parts);
    for (const Expression& part : made.parts) made.depth = std::max(made.depth, part.depth + 1);
    if (made.depth > kMaxDepth) {
      throw Failure{Failure::Kind::kLimit, "an expression is nested too deeply", Shortened(text_),
                    "at most " + std::to_string(kMaxDepth) + " levels are accepted"};
    }
    return made;
  }

  static std::vector<Expression> Pair(Expression first, Expression second) {
    std::vector<Expression> parts;
    parts.push_back(std::move(first));
    parts.push_back(std::move(second));
    return parts;
  }

  /// a if c else b, right-associative.
  Expression Conditional() {
    const Nested nested(this);
    if (Is("lambda")) Unexpected();
    Expression value = Or();
    if (!Take("if")) return value;
    std::vector<Expression> parts;
    parts.push_back(Or());
    parts.push_back(std::move(value));
    Expect("else");
    parts.push_back(Conditional());
    return Made(Kind::kConditional, std::move(parts));
  }

  Expression Or() {
    Expression first = And();
    if (!Is("or")) return first;
    std::vector<Expression> parts;
    parts.push_back(std::move(first));
    while (Take("or")) parts.push_back(And());
    return Made(Kind::kOr, std::move(parts));
  }

  Expression And() {
    Expression first = Not();
    if (!Is("and")) return first;
    std::vector<Expression> parts;
    parts.push_back(std::move(first));
    while (Take("and")) parts.push_back(Not());
    return Made(Kind::kAnd, std::move(parts));
  }

  Expression Not() {
    if (!Take("not")) return Comparison();
    const Nested nested(this);
    return Made(Kind::kNot, {Not()});
  }

  /// Consumes a comparison operator and returns it; empty when there is none.
  std::string TakeComparison() {
    for (const char* known : {"<", "<=", ">", ">=", "==", "!=", "in"}) {
      if (Take(known)) return known;
    }
    if (Is("not") && tokens_[at_ + 1].text == "in") {
      at_ += 2;
      return "not in";
    }
    if (Take("is")) return Take("not") ? "is not" : "is";
    return "";
  }

  /// Comparisons can be chained; see Evaluator::CompareOf().
  Expression Comparison() {
    Expression first = Binary(1);
    std::string word = TakeComparison();
    if (word.empty()) return first;
    std::vector<Expression> parts;
    parts.push_back(std::move(first));
    std::vector<std::string> words;
    while (!word.empty()) {
      words.push_back(std::move(word));
      parts.push_back(Binary(1));
      word = TakeComparison();
    }
    Expression made = Made(Kind::kCompare, std::move(parts));
    made.words = std::move(words);
    return made;
  }

  /// Precedence climbing (Richards and Whitby-Strevens, 1979): operators with at least this
  /// precedence.
  Expression Binary(int precedence) {
    Expression left = Unary();
    while (PrecedenceOf(Peek()) >= precedence) {
      const std::string text = Peek().text;
      const int own = PrecedenceOf(Peek());
      ++at_;
      left = Made(Kind::kBinary, Pair(std::move(left), Binary(own + 1)), text);
    }
    return left;
  }

  Expression Unary() {
    if (!Is("-") && !Is("+")) return Power();
    const Nested nested(this);
    const Kind kind = Is("-") ? Kind::kNegate : Kind::kPlus;
    ++at_;
    return Made(kind, {Unary()});
  }

  /// ** binds tighter than a sign on its left and looser than one on its right: -2**-1 is
  /// -(2**(-1)).
  Expression Power() {
    Expression base = Postfix();
    if (!Take("**")) return base;
    const Nested nested(this);
    return Made(Kind::kBinary, Pair(std::move(base), Unary()), "**");
  }

  /// Attributes, calls and indices, in any number: f(x)[0].y.
  Expression Postfix() {
    Expression value = Primary();
    while (true) {
      if (Take(".")) {
        value = Made(Kind::kAttribute, {std::move(value)}, AttributeName());
      } else if (Take("(")) {
        value = Call(std::move(value));
      } else if (Take("[")) {
        value = Index(std::move(value));
      } else {
        return value;
      }
    }
  }

  std::string Name() {
    if (Peek().kind != Token::Kind::kName) Unexpected();
    const std::string& name = tokens_[at_++].text;
    if (name.starts_with("__")) {
      Wrong("names that start with two underscores are not allowed", name, "rename the property");
    }
    return name;
  }

  std::string AttributeName() {
    std::string name = Name();
    if (name[0] == '_') {
      Unsupported("attributes that start with an underscore are not supported", "." + name,
                  "write dict['" + name + "']; Python's internal attributes are not accessible");
    }
    return name;
  }

  /// The arguments after "(": positional ones, then named ones.
  Expression Call(Expression function) {
    std::vector<Expression> parts;
    std::vector<std::string> words;
    parts.push_back(std::move(function));
    while (!Take(")")) {
      if (Is("*") || Is("**")) {
        Unsupported("unpacking with * is not supported", text_, "write each argument");
      }
      const bool named = Peek().kind == Token::Kind::kName && tokens_[at_ + 1].text == "=";
      if (named) {
        words.push_back(Name());
        Expect("=");
      } else if (!words.empty()) {
        Wrong("a positional argument follows a named one", text_);
      }
      parts.push_back(Conditional());
      if (!Take(",") && !Is(")")) Unexpected();
    }
    Expression made = Made(Kind::kCall, std::move(parts));
    made.words = std::move(words);
    return made;
  }

  /// The part after "[": an index or a slice with up to three bounds, which are None when absent.
  Expression Index(Expression from) {
    std::vector<Expression> bounds;
    bool slice = false;
    Expression bound;
    while (!Is("]")) {
      if (Take(":")) {
        bounds.push_back(std::exchange(bound, Expression{}));
        slice = true;
      } else {
        bound = Conditional();
        if (Is(",")) bound = RestOfTuple(std::move(bound), "]");
        if (!Is(":") && !Is("]")) Unexpected();
      }
    }
    Expect("]");
    if (!slice && bound.kind == Kind::kConstant && bound.constant.IsNone()) {
      Wrong("an index is empty", text_);
    }
    if (!slice) return Made(Kind::kIndex, Pair(std::move(from), std::move(bound)));
    bounds.push_back(std::move(bound));
    if (bounds.size() > 3) Wrong("a slice has more than three parts", text_);
    bounds.resize(3);
    bounds.insert(bounds.begin(), std::move(from));
    return Made(Kind::kSlice, std::move(bounds));
  }

  /// The rest of a tuple after its first value. Stops before `close`, which is not consumed.
  Expression RestOfTuple(Expression first, const std::string& close) {
    std::vector<Expression> parts;
    parts.push_back(std::move(first));
    while (Take(",")) {
      if (Is(close) || Peek().kind == Token::Kind::kEnd) break;
      parts.push_back(Conditional());
    }
    return Made(Kind::kTuple, std::move(parts));
  }

  Expression Primary() {
    if (Peek().kind == Token::Kind::kNumber || Peek().kind == Token::Kind::kText) {
      Expression constant;
      constant.constant = tokens_[at_++].value;
      if (Peek().kind == Token::Kind::kText) Unexpected();
      return constant;
    }
    if (Take("(")) return Parenthesised();
    if (Take("[")) return ListLiteral();
    if (Take("{")) return DictLiteral();
    if (Peek().kind != Token::Kind::kName) Unexpected();
    return Named();
  }

  /// A name or a constant. Keywords cannot be names; those of unsupported grammar are reported as
  /// such.
  Expression Named() {
    if (IsOneOf(Peek().text, {"and", "or", "not", "in", "is", "if", "else", "lambda", "for",
                              "await", "async", "yield", "import"})) {
      Unexpected();
    }
    Expression made;
    made.text = Name();
    if (made.text == "True" || made.text == "False") {
      made.constant = made.text == "True";
    } else if (made.text != "None") {
      made.kind = Kind::kName;
    }
    return made;
  }

  Expression Parenthesised() {
    if (Take(")")) return Made(Kind::kTuple, {});
    Expression value = Conditional();
    if (Is(",")) value = RestOfTuple(std::move(value), ")");
    Expect(")");
    return value;
  }

  Expression ListLiteral() {
    std::vector<Expression> parts;
    while (!Take("]")) {
      parts.push_back(Conditional());
      if (!Take(",") && !Is("]")) Unexpected();
    }
    return Made(Kind::kList, std::move(parts));
  }

  Expression DictLiteral() {
    std::vector<Expression> parts;
    while (!Take("}")) {
      parts.push_back(Conditional());
      if (!Is(":")) Unsupported("sets are not supported", text_, "write a list: [a, b]");
      Expect(":");
      parts.push_back(Conditional());
      if (!Take(",") && !Is("}")) Unexpected();
    }
    return Made(Kind::kDict, std::move(parts));
  }

  const std::string& text_;
  Budget* budget_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

Expression ParseExpression(const std::string& text, Budget* budget) {
  return Parser(text, budget).Run();
}

}  // namespace surefoot::formats::urdf
