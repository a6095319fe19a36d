#include "tests/hostile/markup.h"

#include <cctype>

namespace surefoot::hostile {
namespace {

bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool IsNameEnd(char c) { return IsBlank(c) || c == '>' || c == '/' || c == '='; }

class Finder {
 public:
  explicit Finder(const std::string& text) : text_(text) {}

  Markup Find() {
    while (at_ < text_.size()) {
      const std::size_t tag = text_.find('<', at_);
      AddText(at_, tag == std::string::npos ? text_.size() : tag);
      if (tag == std::string::npos) break;
      at_ = tag;
      ReadTag();
    }
    return std::move(markup_);
  }

 private:
  void AddText(std::size_t first, std::size_t last) {
    while (first < last && IsBlank(text_[first])) ++first;
    while (last > first && IsBlank(text_[last - 1])) --last;
    if (first < last) markup_.texts.push_back({first, last});
  }

  void SkipPast(const char* end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string::npos ? text_.size() : found + std::string(end).size();
  }

  void ReadTag() {
    if (text_.compare(at_, 4, "<!--") == 0) return SkipPast("-->");
    if (text_.compare(at_, 2, "<?") == 0 || text_.compare(at_, 2, "<!") == 0) return SkipPast(">");
    if (text_.compare(at_, 2, "</") == 0) {
      SkipPast(">");
      if (open_.empty()) return;
      markup_.elements.push_back({open_.back(), at_});
      open_.pop_back();
      return;
    }
    const std::size_t start = at_++;
    const std::size_t name = at_;
    while (at_ < text_.size() && !IsNameEnd(text_[at_])) ++at_;
    markup_.names.push_back({name, at_});
    while (at_ < text_.size() && text_[at_] != '>' && text_[at_] != '/') ReadAttribute();
    if (at_ < text_.size() && text_[at_] == '/') {
      SkipPast(">");
      markup_.elements.push_back({start, at_});
      return;
    }
    SkipPast(">");
    open_.push_back(start);
  }

  void ReadAttribute() {
    const std::size_t start = at_;
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
    while (at_ < text_.size() && !IsNameEnd(text_[at_])) ++at_;
    if (at_ + 1 >= text_.size() || text_[at_] != '=') {
      if (at_ == start) ++at_;
      return;
    }
    const char quote = text_[++at_];
    if (quote != '"' && quote != '\'') return;
    const std::size_t value = ++at_;
    const std::size_t end = text_.find(quote, at_);
    at_ = end == std::string::npos ? text_.size() : end;
    markup_.values.push_back({value, at_});
    if (at_ < text_.size()) ++at_;
    markup_.attributes.push_back({start, at_});
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_;
  Markup markup_;
};

}  // namespace

Markup FindMarkup(const std::string& text) { return Finder(text).Find(); }

}  // namespace surefoot::hostile
