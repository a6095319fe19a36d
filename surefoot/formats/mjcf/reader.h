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

/// The problems and limits of one load. Errors are counted so that a damaged file cannot flood the
/// output; a warning is reported once for each kind, since robots repeat the same element often.
class Reader {
 public:
  explicit Reader(const ReadContext& context)
      : context_(context), errors_before_(context.problems->error_count()) {}

  const ReadContext& context() const { return context_; }
  Problems& problems() { return *context_.problems; }
  /// True after so many errors that more would not help. Loops over elements then return early.
  bool stopped() const;
  bool ok() const { return context_.problems->error_count() == errors_before_; }

  Refusal Error(const Source& source, const std::string& message, const std::string& value = {},
                const std::string& advice = {});
  /// Reports the first warning of each `kind`; `kind` is a key, not shown.
  Refusal WarnOnce(const std::string& kind, const Source& source, const std::string& message,
                   const std::string& value = {}, const std::string& advice = {});
  void NoteOnce(const std::string& kind, const Source& source, const std::string& message,
                const std::string& value = {}, const std::string& advice = {});
  /// Warns that an element was read but has no effect: "<NAME> WHY".
  Refusal WarnUnused(const Node& node, const std::string& why);

  /// True on the first call for this attribute of this element. An element of a default class is
  /// read once for each of its users, but its errors must be reported once.
  bool IsFirstReport(const Node& node, const char* attribute);

  /// Number of elements that may still be created; copies of <replicate> and <attach> count.
  int budget = kMaxElements;
  /// True after an element that defines others (such as <composite>) was ignored. References to
  /// those are then warnings, because the file itself is correct.
  bool has_gaps = false;

 private:
  ReadContext context_;
  int errors_before_ = 0;
  std::set<std::string> warned_;
  std::set<std::pair<const Node*, std::string>> seen_;
};

/// NameAdvice() without the list of names when that list is long.
std::string ShortAdvice(const std::string& name, const std::vector<std::string>& known);

/// A class of default values: its elements by category. Classes form a tree by `parent`.
struct DefaultClass {
  std::string name;
  const DefaultClass* parent = nullptr;
  std::vector<std::pair<std::string, const Node*>> elements;
};

/// The category from which elements of this name take their defaults: "geom", "actuator", "tendon".
/// All actuator elements share one category, so a <motor> in a class also sets <position> defaults.
std::string DefaultCategory(const std::string& element_name);

/// The values of one element: its own, else those of its default class, else those of the parent
/// class. A wrong value is reported and the fallback returned, so reading can continue.
///
///     const Attributes attributes(node, default_class, reader);
///     const double damping = attributes.Number("damping", 0.0);
class Attributes {
 public:
  Attributes(const Node& node, const DefaultClass* defaults, Reader* reader);
  /// Without defaults.
  Attributes(const Node& node, Reader* reader) : Attributes(node, nullptr, reader) {}

  const Node& node() const { return levels_.front() != nullptr ? *levels_.front() : *node_; }
  Source source() const { return SourceOf(*node_); }
  Reader* reader() const { return reader_; }

  bool Has(const char* name) const { return FindAt(name) != nullptr; }
  /// True when the element itself has the attribute, not its class.
  bool HasOwn(const char* name) const { return node_->Has(name); }
  /// The element or default in which the attribute is written; nullptr if it is in neither.
  const Node* FindAt(const char* name) const;
  /// That of `names` which is written nearest to the element; "" when none is. An element's own
  /// euler thus overrides a quat of its class.
  std::string FirstOf(const std::vector<const char*>& names) const;

  std::string Text(const char* name, const std::string& fallback = {}) const;
  double Number(const char* name, double fallback) const;
  int Integer(const char* name, int fallback, int min, int max) const;
  bool Bool(const char* name, bool fallback) const;
  Vector3d Vector(const char* name, const Vector3d& fallback) const;
  /// Between `min` and `max` numbers; empty when absent or wrong. `allow_infinite` accepts
  /// "inf", for ranges.
  std::vector<double> Numbers(const char* name, std::size_t min, std::size_t max,
                              bool allow_infinite = false) const;
  /// One of `words`.
  std::string Choice(const char* name, const std::vector<std::string>& words,
                     const std::string& fallback) const;
  /// "true", "false" or "auto"; std::nullopt for "auto".
  std::optional<bool> Tristate(const char* name) const;

 private:
  const Node* node_;
  Reader* reader_;
  /// The element, then its defaults from the nearest class upwards.
  std::vector<const Node*> levels_;
};

}  // namespace surefoot::formats::mjcf
