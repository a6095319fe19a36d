#pragma once

/// The XML of one URDF file: where elements are written, and values read with error reports.
/// Private to this folder.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "surefoot/formats/format.h"
#include "surefoot/world/element.h"

namespace tinyxml2 {
class XMLElement;
}

namespace surefoot::formats::urdf {

using XmlElement = tinyxml2::XMLElement;

/// Where an element was written. After the expansion of xacro that is the line in the macro's file.
struct Place {
  std::shared_ptr<const std::string> file;
  int line = 0;
};

/// One file during a load. Returns fallbacks for wrong values after reporting them. Warnings that a
/// file repeats for many parts are counted and reported once (WarnRepeated).
///
///     UrdfFile file(path, context);
///     const double damping = file.NumberOr(element, "damping", 0.0);
///     file.ReportRepeated();  // at the end
class UrdfFile : public Reporter<UrdfFile> {
 public:
  UrdfFile(std::string path, const ReadContext& context)
      : Reporter(context.problems),
        path_(std::move(path)),
        context_(context),
        errors_before_(context.problems->error_count()) {}

  const std::string& path() const { return path_; }
  const ReadContext& context() const { return context_; }
  Problems& problems() { return *context_.problems; }
  /// Number of errors in this file so far.
  int error_count() const { return context_.problems->error_count() - errors_before_; }

  /// The folder in which MuJoCo would look for meshes; empty when the file does not name one.
  const std::string& mesh_folder() const { return mesh_folder_; }
  void set_mesh_folder(const std::string& folder) { mesh_folder_ = folder; }

  using Reporter::SourceOf;
  /// File, line and element path, "robot[husky]/link[base]/inertial".
  Source SourceOf(const XmlElement& element) const;
  /// Sets where an element was written that a macro created; for others the parser's line is used.
  void set_place(const XmlElement& element, Place place) { places_[&element] = std::move(place); }

  /// The attribute's value without leading and trailing blanks; std::nullopt when it is absent.
  std::optional<std::string> Attribute(const XmlElement& element, const char* name) const;
  /// Reports an attribute that is missing or empty.
  std::optional<std::string> Required(const XmlElement& element, const char* name);
  std::optional<double> RequiredNumber(const XmlElement& element, const char* name);
  /// The fallback when the attribute is absent, and also, after reporting, when it is not a number.
  double NumberOr(const XmlElement& element, const char* name, double fallback);
  /// As NumberOr, but accepts infinity.
  double LimitOr(const XmlElement& element, const char* name, double fallback);
  Vector3d VectorOr(const XmlElement& element, const char* name, const Vector3d& fallback);

  /// The value of a <gazebo> tag, written as <mu1>0.5</mu1> or <mu1 value="0.5"/>.
  std::string ValueOf(const XmlElement& element) const;
  /// The same as a number; std::nullopt after reporting.
  std::optional<double> NumberIn(const XmlElement& element);

  /// The first child of that name, nullptr when there is none. Warns of a second one.
  const XmlElement* Child(const XmlElement& parent, const char* name) {
    return ChildWithin(parent, name, false);
  }
  /// The same, but a missing or second child is an error.
  const XmlElement* RequiredChild(const XmlElement& parent, const char* name) {
    return ChildWithin(parent, name, true);
  }

  /// The pose in the <origin> child: xyz (m), and rpy (rad, fixed axes) or Drake's quat_xyzw. The
  /// identity when there is none.
  RigidTransform OriginOf(const XmlElement& parent);

  /// Warns, once for each kind, of children and attributes that are not in the lists. Names with a
  /// namespace prefix belong to other programs and are skipped.
  void WarnUnknown(const XmlElement& element, const std::vector<std::string>& children,
                   const std::vector<std::string>& attributes);
  void WarnUnknownAttributes(const XmlElement& element, const std::vector<std::string>& attributes);

  /// A warning that files repeat for many parts: reported once for each key by ReportRepeated(),
  /// with the number of repetitions.
  void WarnRepeated(const std::string& key, const Source& source, const std::string& message,
                    const std::string& value = {}, const std::string& advice = {});
  template <typename... Text>
  void WarnRepeated(const std::string& key, const XmlElement& element, const Text&... text) {
    WarnRepeated(key, SourceOf(element), text...);
  }
  void ReportRepeated();
  /// True when WarnRepeated() would report this key for the first time. Lets callers skip expensive
  /// advice.
  bool IsNewKind(const std::string& key) const;
  /// Registers a name; returns false when the scope already has it.
  bool TakeName(const std::string& scope, const std::string& name);
  /// A note that is reported once for each key.
  void NoteOnce(const std::string& key, const Source& source, const std::string& message,
                const std::string& value = {}, const std::string& advice = {});

  /// A deep copy of the element for the world's description.
  world::Element Keep(const XmlElement& element) const;
  /// Copies of the children with a namespace prefix ("surefoot:...").
  std::vector<world::Element> KeepPrefixed(const XmlElement& parent) const;

 private:
  Source SourceOf(const XmlElement& element, const char* attribute) const;
  template <typename T, typename Parse>
  T ParsedOr(const XmlElement& element, const char* name, Parse parse, const T& fallback);
  const XmlElement* ChildWithin(const XmlElement& parent, const char* name, bool required);
  void WarnOnce(const XmlElement& element, const std::string& what, const std::string& name,
                const std::vector<std::string>& known);

  std::string path_;
  ReadContext context_;
  int errors_before_ = 0;
  std::string mesh_folder_;
  std::unordered_map<const XmlElement*, Place> places_;
  std::set<std::string> warned_;
  struct Repeated {
    Problem first;
    int count = 0;
  };
  std::map<std::string, Repeated> repeated_;
  std::set<std::pair<std::string, std::string>> taken_names_;
};

/// The children of that name in document order; all children for nullptr.
std::vector<const XmlElement*> ChildrenOf(const XmlElement& parent, const char* name = nullptr);

/// True for names with a namespace prefix, such as "xacro:macro".
bool HasPrefix(const char* name);

}  // namespace surefoot::formats::urdf
