#pragma once

/// Reads the parameters of a kept element (a sensor's, a drive's) and reports what is wrong.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/element.h"

namespace surefoot::world {

/// Each getter takes the child element of that name, or else the attribute, and gives `fallback`
/// when there is neither. `name` may be a path, "scan/horizontal/samples". Children may be written
/// with or without the prefix "surefoot:". A wrong value is an error with its line.
class ElementReader {
 public:
  /// Both must outlive the reader.
  ElementReader(const Element& element, Problems* problems);

  const Element& element() const { return *element_; }
  Problems* problems() const { return problems_; }

  bool Has(const std::string& name) const;
  /// The child as a reader of its own; an empty one when there is none.
  ElementReader Child(const std::string& name) const;
  /// All children of that name.
  std::vector<ElementReader> Children(const std::string& name) const;

  std::string Text(const std::string& name, const std::string& fallback = "") const;
  double Number(const std::string& name, double fallback) const;
  /// An error unless least <= value <= most.
  double Number(const std::string& name, double fallback, double least, double most) const;
  long long Integer(const std::string& name, long long fallback, long long least,
                    long long most) const;
  bool Flag(const std::string& name, bool fallback) const;
  Vector3d Vector(const std::string& name, const Vector3d& fallback) const;
  /// x y z roll pitch yaw.
  RigidTransform Pose(const std::string& name) const;
  /// `count` numbers; `fallback` when absent.
  std::vector<double> Numbers(const std::string& name, int count,
                              const std::vector<double>& fallback) const;
  /// One of `accepted`.
  std::string Choice(const std::string& name, const std::vector<std::string>& accepted,
                     const std::string& fallback) const;

  /// This element's own text.
  std::string OwnText() const;

  /// Findings at the child or attribute `name` (or the element itself when there is none).
  void Error(const std::string& name, const std::string& message, const std::string& value = "",
             const std::string& advice = "") const;
  void Warning(const std::string& name, const std::string& message, const std::string& value = "",
               const std::string& advice = "") const;

  /// Names that getters were asked for of this element, and those that are allowed.
  std::vector<std::string> AskedNames() const { return (*asked_)[element_]; }
  /// Names that are right here although getters are not asked for them, or not always.
  void Allow(const std::vector<std::string>& names) const;
  /// Warns of children whose name is nearly one that getters were asked for, or that is allowed
  /// here or in `also`: a slip of the pen. To be called when all is read.
  void WarnMisspelt(const std::vector<std::string>& also = {}) const;

 private:
  /// Names that getters were asked for, by element: of a reader and of all that come from it.
  using Asked = std::map<const Element*, std::vector<std::string>>;

  ElementReader(const Element& element, Problems* problems, std::shared_ptr<Asked> asked);
  /// The element at the path's end and the last name; nullptr when the way is missing.
  const Element* Walk(const std::string& path, std::string* last) const;
  /// Text and place of the child or attribute; nullptr when there is none.
  const std::string* Find(const std::string& name, Source* source) const;
  /// Of the child or attribute, else of the element itself.
  Source SourceOf(const std::string& name) const;
  /// What `parse` makes of the text under its `rules`; `fallback` when there is none or it is
  /// wrong.
  template <typename T, typename Parse, typename... Rules>
  T Parsed(const std::string& name, const T& fallback, Parse parse, Rules... rules) const;

  const Element* element_;
  Problems* problems_;
  std::shared_ptr<Asked> asked_;
};

}  // namespace surefoot::world
