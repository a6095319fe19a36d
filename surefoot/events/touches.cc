#include "surefoot/events/touches.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace surefoot::events {
namespace {

/// Whether a link is in a range of ids.
bool Has(const world::Range& range, int link) { return link >= range.first && link < range.end(); }

}  // namespace

world::Range LinksNamed(const world::World& world, const std::string& name) {
  const int model = world.FindModel(name);
  if (model >= 0) return world.layout(model).links;
  const int link = world.FindLink(name);
  return link < 0 ? world::Range{0, 0} : world::Range{link, 1};
}

void Touches::See(const std::vector<physics::Contact>& contacts) {
  known_ = true;
  pairs_.clear();
  for (const physics::Contact& contact : contacts) {
    // Some engines report shapes that are near each other without touching.
    if (contact.depth < 0.0 && contact.f_B_W.isZero(0.0)) continue;
    const auto [a, b] = std::minmax(contact.link_a, contact.link_b);
    pairs_.push_back(Pair{a, b, std::abs(contact.f_B_W.dot(contact.n_W))});
  }
  SortAndSum();
}

/// Sorts by links and forces before adding, so that rounded sums do not depend on the order in
/// which islands report.
void Touches::SortAndSum() {
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& x, const Pair& y) {
    if (x.link_a != y.link_a) return x.link_a < y.link_a;
    if (x.link_b != y.link_b) return x.link_b < y.link_b;
    return x.force < y.force;
  });
  std::size_t count = 0;
  for (const Pair& pair : pairs_) {
    const bool again = count > 0 && pairs_[count - 1].link_a == pair.link_a &&
                       pairs_[count - 1].link_b == pair.link_b;
    if (again) {
      pairs_[count - 1].force += pair.force;
    } else {
      pairs_[count++] = pair;
    }
  }
  pairs_.resize(count);
}

bool Touches::IsBetween(const Pair& pair, const world::Range& of, const world::Range* to) {
  const bool a = Has(of, pair.link_a);
  const bool b = Has(of, pair.link_b);
  if (to == nullptr) return a != b;
  return (a && Has(*to, pair.link_b)) || (b && Has(*to, pair.link_a));
}

// `of` against itself is excluded only for `to` nullptr: two links of a model may touch each other.
double Touches::Force(const world::Range& of, const world::Range* to) const {
  double sum = 0.0;
  for (const Pair& pair : pairs_) {
    if (IsBetween(pair, of, to)) sum += pair.force;
  }
  return sum;
}

bool Touches::Any(const world::Range& of, const world::Range* to) const {
  return std::any_of(pairs_.begin(), pairs_.end(),
                     [&](const Pair& pair) { return IsBetween(pair, of, to); });
}

void Touches::CarryOver(const Touches& from, const world::World& old_world,
                        const world::World& world) {
  known_ = from.known_;
  pairs_.clear();
  for (const Pair& old : from.pairs_) {
    int a = world.FindLink(old_world.LinkName(old.link_a));
    int b = world.FindLink(old_world.LinkName(old.link_b));
    if (a < 0 || b < 0) continue;
    if (a > b) std::swap(a, b);
    pairs_.push_back(Pair{a, b, old.force});
  }
  SortAndSum();
}

void Touches::Archive(const world::World& world, StateArchive* archive) {
  archive->Items(&known_);
  archive->List(&pairs_);
  for (const Pair& pair : pairs_) {
    archive->Require(pair.link_a >= 0 && pair.link_b >= pair.link_a &&
                     pair.link_b < world.link_count());
  }
}

}  // namespace surefoot::events
