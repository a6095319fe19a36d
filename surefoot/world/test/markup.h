#pragma once

/// Elements from text, so that tests look like files: <a b="c"><d>1</d></a>. Limited to well-formed
/// text without comments and entities.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "surefoot/world/element.h"

namespace surefoot::world::test {

class Markup {
 public:
  explicit Markup(const std::string& text) : text_(text) {}

  Element Parse() {
    at_ = text_.find('<', at_) + 1;
    Element element;
    element.source.file = "test.sdf";
    element.source.line = 1 + static_cast<int>(std::count(
                                  text_.begin(), text_.begin() + static_cast<long>(at_), '\n'));
    element.name = Until(" />\n");
    for (SkipSpace(); text_.at(at_) != '>' && text_.at(at_) != '/'; SkipSpace()) {
      const std::string name = Until("=");
      at_ += 2;
      element.attributes.emplace_back(name, Until("\""));
      ++at_;
    }
    if (text_.at(at_) == '/') {
      at_ += 2;
      return element;
    }
    ++at_;
    for (;;) {
      element.text += Until("<");
      if (text_.at(at_ + 1) == '/') break;
      element.children.push_back(Parse());
    }
    at_ = text_.find('>', at_) + 1;
    return element;
  }

 private:
  std::string Until(const std::string& stops) {
    const std::size_t end = text_.find_first_of(stops, at_);
    EXPECT_NE(end, std::string::npos) << text_;
    std::string part = text_.substr(at_, end - at_);
    at_ = end;
    return part;
  }
  void SkipSpace() { at_ = text_.find_first_not_of(" \n", at_); }

  std::string text_;
  std::size_t at_ = 0;
};

inline Element ParseMarkup(const std::string& text) { return Markup(text).Parse(); }

}  // namespace surefoot::world::test
