#pragma once

/// Many engine instances behind the interface of one: models that cannot touch each other within
/// the next steps are in islands, each an instance of its own. Islands that come near each other
/// are joined before they can touch, and parted when they are well apart again.

#include "surefoot/base/workers.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/islands/island_counts.h"

namespace surefoot::islands {

class IslandBackend : public physics::Backend {
 public:
  virtual IslandCounts counts() const = 0;
};

/// `args.models` must be all models of the World; `args.parts` must be there. Islands are stepped
/// by `workers`, which may be nullptr and must outlive it. Models are in their initial state;
/// `start` (nullptr: the same) tells where they will be put before the first step, so that those
/// which are near each other there are together from the beginning.
Result<std::unique_ptr<IslandBackend>> MakeIslandBackend(const physics::BackendFactory& engine,
                                                         const physics::BackendArgs& args,
                                                         Workers* workers,
                                                         const physics::State* start = nullptr);

}  // namespace surefoot::islands
