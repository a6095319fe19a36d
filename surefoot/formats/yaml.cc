#include "surefoot/formats/yaml.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

using world::Element;

/// Deeper nesting and more values than any parameter file has.
constexpr std::size_t kMaxDepth = 32;
constexpr int kMaxValues = 20000;

struct Line {
  int number = 0;
  std::size_t indent = 0;
  std::string text;
};

/// Without a comment: "#" at the start or after a blank, outside quotes.
std::string WithoutComment(const std::string& text) {
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
      return text.substr(0, i);
    }
  }
  return text;
}

std::vector<Line> LinesOf(const std::string& text) {
  std::vector<Line> lines;
  int number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = WithoutComment(text.substr(start, end - start));
    start = end + 1;
    ++number;
    const std::size_t indent = line.find_first_not_of(' ');
    const std::string trimmed = Trimmed(line);
    if (trimmed.empty() || trimmed == "---") continue;
    lines.push_back({number, indent, trimmed});
    if (lines.size() > static_cast<std::size_t>(kMaxValues)) break;
  }
  return lines;
}

std::string Unquoted(const std::string& text) {
  const std::string trimmed = Trimmed(text);
  const bool quoted = trimmed.size() > 1 && (trimmed[0] == '"' || trimmed[0] == '\'') &&
                      trimmed.back() == trimmed[0];
  return quoted ? trimmed.substr(1, trimmed.size() - 2) : trimmed;
}

/// Position of the ":" that ends a key; npos when the line has none.
std::size_t KeyEnd(const std::string& text) {
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote != '\0') {
      if (text[i] == quote) quote = '\0';
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) {
      return i;
    }
  }
  return std::string::npos;
}

class Reader {
 public:
  Reader(std::vector<Line> lines, std::string path)
      : lines_(std::move(lines)), path_(std::move(path)) {}

  /// All lines from here on that are indented at least so far.
  void ReadBlock(std::size_t indent, Element* parent) {
    while (at_ < lines_.size() && lines_[at_].indent >= indent) {
      const Line line = lines_[at_++];
      if (line.text == "-" || line.text.compare(0, 2, "- ") == 0) {
        Add(parent, "", line.number, line.text.substr(1));
        continue;
      }
      const std::size_t end = KeyEnd(line.text);
      if (end == std::string::npos) continue;
      const std::string value = Trimmed(line.text.substr(end + 1));
      Element& child = Add(parent, Unquoted(line.text.substr(0, end)), line.number, value);
      if (!value.empty() || at_ >= lines_.size()) continue;
      // A list may stand as far left as its key.
      const Line& next = lines_[at_];
      const bool list = next.indent == line.indent && next.text[0] == '-';
      if (list) {
        ReadList(line.indent, &child);
      } else if (next.indent > line.indent && depth_ < kMaxDepth) {
        ++depth_;
        ReadBlock(next.indent, &child);
        --depth_;
      }
    }
  }

 private:
  void ReadList(std::size_t indent, Element* parent) {
    while (at_ < lines_.size() && lines_[at_].indent == indent && lines_[at_].text[0] == '-') {
      Add(parent, "", lines_[at_].number, lines_[at_].text.substr(1));
      ++at_;
    }
  }

  Element& Add(Element* parent, const std::string& name, int line, std::string value) {
    Element child;
    child.name = name.empty() ? "item" : "parameter";
    if (!name.empty()) child.attributes.emplace_back("name", name);
    child.source = Source{path_, line, child.name};
    value = Trimmed(value);
    // A list in brackets may go on in the next lines.
    while (!value.empty() && value[0] == '[' && value.back() != ']' && at_ < lines_.size()) {
      value += " " + lines_[at_++].text;
    }
    if (!value.empty() && value[0] == '[') {
      AddItems(value.substr(1, value.size() - 1 - (value.back() == ']' ? 1 : 0)), line, &child);
    } else {
      child.text = Unquoted(value);
    }
    parent->children.push_back(std::move(child));
    return parent->children.back();
  }

  void AddItems(const std::string& values, int line, Element* parent) {
    std::size_t start = 0;
    while (start < values.size() && parent->children.size() < kMaxValues) {
      const std::size_t comma = std::min(values.find(',', start), values.size());
      const std::string value = Trimmed(values.substr(start, comma - start));
      if (!value.empty()) {
        Element item;
        item.name = "item";
        item.text = Unquoted(value);
        item.source = Source{path_, line, "item"};
        parent->children.push_back(std::move(item));
      }
      start = comma + 1;
    }
  }

  std::vector<Line> lines_;
  std::string path_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

world::Element ParseYaml(const std::string& text, const std::string& path) {
  Element root;
  root.source = Source{path, 1, ""};
  Reader(LinesOf(text), path).ReadBlock(0, &root);
  return root;
}

}  // namespace surefoot::formats
