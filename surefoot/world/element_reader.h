#pragma once

/// Reading the parameters of a kept element (of a sensor or a drive) with error reports.

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/element.h"

namespace surefoot::world {

/// Each getter reads the child element with that name, or else the attribute, and returns
/// `fallback` when neither exists. `name` may be a path such as "scan/horizontal/samples".
/// Children may be written with or without the prefix "surefoot:". A wrong value is an error with
/// its line.
///
///
///     const ElementReader reader(element, problems);
///     spec.rate = reader.Number("update_rate", 10.0, 0.1, 1000.0);
///     reader.WarnMisspelt();
class ElementReader {
 public:
  /// Both must outlive the reader.
  ElementReader(const Element& element, Problems* problems);

  const Element& element() const { return *element_; }
  Problems* problems() const { return problems_; }

  bool Has(const std::string& name) const;
  /// A reader for the child; for an empty element when the child does not exist.
  ElementReader Child(const std::string& name) const;
  /// All children of that name.
  std::vector<ElementReader> Children(const std::string& name) const;

  std::string Text(const std::string& name, const std::string& fallback = "") const;
  double Number(const std::string& name, double fallback) const;
  /// Reports an error unless min <= value <= max.
  double Number(const std::string& name, double fallback, double min, double max) const;
  long long Integer(const std::string& name, long long fallback, long long min,
                    long long max) const;
  bool Flag(const std::string& name, bool fallback) const;
  Vector3d Vector(const std::string& name, const Vector3d& fallback) const;
  /// x y z roll pitch yaw.
  RigidTransform Pose(const std::string& name) const;
  /// `count` numbers; `fallback` when absent.
  std::vector<double> Numbers(const std::string& name, int count,
                              const std::vector<double>& fallback) const;
  /// Values that were replaced, each with the new one.
  using OldValues = std::vector<std::pair<std::string, std::string>>;
  /// One of `accepted`. An old value gives the new one, with a warning (base/old_name.h).
  std::string Choice(const std::string& name, const std::vector<std::string>& accepted,
                     const std::string& fallback, const OldValues& old_values = {}) const;

  /// `name`, or its old name where the file has that one, with a warning (base/old_name.h):
  ///
  ///     reader.Number(reader.WithOldName("balance/max_lean", "most_lean"), 0.2);
  ///
  /// An element with both names is an error.
  std::string WithOldName(const std::string& name, const std::string& old_name) const;

  /// This element's own text.
  std::string OwnText() const;

  /// Report at the child or attribute `name`, or at the element itself when there is none.
  void Error(const std::string& name, const std::string& message, const std::string& value = "",
             const std::string& advice = "") const;
  void Warning(const std::string& name, const std::string& message, const std::string& value = "",
               const std::string& advice = "") const;

  /// Names that getters have read in this element, and those that are allowed.
  std::vector<std::string> AskedNames() const { return (*asked_)[element_]; }
  /// Names that are valid here although no getter reads them, or not always.
  void Allow(const std::vector<std::string>& names) const;
  /// Warns of children whose name resembles one that a getter has read or that is allowed, here or
  /// in `also`. To be called after all reading.
  void WarnMisspelt(const std::vector<std::string>& also = {}) const;

 private:
  /// The names that getters have read, by element; shared by a reader and all readers made from
  /// it.
  using Asked = std::map<const Element*, std::vector<std::string>>;

  ElementReader(const Element& element, Problems* problems, std::shared_ptr<Asked> asked);
  /// The element at the end of the path, and the last name; nullptr when an element on the path is
  /// missing.
  const Element* Walk(const std::string& path, std::string* last) const;
  /// Text and source of the child or attribute; nullptr when there is none.
  const std::string* Find(const std::string& name, Source* source) const;
  /// The source of the child or attribute, else of the element itself.
  Source SourceOf(const std::string& name) const;
  /// The result of `parse` for the text under its `rules`; `fallback` when the text is absent or
  /// wrong.
  template <typename T, typename Parse, typename... Rules>
  T Parsed(const std::string& name, const T& fallback, Parse parse, Rules... rules) const;

  const Element* element_;
  Problems* problems_;
  std::shared_ptr<Asked> asked_;
};

}  // namespace surefoot::world
