#pragma once

#include "surefoot/plugins/plugin_name.h"

namespace surefoot::plugins {

/// Why a plugin that is neither drive nor sensor has no effect here.
struct KnownPlugin {
  enum class Kind {
    /// What it does happens here anyway, or is of no use without Gazebo.
    kNotNeeded,
    /// It does something that is missing here.
    kMissing,
  };
  /// Names as NamesOf gives them, separated by blanks; a last "*" stands for any ending.
  const char* names;
  Kind kind;
  /// What it would do: "propellers".
  const char* what;
};

/// nullptr when the tables of this folder do not know it.
const KnownPlugin* FindKnown(const std::vector<std::string>& names);

}  // namespace surefoot::plugins
