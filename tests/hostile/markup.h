#pragma once

/// Where the pieces of an XML text are, for changing them. Forgiving: the text may be damaged.

#include <cstddef>
#include <string>
#include <vector>

namespace surefoot::hostile {

/// Bytes [first, last) of a text.
struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t size() const { return last - first; }
};

struct Markup {
  /// Whole elements, from < to the end of the closing tag.
  std::vector<Span> elements;
  /// Names in opening tags.
  std::vector<Span> names;
  /// name="value" with the blank before it, and the values alone.
  std::vector<Span> attributes;
  std::vector<Span> values;
  /// Texts between tags that are not blank.
  std::vector<Span> texts;
};

Markup FindMarkup(const std::string& text);

}  // namespace surefoot::hostile
