#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot {

/// Changes to another user permanently: groups, group and user of all threads, in this order,
/// because the remaining user cannot change the others. Verified afterwards: no id of root and no
/// capability remains, and the process cannot become root again. Only root can do this, and only
/// for a user other than root.
///
/// Whatever was opened before remains open: ports below 1024, keys, devices.
Status BecomeUser(const std::string& name);
/// The errors of BecomeUser that can be detected before anything is opened.
Status CheckBecomeUser(const std::string& name);

/// Programs started by this process cannot have more rights than it (set-user-ID has no effect),
/// and core dumps are disabled, because secrets are in memory. Applies to the calling thread and
/// those that it starts later, so call it before there are others.
Status KeepRightsLow();

}  // namespace surefoot
