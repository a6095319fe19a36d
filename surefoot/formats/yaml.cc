#include "surefoot/formats/yaml.h"

#include <yaml.h>

#include <cstddef>
#include <utility>

namespace surefoot::formats {
namespace {

using world::Element;

/// Limits, above any file of Surefoot or ROS.
constexpr std::size_t kMaxBytes = 4u << 20;
constexpr int kMaxDepth = 32;
constexpr int kMaxValues = 200000;

const char kItem[] = "item";

/// ParseYaml, ParseParameters and ParseTypedYaml.
enum class Style { kStrict, kParameters, kTyped };

bool IsPlain(const Element& element) { return element.children.empty(); }

/// The entries of a list of scalars, separated by blanks; "" when an entry is not a scalar.
std::string JoinedItems(const Element& list) {
  std::string text;
  for (const Element& item : list.children) {
    if (!IsPlain(item)) return "";
    text += (text.empty() ? "" : " ") + item.text;
  }
  return text;
}

/// Converts libyaml's events to elements. Recursive; the depth is limited.
class Reader {
 public:
  Reader(const std::string& text, std::string path, Style style, Problems* problems)
      : path_(std::move(path)),
        strict_(style != Style::kParameters),
        typed_(style == Style::kTyped),
        problems_(problems) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~Reader() { yaml_parser_delete(&parser_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool Read(Element* root) {
    root->source = Source{path_, 1, ""};
    if (!Expect(YAML_STREAM_START_EVENT)) return false;
    Event event;
    if (!Next(&event)) return false;
    if (event->type == YAML_STREAM_END_EVENT) return Fail(1, "the file is empty");
    if (!Next(&event)) return false;
    if (event->type != YAML_MAPPING_START_EVENT) {
      return Fail(LineOf(event), "the file is not a mapping", "begin with `title: ...`");
    }
    if (!ReadMapping(root, 0)) return false;
    if (!Expect(YAML_DOCUMENT_END_EVENT) || !Next(&event)) return false;
    if (event->type == YAML_STREAM_END_EVENT) return true;
    return Fail(LineOf(event), "the file contains a second document", "one file is one experiment");
  }

 private:
  /// An event that is freed by its destructor.
  class Event {
   public:
    Event() = default;
    ~Event() { Reset(); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    yaml_event_t* operator->() { return &event_; }
    yaml_event_t* get() { return &event_; }
    void Reset() {
      if (filled_) yaml_event_delete(&event_);
      filled_ = false;
    }
    void set_filled() { filled_ = true; }

   private:
    yaml_event_t event_ = {};
    bool filled_ = false;
  };

  // libyaml counts lines from 0.
  static int LineOf(Event& event) { return static_cast<int>(event->start_mark.line) + 1; }

  bool Fail(int line, const std::string& message, const std::string& advice = "",
            const std::string& value = "") {
    return problems_->Error(Source{path_, line, element_}, message, value, advice);
  }

  bool Next(Event* event) {
    event->Reset();
    if (yaml_parser_parse(&parser_, event->get()) == 0) {
      const char* what = parser_.problem != nullptr ? parser_.problem : "the text is not YAML";
      const auto line = parser_.problem_mark.line;
      return Fail(static_cast<int>(line) + 1, std::string("not valid YAML: ") + what,
                  "indent with spaces, and put strings with ': ' or '#' in quotes");
    }
    event->set_filled();
    return true;
  }

  bool Expect(yaml_event_type_t type) {
    Event event;
    if (!Next(&event)) return false;
    return event->type == type || Fail(LineOf(event), "not valid YAML");
  }

  bool ReadMapping(Element* parent, int depth) {
    Event event;
    while (Next(&event)) {
      if (event->type == YAML_MAPPING_END_EVENT) return true;
      if (event->type != YAML_SCALAR_EVENT) {
        return Fail(LineOf(event), "a key is not plain text");
      }
      const std::string key = ScalarText(event);
      if (strict_ && !typed_ && key == kItem)
        return Fail(LineOf(event), "a key must not be named 'item'");
      if (strict_ && !typed_ && parent->Child(key) != nullptr) {
        return Fail(LineOf(event), "duplicate key", "keep one of them", key);
      }
      if (!ReadValue(parent, key, depth, LineOf(event))) return false;
    }
    return false;
  }

  // Sequences become children named "item". In strict files, scalars are also joined in the text,
  // so that vectors can be read as in XML.
  bool ReadSequence(Element* parent, int depth) {
    while (true) {
      bool end = false;
      if (!ReadValue(parent, kItem, depth, 0, &end)) return false;
      if (end) break;
    }
    if (strict_ && !typed_) parent->text = JoinedItems(*parent);
    return true;
  }

  static std::string ScalarText(Event& event) {
    return std::string(reinterpret_cast<const char*>(event->data.scalar.value),
                       event->data.scalar.length);
  }

  void ReadScalar(Event& event, std::string* text) {
    *text = ScalarText(event);
    const bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (typed_) return;
    if (strict_ && plain && (*text == "~" || *text == "null")) text->clear();
    // The tag is kept: "!degrees 90" is not 90.
    const auto* tag = reinterpret_cast<const char*>(event->data.scalar.tag);
    if (!strict_ && tag != nullptr) *text = std::string(tag) + " " + *text;
  }

  /// The kind of a value for ParseTypedYaml().
  static std::string KindOf(Event& event) {
    if (event->type == YAML_MAPPING_START_EVENT) return "mapping";
    if (event->type == YAML_SEQUENCE_START_EVENT) return "sequence";
    const auto* tag = reinterpret_cast<const char*>(event->data.scalar.tag);
    if (tag != nullptr) return tag;
    return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE ? "plain" : "quoted";
  }

  /// `key_line` is the line of the key, where users look for it; 0 for an entry of a list.
  bool ReadValue(Element* parent, const std::string& name, int depth, int key_line,
                 bool* end = nullptr) {
    Event event;
    if (!Next(&event)) return false;
    if (end != nullptr && event->type == YAML_SEQUENCE_END_EVENT) return *end = true;
    const int line = key_line > 0 ? key_line : LineOf(event);
    if (event->type == YAML_ALIAS_EVENT) {
      return !strict_ || Fail(line, "aliases (*name) are not supported", "write the value out");
    }
    if (depth > kMaxDepth) return Fail(line, "nested too deeply");
    if (++values_ > kMaxValues) return Fail(line, "too many values");
    Element child;
    child.name = name;
    const std::string outside = element_;
    element_ += (element_.empty() ? "" : "/") + name;
    if (!strict_ && end == nullptr) {
      child.name = "parameter";
      child.attributes.emplace_back("name", name);
    }
    if (typed_) child.attributes.emplace_back("kind", KindOf(event));
    child.source = Source{path_, line, strict_ ? element_ : child.name};
    bool ok = true;
    if (event->type == YAML_SCALAR_EVENT) {
      ReadScalar(event, &child.text);
    } else if (event->type == YAML_MAPPING_START_EVENT) {
      ok = ReadMapping(&child, depth + 1);
    } else {
      ok = ReadSequence(&child, depth + 1);
    }
    element_ = outside;
    parent->children.push_back(std::move(child));
    return ok;
  }

  yaml_parser_t parser_ = {};
  std::string path_;
  bool strict_;
  bool typed_;
  Problems* problems_;
  std::string element_;
  int values_ = 0;
};

std::optional<Element> Parse(const std::string& text, const std::string& path, Style style,
                             Problems* problems) {
  if (text.size() > kMaxBytes) {
    return problems->Error(Source{path, 0, ""}, "the file is too large",
                           std::to_string(text.size()) + " bytes",
                           "at most " + std::to_string(kMaxBytes) + " bytes are read");
  }
  Element root;
  Reader reader(text, path, style, problems);
  if (!reader.Read(&root)) return std::nullopt;
  return root;
}

}  // namespace

std::optional<Element> ParseYaml(const std::string& text, const std::string& path,
                                 Problems* problems) {
  return Parse(text, path, Style::kStrict, problems);
}

std::optional<Element> ParseTypedYaml(const std::string& text, const std::string& path,
                                      Problems* problems) {
  return Parse(text, path, Style::kTyped, problems);
}

Element ParseParameters(const std::string& text, const std::string& path) {
  Problems ignored;
  Element root;
  root.source = Source{path, 1, ""};
  if (text.size() <= kMaxBytes) Reader(text, path, Style::kParameters, &ignored).Read(&root);
  return root;
}

}  // namespace surefoot::formats
