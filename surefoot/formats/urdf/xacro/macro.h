#pragma once

/// Macros of a xacro file. Private to formats/urdf.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/formats/urdf/xacro/tree.h"

namespace surefoot::formats::urdf {

struct MacroParameter {
  /// "x", or "*x" for a block, "**x" for a block's content.
  std::string name;
  /// "^": the caller's property of that name comes before the default.
  bool outer = false;
  std::optional<std::string> fallback;

  bool is_block() const { return name[0] == '*'; }
};

struct Macro {
  const Node* body = nullptr;
  std::vector<MacroParameter> parameters;
};

/// The macros of a file, of a macro call, or of an included namespace.
struct MacroTable {
  /// Here or further out; nullptr when there is none.
  const Macro* Find(const std::string& name) const;
  MacroTable* FindNamespace(const std::string& name) const;

  MacroTable* parent = nullptr;
  std::map<std::string, Macro> macros;
  std::map<std::string, MacroTable*> namespaces;
};

/// "x y:=1 z:=^ w:=^|${pi} *origin" as parameters. Throws Failure.
std::vector<MacroParameter> ParseMacroParameters(const std::string& text);

}  // namespace surefoot::formats::urdf
