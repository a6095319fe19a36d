#pragma once

#include <memory>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/sdf/node.h"

namespace sdf {
inline namespace v12 {
class Element;
class SDF;
}  // namespace v12
}  // namespace sdf

namespace surefoot::formats {

/// libsdformat's own description of SDF 1.9: which elements and attributes there are, of which
/// type. Reading it takes 25 ms, so it is done once for the process.
class SdfSchema {
 public:
  SdfSchema();

  /// False when libsdformat cannot describe itself.
  bool ok() const { return full_ != nullptr; }

  /// Reports what libsdformat would pass over or only stumble at: text that is no number, missing
  /// attributes, values out of range (errors), and elements that SDF does not know (warnings; they
  /// are marked as foreign).
  void Check(const SdfVersion& version, const std::string& file, SdfNode* root,
             Problems* problems) const;

  /// The description for libsdformat to fill with a file. It copies the parts of the description
  /// for each element that it reads, so those that the file has no use for are left out: that
  /// saves half of the time and memory. Files before 1.8 get all of it, since elements still have
  /// other names in them.
  std::shared_ptr<sdf::SDF> MakeFor(const SdfVersion& version, const SdfNode& root) const;

 private:
  std::shared_ptr<sdf::Element> full_;
};

}  // namespace surefoot::formats
