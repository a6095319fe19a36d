#pragma once

/// Finds the positions of the parts of an XML text so that they can be changed. Accepts damaged
/// text.

#include <cstddef>
#include <string>
#include <vector>

namespace surefoot::hostile {

/// The range of bytes [first, last) of a text.
struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t size() const { return last - first; }
};

struct Markup {
  /// Complete elements, from < to the end of the closing tag.
  std::vector<Span> elements;
  /// Element names in opening tags.
  std::vector<Span> names;
  /// Attributes name="value" with the preceding blank, and the values alone.
  std::vector<Span> attributes;
  std::vector<Span> values;
  /// Non-blank texts between tags.
  std::vector<Span> texts;
};

Markup FindMarkup(const std::string& text);

}  // namespace surefoot::hostile
