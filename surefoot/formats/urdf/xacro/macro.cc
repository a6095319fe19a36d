#include "surefoot/formats/urdf/xacro/macro.h"

#include <utility>

namespace surefoot::formats::urdf {
namespace {

/// Limit on the parameters of a macro; a call searches them linearly.
constexpr std::size_t kMaxParameters = 1000;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Parses the parameters in order, by the rules of xacro's regular expression re_macro_arg.
class ParameterReader {
 public:
  explicit ParameterReader(const std::string& text) : text_(text) {}

  std::vector<MacroParameter> Run() {
    std::vector<MacroParameter> parameters;
    for (SkipBlanks(); at_ < text_.size(); SkipBlanks()) {
      if (parameters.size() >= kMaxParameters) Wrong("a macro has too many parameters");
      parameters.push_back(Next());
    }
    return parameters;
  }

 private:
  bool AtEnd(std::size_t at) const { return at >= text_.size() || IsBlank(text_[at]); }
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  /// One parameter: a name, and after ":=" or "=" its default.
  MacroParameter Next() {
    MacroParameter parameter;
    const std::size_t start = at_;
    while (!AtEnd(at_) && text_[at_] != ':' && text_[at_] != '=') ++at_;
    parameter.name = text_.substr(start, at_ - start);
    const std::size_t after_name = at_;
    if (TakeEquals()) {
      ReadDefault(&parameter);
    } else {
      // Without a default, the name extends to the next blank.
      at_ = after_name;
      while (!AtEnd(at_)) ++at_;
      parameter.name = text_.substr(start, at_ - start);
    }
    if (parameter.name.empty()) {
      Wrong("a macro parameter has no name", text_, "write params=\"name:=default\"");
    }
    return parameter;
  }

  /// Consumes ":=" or "=", with blanks before it.
  bool TakeEquals() {
    SkipBlanks();
    if (at_ < text_.size() && text_[at_] == ':') ++at_;
    if (at_ >= text_.size() || text_[at_] != '=') return false;
    ++at_;
    return true;
  }

  /// "^" takes the caller's property; "^|" is followed by a default for callers without it.
  void ReadDefault(MacroParameter* parameter) {
    SkipBlanks();
    if (at_ < text_.size() && text_[at_] == '^') {
      parameter->outer = true;
      ++at_;
      if (at_ < text_.size() && text_[at_] == '|') ++at_;
    }
    const std::size_t start = at_;
    if (!SkipEnclosed("${", '}') && !SkipEnclosed("$(", ')')) SkipWords();
    if (at_ > start) parameter->fallback = text_.substr(start, at_ - start);
  }

  /// Skips ${...} or $(...) up to the first closing bracket before a blank or the end.
  bool SkipEnclosed(const char* open, char close) {
    if (text_.compare(at_, 2, open) != 0) return false;
    for (std::size_t i = at_ + 2; i < text_.size(); ++i) {
      if (text_[i] != close || !AtEnd(i + 1)) continue;
      at_ = i + 1;
      return true;
    }
    return false;
  }

  /// Skips to the next blank outside of quotes.
  void SkipWords() {
    while (!AtEnd(at_)) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        at_ = text_.find(c, at_ + 1);
        if (at_ == std::string::npos) {
          at_ = text_.size();
          Wrong("the default of a macro parameter has no closing quote", text_);
        }
      }
      ++at_;
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

const Macro* MacroTable::Find(const std::string& name) const {
  for (const MacroTable* table = this; table != nullptr; table = table->parent) {
    const auto found = table->macros.find(name);
    if (found != table->macros.end()) return &found->second;
  }
  return nullptr;
}

MacroTable* MacroTable::FindNamespace(const std::string& name) const {
  for (const MacroTable* table = this; table != nullptr; table = table->parent) {
    const auto found = table->namespaces.find(name);
    if (found != table->namespaces.end()) return found->second;
  }
  return nullptr;
}

std::vector<MacroParameter> ParseMacroParameters(const std::string& text) {
  return ParameterReader(text).Run();
}

}  // namespace surefoot::formats::urdf
