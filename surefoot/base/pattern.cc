#include "surefoot/base/pattern.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "surefoot/base/try.h"

namespace surefoot {
namespace {

using Set = std::bitset<256>;

/// Upper bound of a repetition without one ("a*"), and of the numbers in braces (RE_DUP_MAX of
/// POSIX is 255).
constexpr int kUnbounded = -1;
constexpr int kMaxRepeat = 255;

/// A node of the parsed expression. Children are indices into the parser's list.
struct Node {
  enum class Kind { kEmpty, kBytes, kBegin, kEnd, kSequence, kChoice, kRepeat };
  Kind kind = Kind::kEmpty;
  Set set;
  std::vector<int> parts;
  int least = 0;
  int most = 0;
  /// Instructions of this node with its children; limited while parsing, before they exist.
  std::int64_t size = 0;
};

struct ByteClass {
  std::string_view name;
  int (*contains)(int);
};
constexpr std::array<ByteClass, 12> kClasses = {{{"alnum", std::isalnum},
                                                 {"alpha", std::isalpha},
                                                 {"blank", std::isblank},
                                                 {"cntrl", std::iscntrl},
                                                 {"digit", std::isdigit},
                                                 {"graph", std::isgraph},
                                                 {"lower", std::islower},
                                                 {"print", std::isprint},
                                                 {"punct", std::ispunct},
                                                 {"space", std::isspace},
                                                 {"upper", std::isupper},
                                                 {"xdigit", std::isxdigit}}};

unsigned char Byte(char c) { return static_cast<unsigned char>(c); }

/// Letters, digits and the underscore, which \w stands for.
bool IsWord(int c) { return std::isalnum(c) != 0 || c == '_'; }

Set SetOf(const auto& contains) {
  Set set;
  for (int c = 0; c < 256; ++c) set[static_cast<std::size_t>(c)] = contains(c) != 0;
  return set;
}

/// A parser by recursive descent. Its grammar is that of the standard (9.5.3):
/// choice: sequence { "|" sequence }; sequence: { item { repetition } }.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<int> Parse() {
    const int root = SUREFOOT_TRY(Choice(0));
    if (at_ < text_.size()) return Wrong("a ')' has no '('");
    return root;
  }
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  bool Sees(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool Takes(char c) {
    if (!Sees(c)) return false;
    ++at_;
    return true;
  }
  Error Wrong(const std::string& why) const {
    return Error{why + ", at character " + std::to_string(std::min(at_, text_.size()) + 1)};
  }

  Result<int> Add(Node node) {
    if (node.size > Pattern::kMaxInstructions) {
      return Wrong("the repetitions make it too large; use smaller numbers in braces");
    }
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
  }
  const Node& At(int node) const { return nodes_[static_cast<std::size_t>(node)]; }

  Result<int> Choice(int depth) {
    if (depth > Pattern::kMaxNesting) {
      return Wrong("groups are nested too deeply, at most " + std::to_string(Pattern::kMaxNesting));
    }
    Node node;
    node.kind = Node::Kind::kChoice;
    do {
      const int part = SUREFOOT_TRY(Sequence(depth));
      // A choice needs a split and a jump.
      node.size += At(part).size + 2;
      node.parts.push_back(part);
    } while (Takes('|'));
    return Add(std::move(node));
  }

  Result<int> Sequence(int depth) {
    Node node;
    node.kind = Node::Kind::kSequence;
    while (at_ < text_.size() && !Sees('|') && !Sees(')')) {
      int part = SUREFOOT_TRY(Item(depth));
      while (Sees('*') || Sees('+') || Sees('?') || Sees('{')) {
        part = SUREFOOT_TRY(Repetition(part));
      }
      node.size += At(part).size;
      node.parts.push_back(part);
    }
    return Add(std::move(node));
  }

  Result<int> Item(int depth) {
    const char c = text_[at_++];
    Node node;
    node.size = 1;
    node.kind = Node::Kind::kBytes;
    if (c == '(') {
      const int inside = SUREFOOT_TRY(Choice(depth + 1));
      if (!Takes(')')) return Wrong("a '(' has no ')'");
      return inside;
    }
    if (c == '*' || c == '+' || c == '?' || c == '{') {
      return Wrong(std::string("nothing precedes the '") + c + "'; write \\" + c +
                   " for the character");
    }
    if (c == '^' || c == '$') {
      node.kind = c == '^' ? Node::Kind::kBegin : Node::Kind::kEnd;
    } else if (c == '.') {
      node.set.set();
    } else if (c == '[') {
      node.set = SUREFOOT_TRY(Bracket());
    } else if (c == '\\') {
      node.set = SUREFOOT_TRY(Escape());
    } else {
      node.set.set(Byte(c));
    }
    return Add(std::move(node));
  }

  Result<Set> Escape() {
    if (at_ == text_.size()) return Wrong("a backslash is the last character");
    const char c = text_[at_++];
    const auto not_word = [](int x) { return !IsWord(x); };
    const auto not_space = [](int x) { return std::isspace(x) == 0; };
    if (c == 'w') return SetOf(IsWord);
    if (c == 'W') return SetOf(not_word);
    if (c == 's') return SetOf([](int x) { return std::isspace(x); });
    if (c == 'S') return SetOf(not_space);
    if (std::isalnum(Byte(c)) != 0 || std::string_view("<>`'").find(c) != std::string_view::npos) {
      return Wrong(std::string("\\") + c + " is not supported; accepted: \\w, \\W, \\s, \\S");
    }
    Set set;
    set.set(Byte(c));
    return set;
  }

  /// The number of a repetition; nothing if there is no digit.
  Result<int> Number() {
    int number = 0;
    const std::size_t start = at_;
    for (; at_ < text_.size() && std::isdigit(Byte(text_[at_])) != 0; ++at_) {
      number = 10 * number + (text_[at_] - '0');
      if (number > kMaxRepeat) {
        return Wrong("a number in braces is above " + std::to_string(kMaxRepeat));
      }
    }
    return at_ == start ? kUnbounded : number;
  }

  Result<int> Repetition(int part) {
    Node node;
    node.kind = Node::Kind::kRepeat;
    node.parts = {part};
    const char c = text_[at_++];
    node.least = c == '+' ? 1 : 0;
    node.most = c == '?' ? 1 : kUnbounded;
    if (c == '{') {
      node.least = SUREFOOT_TRY(Number());
      node.most = node.least;
      if (node.least >= 0 && Takes(',')) node.most = SUREFOOT_TRY(Number());
      const bool ordered = node.most == kUnbounded || node.most >= node.least;
      if (node.least < 0 || !ordered || !Takes('}')) {
        return Wrong("braces must contain a number or two: {2}, {2,} or {2,5}");
      }
    }
    const std::int64_t one = At(part).size;
    const std::int64_t optional = node.most == kUnbounded ? 1 : node.most - node.least;
    // Each optional copy has a split, a loop also a jump.
    node.size = node.least * one + optional * (one + 2);
    return Add(std::move(node));
  }

  /// The text of "[:alpha:]" and the like, after the bracket; a single byte for [=a=] and [.a.].
  Result<Set> Named(char kind) {
    const std::string end = std::string(1, kind) + "]";
    const std::size_t close = text_.find(end, at_ + 1);
    if (close == std::string_view::npos) return Wrong("a bracket expression has no end");
    const std::string_view name = text_.substr(at_ + 1, close - at_ - 1);
    at_ = close + 2;
    for (const ByteClass& known : kClasses) {
      if (kind == ':' && name == known.name) return SetOf(known.contains);
    }
    if (kind == ':' || name.size() != 1) {
      return Wrong("[" + std::string(1, kind) + std::string(name) + end + " is not supported");
    }
    Set set;
    set.set(Byte(name[0]));
    return set;
  }

  /// A bracket expression, after "[" (9.3.5). "]" is ordinary in the first place, "-" in the first
  /// and in the last.
  Result<Set> Bracket() {
    const bool negated = Takes('^');
    Set set;
    for (bool first = true;; first = false) {
      if (at_ >= text_.size()) return Wrong("a '[' has no ']'");
      const char c = text_[at_];
      if (c == ']' && !first) break;
      ++at_;
      if (c == '[' && (Sees(':') || Sees('=') || Sees('.'))) {
        set |= SUREFOOT_TRY(Named(text_[at_]));
        continue;
      }
      const bool range = at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']';
      if (!range) {
        set.set(Byte(c));
        continue;
      }
      const unsigned last = Byte(text_[at_ + 1]);
      at_ += 2;
      if (last < Byte(c)) return Wrong("a range in brackets ends before its start");
      for (unsigned i = Byte(c); i <= last; ++i) set.set(i);
    }
    ++at_;
    return negated ? ~set : set;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Node> nodes_;
};

}  // namespace

/// From the parsed expression to instructions.
class PatternCompiler {
 public:
  PatternCompiler(const std::vector<Node>& nodes, Pattern* out) : nodes_(nodes), out_(*out) {}

  // The recursion is bounded by the parser's limit of nested groups and by the repetitions of one
  // item, each of which is a character of a short text.
  void Emit(int index) {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    switch (node.kind) {
      case Node::Kind::kEmpty:
        return;
      case Node::Kind::kBytes:
        out_.sets_.push_back(node.set);
        Put(Kind::kBytes, static_cast<std::int32_t>(out_.sets_.size()) - 1);
        return;
      case Node::Kind::kBegin:
        Put(Kind::kBegin);
        return;
      case Node::Kind::kEnd:
        Put(Kind::kEnd);
        return;
      case Node::Kind::kSequence:
        for (const int part : node.parts) Emit(part);
        return;
      case Node::Kind::kChoice:
        return EmitChoice(node);
      case Node::Kind::kRepeat:
        return EmitRepeat(node);
    }
  }

  void Finish() { Put(Kind::kMatch); }

 private:
  using Kind = Pattern::Instruction::Kind;

  std::int32_t next() const { return static_cast<std::int32_t>(out_.program_.size()); }
  std::size_t Put(Kind kind, std::int32_t a = 0, std::int32_t b = 0) {
    out_.program_.push_back({kind, a, b});
    return out_.program_.size() - 1;
  }

  void EmitChoice(const Node& node) {
    std::vector<std::size_t> jumps;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool last = i + 1 == node.parts.size();
      const std::size_t split = last ? 0 : Put(Kind::kSplit, next() + 1);
      Emit(node.parts[i]);
      if (last) break;
      jumps.push_back(Put(Kind::kJump));
      out_.program_[split].b = next();
    }
    for (const std::size_t jump : jumps) out_.program_[jump].a = next();
  }

  void EmitRepeat(const Node& node) {
    for (int i = 0; i < node.least; ++i) Emit(node.parts[0]);
    if (node.most == kUnbounded) {
      const std::size_t split = Put(Kind::kSplit, next() + 1);
      Emit(node.parts[0]);
      Put(Kind::kJump, static_cast<std::int32_t>(split));
      out_.program_[split].b = next();
      return;
    }
    std::vector<std::size_t> splits;
    for (int i = node.least; i < node.most; ++i) {
      splits.push_back(Put(Kind::kSplit, next() + 1));
      Emit(node.parts[0]);
    }
    for (const std::size_t split : splits) out_.program_[split].b = next();
  }

  const std::vector<Node>& nodes_;
  Pattern& out_;
};

Result<Pattern> Pattern::Make(const std::string& text) {
  if (text.size() > kMaxLength) {
    return Error{"it has " + std::to_string(text.size()) + " characters, at most " +
                 std::to_string(kMaxLength) + " are accepted"};
  }
  Parser parser(text);
  const int root = SUREFOOT_TRY(parser.Parse());
  Pattern pattern;
  PatternCompiler compiler(parser.nodes(), &pattern);
  compiler.Emit(root);
  compiler.Finish();
  return pattern;
}

/// One search: the instructions that are reached at each byte of the text.
class PatternSearch {
 public:
  PatternSearch(const Pattern& pattern, const std::string& text, std::int64_t* steps)
      : pattern_(pattern), text_(text), steps_(*steps), seen_(pattern.program_.size(), 0) {}

  Result<bool> Run() {
    for (at_ = 0;; ++at_) {
      // The match may begin at each place.
      if (Reach(0, at_, &now_)) return true;
      if (at_ == text_.size()) return false;
      next_.clear();
      for (const std::int32_t i : now_) {
        const Pattern::Instruction& one = pattern_.program_[static_cast<std::size_t>(i)];
        const Set& set = pattern_.sets_[static_cast<std::size_t>(one.a)];
        if (set[Byte(text_[at_])] && Reach(i + 1, at_ + 1, &next_)) return true;
      }
      steps_ -= static_cast<std::int64_t>(now_.size());
      if (steps_ < 0) return Error{"the search takes too many steps; simplify the expression"};
      now_.swap(next_);
    }
  }

 private:
  using Kind = Pattern::Instruction::Kind;

  /// Adds the instructions that read a byte and can be reached from `from` without reading one.
  /// True when the end of the expression is reached.
  bool Reach(std::int32_t from, std::size_t at, std::vector<std::int32_t>* to) {
    open_.assign(1, from);
    while (!open_.empty()) {
      const std::int32_t i = open_.back();
      open_.pop_back();
      // Each is visited once per place, so that loops without a byte end.
      if (std::exchange(seen_[static_cast<std::size_t>(i)], at + 1) == at + 1) continue;
      --steps_;
      const Pattern::Instruction& one = pattern_.program_[static_cast<std::size_t>(i)];
      if (one.kind == Kind::kMatch) return true;
      if (one.kind == Kind::kSplit) open_.push_back(one.b);
      if (one.kind == Kind::kSplit || one.kind == Kind::kJump) open_.push_back(one.a);
      if (one.kind == Kind::kBegin && at == 0) open_.push_back(i + 1);
      if (one.kind == Kind::kEnd && at == text_.size()) open_.push_back(i + 1);
      if (one.kind == Kind::kBytes) to->push_back(i);
    }
    return false;
  }

  const Pattern& pattern_;
  const std::string& text_;
  std::int64_t& steps_;
  std::size_t at_ = 0;
  /// Instructions that read the byte at at_, and the one after it.
  std::vector<std::int32_t> now_;
  std::vector<std::int32_t> next_;
  std::vector<std::int32_t> open_;
  /// The place, counted from 1, at which each instruction was reached last.
  std::vector<std::size_t> seen_;
};

Result<bool> Pattern::Finds(const std::string& text, std::int64_t* steps) const {
  return PatternSearch(*this, text, steps).Run();
}

}  // namespace surefoot
