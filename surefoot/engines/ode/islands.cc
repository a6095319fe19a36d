#include "surefoot/engines/ode/islands.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace surefoot::engines::ode {
namespace {

/// Of one joint, with a row of its motor, friction, spring or stop each.
int RowsOf(const JointMap& joint) { return 6 - joint.dof_count + 3 * joint.dof_count; }

}  // namespace

Islands::Islands(const Maps& maps) : rows_(maps.bodies.size()) {
  const auto body = [&](int link) {
    return link < 0 ? -1 : maps.body_of_link[static_cast<std::size_t>(link)];
  };
  for (const JointMap& joint : maps.joints) {
    joints_.push_back(Tie{body(joint.parent_link), body(joint.child_link), RowsOf(joint)});
  }
  for (const WeldMap& weld : maps.welds) {
    joints_.push_back(Tie{body(weld.link_a), body(weld.link_b), 6});
  }
  for (const Tie& tie : joints_) joint_rows_ += tie.rows;
}

void Islands::Join(const Tie& tie) {
  int a = tie.body_a;
  int b = tie.body_b;
  if (a < 0) std::swap(a, b);
  if (a < 0) return;
  a = groups_.Find(a);
  b = b < 0 ? a : groups_.Find(b);
  const int root = groups_.Join(a, b);
  if (a != b) rows_[At(root)] = rows_[At(a)] + rows_[At(b)];
  rows_[At(root)] += tie.rows;
}

int Islands::MostRows(const Contacts& contacts, int enough) {
  const int all = joint_rows_ + 3 * contacts.count();
  if (all <= enough) return all;
  groups_.Reset(static_cast<int>(rows_.size()));
  std::fill(rows_.begin(), rows_.end(), 0);
  for (const Tie& tie : joints_) Join(tie);
  for (int i = 0; i < contacts.count(); ++i) {
    const std::pair<int, int> bodies = contacts.bodies(i);
    Join(Tie{bodies.first, bodies.second, 3});
  }
  int most = 0;
  for (const int rows : rows_) most = std::max(most, rows);
  return most;
}

}  // namespace surefoot::engines::ode
