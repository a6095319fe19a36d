#pragma once

/// Reading what others wrote: parameters of plugins and tags that are not ours. Nothing here is an
/// error: a wrong value is warned of with its line and passed over.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/text.h"
#include "surefoot/world/model.h"

namespace surefoot::plugins {

/// `names` in the calls below are the spellings of one parameter, separated by blanks; the first
/// that the file has holds.
class ForeignReader {
 public:
  /// `what` is told in warnings: "libgazebo_ros_imu.so". All must outlive the reader.
  ForeignReader(const world::Element& element, std::string what, const world::Model& model,
                Problems* problems);

  const world::Element& element() const { return *element_; }
  const world::Model& model() const { return *model_; }
  const std::string& what() const { return what_; }
  Problems* problems() const { return problems_; }

  /// nullptr when there is none.
  const world::Element* Find(const std::string& names) const;
  std::vector<const world::Element*> FindAll(const std::string& names) const;

  std::string Text(const std::string& names, const std::string& fallback = "") const;
  /// Nothing when it is not written, wrong, or not within the limits.
  std::optional<double> Number(const std::string& names, double least = -1e12,
                               double most = 1e12) const;
  bool Flag(const std::string& names, bool fallback) const;
  /// Three numbers; one number stands for all three.
  std::optional<Vector3d> Vector(const std::string& names) const;

  /// Indices of all joints that the parameter names: repeated, or in one text with blanks or
  /// commas. Warns of those that the model does not have and leaves them out.
  std::vector<int> Joints(const std::string& names) const;
  /// Index of the link; -1 when it is not written, or unknown (after a warning).
  int Link(const std::string& names) const;

  /// The topic with the plugin's namespace and remappings. A topic without a leading "/" is one of
  /// the model's own. `usual` is the name in the plugin's code; empty when neither file nor `usual`
  /// says.
  std::string Topic(const std::string& names, const std::string& usual) const;

  /// The topic in the plugin's namespace, if it has one.
  std::string InNamespace(const std::string& topic) const;

  Refusal Warn(const world::Element* at, const std::string& message, const std::string& value = "",
               const std::string& advice = "") const;
  void Note(const world::Element* at, const std::string& message, const std::string& value = "",
            const std::string& advice = "") const;

 private:
  std::string Remapped(const std::string& topic) const;

  const world::Element* element_;
  std::string what_;
  const world::Model* model_;
  Problems* problems_;
};

/// What the file says in an element: its text, or its attribute "value".
std::string ValueOf(const world::Element& element);

/// The same for a frame, without a leading slash.
std::string FrameName(const world::Element& element);

/// The attribute; "" when there is none.
std::string AttributeOf(const world::Element& element, const char* name);

/// Index of the joint or link of that name, also of one in a nested model if only one has it;
/// -1 when there is none.
int FindJoint(const world::Model& model, const std::string& name);
int FindLink(const world::Model& model, const std::string& name);

/// Sets the child at a path ("linear/max_velocity") of an element, with all that is on the way.
world::Element& SetChild(world::Element* element, const std::string& path, const std::string& text,
                         const Source& source);
/// Adds a child beside others of that name.
world::Element& AddChild(world::Element* element, const std::string& name, const std::string& text,
                         const Source& source);

}  // namespace surefoot::plugins
