#pragma once

#include <vector>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/engines/ode/build.h"
#include "surefoot/engines/ode/contacts.h"

namespace surefoot::engines::ode {

/// How many rows the bodies that are connected with each other have at most: the direct solver
/// takes time with the third power of it.
class Islands {
 public:
  explicit Islands(const Maps& maps);

  /// With the contacts of the step. Looks no closer when all rows together are below `enough`.
  int MostRows(const Contacts& contacts, int enough);

 private:
  struct Tie {
    int body_a = -1;
    int body_b = -1;
    int rows = 0;
  };

  void Join(const Tie& tie);

  std::vector<Tie> joints_;
  int joint_rows_ = 0;
  /// Bodies, and the rows of each group at the body that stands for it.
  DisjointSets groups_;
  std::vector<int> rows_;
};

}  // namespace surefoot::engines::ode
