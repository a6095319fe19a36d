#pragma once

#include <string>

#include "surefoot/base/text.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// The components of a vector, separated by spaces; each is restored exactly when read.
template <typename Derived>
std::string NumberText(const Eigen::MatrixBase<Derived>& values) {
  std::string text;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    text += (i > 0 ? " " : "") + NumberText(values[i]);
  }
  return text;
}

}  // namespace surefoot
