#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot {

/// Becomes another user for good: groups, group and user of all threads, in this order, because the
/// user that is left cannot change the others. Checked afterwards: no id of root and no capability
/// is left, and it cannot become root again. Only root can do it, and to another user than root.
///
/// What was opened before stays open: ports below 1024, keys, devices.
Status BecomeUser(const std::string& name);
/// The errors of BecomeUser that can be known before anything is opened.
Status CheckBecomeUser(const std::string& name);

/// No program that this process starts has more rights than it (set-user-ID programs are ordinary
/// ones), and no core dump is written: secrets are in memory. Holds for the calling thread and all
/// that it starts later, so it is called before there are others.
Status KeepRightsLow();

}  // namespace surefoot
