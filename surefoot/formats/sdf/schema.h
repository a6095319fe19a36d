#pragma once

#include <memory>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/sdf/node.h"

namespace sdf {
inline namespace v12 {
class SDF;
}
}  // namespace sdf

namespace surefoot::formats {

/// libsdformat's own description of SDF 1.9: which elements and attributes there are, of which
/// type. Reading it takes most of the time of a small load, so it is done once for each.
class SdfSchema {
 public:
  SdfSchema();
  ~SdfSchema();

  /// False when libsdformat cannot describe itself.
  bool ok() const { return ok_; }

  /// Reports what libsdformat would pass over or only stumble at: text that is no number, missing
  /// attributes, names that are given twice, values out of range (errors), and names that SDF does
  /// not know (warnings; they are marked as foreign).
  void Check(const SdfVersion& version, const std::string& file, SdfNode* root,
             Problems* problems) const;

  /// The description, for libsdformat to fill. Only once, after the last Check.
  std::shared_ptr<sdf::SDF> Take();

 private:
  std::shared_ptr<sdf::SDF> sdf_;
  bool ok_ = false;
};

}  // namespace surefoot::formats
