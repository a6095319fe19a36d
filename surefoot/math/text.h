#pragma once

#include <string>

#include "surefoot/base/text.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// The numbers of a vector with blanks between; each reads back as exactly the same number.
template <typename Derived>
std::string NumberText(const Eigen::MatrixBase<Derived>& values) {
  std::string text;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    text += (i > 0 ? " " : "") + NumberText(values[i]);
  }
  return text;
}

}  // namespace surefoot
