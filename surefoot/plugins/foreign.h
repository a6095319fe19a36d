#pragma once

/// Reading the parameters of plugins and tags of other programs. Nothing here is an error, since
/// the file is correct for its own program: wrong values are warnings with their line, and are
/// ignored.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/text.h"
#include "surefoot/world/model.h"

namespace surefoot::plugins {

/// Reads the children of one element. `names` in the functions below are the spellings of one
/// parameter, separated by blanks; the first one in the file is used.
///
///
///     const ForeignReader reader(plugin.element, ShownName(plugin), model, problems);
///     const auto radius = reader.Number("wheelRadius wheel_radius", 0.0);
class ForeignReader {
 public:
  /// `what` begins the warnings: "libgazebo_ros_imu.so". All arguments must outlive the reader.
  ForeignReader(const world::Element& element, std::string what, const world::Model& model,
                Problems* problems);

  const world::Element& element() const { return *element_; }
  const world::Model& model() const { return *model_; }
  const std::string& what() const { return what_; }
  Problems* problems() const { return problems_; }

  /// nullptr when the parameter is absent.
  const world::Element* Find(const std::string& names) const;
  std::vector<const world::Element*> FindAll(const std::string& names) const;

  std::string Text(const std::string& names, const std::string& fallback = "") const;
  /// std::nullopt when the parameter is absent, wrong, or outside of the limits.
  std::optional<double> Number(const std::string& names, double min = -1e12,
                               double max = 1e12) const;
  bool Flag(const std::string& names, bool fallback) const;
  /// Three numbers; a single number is used for all three.
  std::optional<Vector3d> Vector(const std::string& names) const;

  /// Indices of all joints that the parameter names, in repeated elements or in one text with
  /// blanks or commas. Warns of unknown joints and omits them.
  std::vector<int> Joints(const std::string& names) const;
  /// Index of the link; -1 when the parameter is absent, or unknown (after a warning).
  int Link(const std::string& names) const;

  /// The topic with the plugin's namespace and remappings applied. A topic without a leading "/"
  /// is in the model's namespace. `usual` is the default name in the plugin's code; "" when
  /// neither the file nor `usual` gives a name.
  std::string Topic(const std::string& names, const std::string& usual) const;

  /// The topic in the plugin's namespace, if there is one.
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

/// The value of an element: its text, or its attribute "value".
std::string ValueOf(const world::Element& element);

/// The value as a frame's name, without a leading slash.
std::string FrameName(const world::Element& element);

/// The attribute; "" when it is absent.
std::string AttributeOf(const world::Element& element, const char* name);

/// Index of the joint or link with that name, also in a nested model if the name is unique; -1
/// when there is none.
int FindJoint(const world::Model& model, const std::string& name);
int FindLink(const world::Model& model, const std::string& name);

/// Sets the text of the descendant at a path ("linear/max_velocity"); creates missing elements.
world::Element& SetChild(world::Element* element, const std::string& path, const std::string& text,
                         const Source& source);
/// Adds a child, also if there are others of that name.
world::Element& AddChild(world::Element* element, const std::string& name, const std::string& text,
                         const Source& source);

}  // namespace surefoot::plugins
