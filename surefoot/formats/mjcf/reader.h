#pragma once

/// Reading values of MJCF elements with their default classes, and complaints. Private to this
/// folder.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "surefoot/formats/mjcf/node.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::formats::mjcf {

/// Where the findings of one load go.
class Reader {
 public:
  explicit Reader(const ReadContext& context)
      : context_(context), errors_before_(context.problems->error_count()) {}

  const ReadContext& context() const { return context_; }
  Problems& problems() { return *context_.problems; }
  /// True when more errors would help nobody.
  bool stopped() const;
  bool ok() const { return context_.problems->error_count() == errors_before_; }

  Refusal Error(const Source& source, const std::string& message, const std::string& value = {},
                const std::string& advice = {});
  /// Once for each `kind`.
  Refusal WarnOnce(const std::string& kind, const Source& source, const std::string& message,
                   const std::string& value = {}, const std::string& advice = {});
  void NoteOnce(const std::string& kind, const Source& source, const std::string& message,
                const std::string& value = {}, const std::string& advice = {});
  /// An element that was read but has no effect.
  Refusal WarnUnused(const Node& node, const std::string& why);

  /// True the first time that this attribute of this element is asked about: an element of a
  /// default class is read once for each of its users, but complained about once.
  bool FirstLook(const Node& node, const char* attribute);

  /// Elements that may still be made: copies count like written ones.
  int budget = kMaxElements;
  /// True after an element that makes others (a composite, say) was left out: what refers to
  /// those is left out as well, and is no mistake of the file.
  bool has_gaps = false;

 private:
  ReadContext context_;
  int errors_before_ = 0;
  std::set<std::string> warned_;
  std::set<std::pair<const Node*, std::string>> seen_;
};

/// NameAdvice, without the list when it is long.
std::string ShortAdvice(const std::string& name, const std::vector<std::string>& known);

/// A class of default values: the elements written in it, by category.
struct DefaultClass {
  std::string name;
  const DefaultClass* parent = nullptr;
  std::vector<std::pair<std::string, const Node*>> elements;
};

/// What elements of this name take their defaults from: "geom", "actuator", "tendon", ...
std::string DefaultCategory(const std::string& element_name);

/// The values of one element: its own, else those of its class, else those of the class above.
/// What is wrong is reported, and the fallback is returned.
class Attributes {
 public:
  Attributes(const Node& node, const DefaultClass* defaults, Reader* reader);
  /// Without defaults.
  Attributes(const Node& node, Reader* reader) : Attributes(node, nullptr, reader) {}

  const Node& node() const { return levels_.front() != nullptr ? *levels_.front() : *node_; }
  Source source() const { return SourceOf(*node_); }
  Reader* reader() const { return reader_; }

  bool Has(const char* name) const { return FindAt(name) != nullptr; }
  /// True when the element itself has it.
  bool HasOwn(const char* name) const { return node_->Has(name); }
  /// The element (or default) in which it is written, or nullptr.
  const Node* FindAt(const char* name) const;
  /// The name among these that is written nearest to the element; "" when none is.
  std::string FirstOf(const std::vector<const char*>& names) const;

  std::string Text(const char* name, const std::string& fallback = {}) const;
  double Number(const char* name, double fallback) const;
  int Integer(const char* name, int fallback, int least, int most) const;
  bool Bool(const char* name, bool fallback) const;
  Vector3d Vector(const char* name, const Vector3d& fallback) const;
  /// From `least` to `most` numbers; empty when absent or wrong. Infinity is accepted when told.
  std::vector<double> Numbers(const char* name, std::size_t least, std::size_t most,
                              bool allow_infinite = false) const;
  /// One of the words.
  std::string Choice(const char* name, const std::vector<std::string>& words,
                     const std::string& fallback) const;
  /// "true", "false" or "auto"; the latter is nothing.
  std::optional<bool> Tristate(const char* name) const;

 private:
  const Node* node_;
  Reader* reader_;
  /// The element, then its defaults from the nearest class upwards.
  std::vector<const Node*> levels_;
};

}  // namespace surefoot::formats::mjcf
