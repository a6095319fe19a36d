#pragma once

/// Macros of a xacro file: their parameters and their lookup. Private to formats/urdf.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/formats/urdf/xacro/tree.h"

namespace surefoot::formats::urdf {

/// One parameter of a macro.
struct MacroParameter {
  /// "x", or "*x" for a block (an element) and "**x" for the content of a block.
  std::string name;
  /// "^": the caller's property of that name is used before the default.
  bool outer = false;
  std::optional<std::string> fallback;

  bool is_block() const { return name[0] == '*'; }
};

/// `body` is a node of the file that defines the macro; the expander owns it.
struct Macro {
  const Node* body = nullptr;
  std::vector<MacroParameter> parameters;
};

/// The macros of a file, of a macro call, or of an included namespace. Inner tables see the macros
/// of outer ones.
struct MacroTable {
  /// Searches this table, then the outer ones; nullptr when there is none.
  const Macro* Find(const std::string& name) const;
  MacroTable* FindNamespace(const std::string& name) const;

  MacroTable* parent = nullptr;
  std::map<std::string, Macro> macros;
  std::map<std::string, MacroTable*> namespaces;
};

/// Parses the attribute params, "x y:=1 z:=^ w:=^|${pi} *origin". Throws Failure.
std::vector<MacroParameter> ParseMacroParameters(const std::string& text);

}  // namespace surefoot::formats::urdf
