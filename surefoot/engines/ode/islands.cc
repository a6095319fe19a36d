#include "surefoot/engines/ode/islands.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace surefoot::engines::ode {
namespace {

/// Of one joint, with a row of its motor, friction, spring or stop each.
int RowsOf(const JointMap& joint) { return 6 - joint.dof_count + 3 * joint.dof_count; }

}  // namespace

Islands::Islands(const Maps& maps) : next_(maps.bodies.size()), rows_(maps.bodies.size()) {
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

int Islands::RootOf(int body) {
  while (next_[static_cast<std::size_t>(body)] != body) {
    int& next = next_[static_cast<std::size_t>(body)];
    next = next_[static_cast<std::size_t>(next)];
    body = next;
  }
  return body;
}

void Islands::Join(const Tie& tie) {
  int a = tie.body_a;
  int b = tie.body_b;
  if (a < 0) std::swap(a, b);
  if (a < 0) return;
  a = RootOf(a);
  b = b < 0 ? a : RootOf(b);
  if (a != b) {
    next_[static_cast<std::size_t>(b)] = a;
    rows_[static_cast<std::size_t>(a)] += rows_[static_cast<std::size_t>(b)];
  }
  rows_[static_cast<std::size_t>(a)] += tie.rows;
}

int Islands::MostRows(const Contacts& contacts, int enough) {
  const int all = joint_rows_ + 3 * contacts.count();
  if (all <= enough) return all;
  for (std::size_t i = 0; i < next_.size(); ++i) {
    next_[i] = static_cast<int>(i);
    rows_[i] = 0;
  }
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
