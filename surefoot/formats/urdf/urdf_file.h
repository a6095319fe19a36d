#pragma once

/// The XML of one URDF file: where things are written, and reading of values with complaints.
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

/// Where an element was written.
struct Place {
  std::shared_ptr<const std::string> file;
  int line = 0;
};

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
  /// Errors of this file so far.
  int error_count() const { return context_.problems->error_count() - errors_before_; }

  /// Where MuJoCo would look for meshes; empty when the file does not say.
  const std::string& mesh_folder() const { return mesh_folder_; }
  void set_mesh_folder(const std::string& folder) { mesh_folder_ = folder; }

  using Reporter::SourceOf;
  /// Line and element path, "robot[husky]/link[base]/inertial".
  Source SourceOf(const XmlElement& element) const;
  /// Where an element was written that a macro made; others are where the parser found them.
  void set_place(const XmlElement& element, Place place) { places_[&element] = std::move(place); }

  /// The attribute's value with blanks at its ends removed; nothing when it is not written.
  std::optional<std::string> Attribute(const XmlElement& element, const char* name) const;
  /// Reports when it is missing or empty.
  std::optional<std::string> Required(const XmlElement& element, const char* name);
  std::optional<double> RequiredNumber(const XmlElement& element, const char* name);
  /// The fallback also when the text is wrong, after reporting.
  double NumberOr(const XmlElement& element, const char* name, double fallback);
  /// Infinity is accepted.
  double LimitOr(const XmlElement& element, const char* name, double fallback);
  Vector3d VectorOr(const XmlElement& element, const char* name, const Vector3d& fallback);

  /// What a <gazebo> tag says, as <mu1>0.5</mu1> or <mu1 value="0.5"/>.
  std::string ValueOf(const XmlElement& element) const;
  /// The same as a number; nothing after reporting.
  std::optional<double> NumberIn(const XmlElement& element);

  /// The first child of that name, with a warning of a second one. nullptr when there is none.
  const XmlElement* Child(const XmlElement& parent, const char* name) {
    return ChildWithin(parent, name, false);
  }
  /// Reports when there is none, or more than one.
  const XmlElement* RequiredChild(const XmlElement& parent, const char* name) {
    return ChildWithin(parent, name, true);
  }

  /// The pose in its <origin> child, the identity when there is none.
  RigidTransform OriginOf(const XmlElement& parent);

  /// Warns, once for each kind, of children and attributes that URDF does not know here. Names
  /// with a prefix belong to somebody else and are let pass.
  void WarnUnknown(const XmlElement& element, const std::vector<std::string>& children,
                   const std::vector<std::string>& attributes);
  void WarnUnknownAttributes(const XmlElement& element, const std::vector<std::string>& attributes);

  /// A warning that files repeat for many parts: told once for each key, with the number of the
  /// others, when reading is done (TellRepeated).
  void WarnRepeated(const std::string& key, const Source& source, const std::string& message,
                    const std::string& value = {}, const std::string& advice = {});
  template <typename... Text>
  void WarnRepeated(const std::string& key, const XmlElement& element, const Text&... text) {
    WarnRepeated(key, SourceOf(element), text...);
  }
  void TellRepeated();
  /// True when WarnRepeated would tell of this key for the first time.
  bool IsNewKind(const std::string& key) const;
  /// False when the name has been taken in this scope before.
  bool TakeName(const std::string& scope, const std::string& name);
  /// A note that is told once for each key.
  void NoteOnce(const std::string& key, const Source& source, const std::string& message,
                const std::string& value = {}, const std::string& advice = {});

  /// A copy with all that is in it.
  world::Element Keep(const XmlElement& element) const;
  /// Copies of the children whose names have a prefix ("surefoot:...").
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

/// The children of that name (nullptr: all), in the order of the file.
std::vector<const XmlElement*> ChildrenOf(const XmlElement& parent, const char* name = nullptr);

/// Text that reads as another element's: "xacro:macro" has the prefix "xacro".
bool HasPrefix(const char* name);

}  // namespace surefoot::formats::urdf
