#pragma once

/// Reading the XML of COLLADA files; included by collada_*.cc only.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace tinyxml2 {
class XMLElement;
}  // namespace tinyxml2

namespace surefoot::collada {

using tinyxml2::XMLElement;

/// "line 12: <p>: message".
Error At(const XMLElement& element, const std::string& message);

/// An attribute's value, "" when absent.
std::string_view Attribute(const XMLElement& element, const char* name);

bool Is(const XMLElement& element, std::string_view name);

/// The element's text without white space at both ends.
std::string_view Text(const XMLElement& element);

/// All numbers in an element's text. An error names the first word that is none.
Result<std::vector<double>> Doubles(const XMLElement& element);
Result<std::vector<std::int32_t>> Integers(const XMLElement& element);

/// The first descendant reached by these names, or null.
const XMLElement* Descend(const XMLElement* element, std::initializer_list<const char*> path);

/// Elements by their id attribute.
class Ids {
 public:
  explicit Ids(const XMLElement& root);
  /// The element that a reference like "#id" names; null when there is none.
  const XMLElement* Find(std::string_view reference) const;

 private:
  std::unordered_map<std::string_view, const XMLElement*> elements_;
};

/// The look that a <material> describes.
MeshMaterial ReadMaterial(const XMLElement& material, const Ids& ids, const std::string& mesh_path);

}  // namespace surefoot::collada
