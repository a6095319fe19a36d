#pragma once

/// Names that users write and that were replaced in version 0.3: options, elements and keys of
/// files, values, fields of messages. Readers accept the old ones for one version and warn.
///
/// To be removed in version 0.4: the uses of this header, of ElementReader::WithOldName and
/// OldValues, CommandArguments::OldName, SensorKind::old_types, msgs/old_fields.h, and the keys
/// that cli/json_output.cc writes twice. docs/reference/renamed.md lists the names.

#include <string>

namespace surefoot {

/// "least_force" is now called "min_force"
inline std::string OldNameMessage(const std::string& old_name, const std::string& name) {
  return "\"" + old_name + "\" is now called \"" + name + "\"";
}

inline constexpr char kOldNameAdvice[] =
    "write the new name: the old one is accepted until version 0.4";

}  // namespace surefoot
