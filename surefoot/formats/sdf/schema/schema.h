#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema/version.h"

namespace surefoot::formats {

/// What a text must be: see SdfSchemaText.
struct SdfValueType {
  char kind = '-';
  std::string least;
  std::string most;
};

/// Which elements and attributes SDF has, and of which type.
class SdfSchema {
 public:
  struct Type;
  /// An attribute or a child.
  struct Part {
    std::string name;
    SdfValueType value;
    bool required = false;
    /// nullptr: only a text.
    const Type* type = nullptr;
  };
  struct Type {
    std::string name;
    SdfValueType value;
    bool open = false;
    std::vector<Part> attributes;
    std::vector<Part> children;

    const Part* Child(const std::string& child_name) const;
  };

  SdfSchema();

  /// Reports texts that are no numbers, missing attributes, values out of range (errors), and
  /// elements that SDF does not know (warnings; they are marked as foreign).
  void Check(const SdfVersion& version, const std::string& file, SdfNode* root,
             Problems* problems) const;

 private:
  void Parse(const std::string& entry);

  std::map<std::string, Type> types_;
};

/// Read once for the process.
const SdfSchema& TheSdfSchema();

}  // namespace surefoot::formats
