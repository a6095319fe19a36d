#include "surefoot/autonomy/plan/rock_map.h"

#include <algorithm>

namespace surefoot::plan {
namespace {

/// What makes a plan look again: a rock that reaches this much further (m).
constexpr double kNotable = 0.1;
/// Sightings beyond this do not make a rock's place any firmer, so that it can follow a map that is
/// being corrected.
constexpr double kMostSightings = 10.0;

}  // namespace

void RockMap::Know(const Rock& rock) { entries_.push_back({rock, 0.0, true}); }

RockMap::Entry* RockMap::Nearest(const Rock& rock) {
  Entry* nearest = nullptr;
  double least = gap_;
  for (Entry& entry : entries_) {
    const double between =
        (entry.rock.center - rock.center).norm() - entry.rock.radius - rock.radius;
    if (between >= least) continue;
    least = between;
    nearest = &entry;
  }
  return nearest;
}

bool RockMap::See(const Rock& rock) {
  Entry* entry = Nearest(rock);
  if (entry == nullptr) {
    entries_.push_back({rock, 1.0, false});
    return true;
  }
  if (entry->known) return false;
  const Rock before = entry->rock;
  const double share = 1.0 / (entry->sightings + 1.0);
  entry->rock.center += share * (rock.center - entry->rock.center);
  // From another side it may be wider; it is never narrower than the widest view.
  entry->rock.radius = std::max(entry->rock.radius, rock.radius);
  entry->sightings = std::min(entry->sightings + 1.0, kMostSightings);
  return (entry->rock.center - before.center).norm() + entry->rock.radius - before.radius >
         kNotable;
}

std::vector<Rock> RockMap::rocks() const {
  std::vector<Rock> rocks;
  for (const Entry& entry : entries_) rocks.push_back(entry.rock);
  return rocks;
}

}  // namespace surefoot::plan
