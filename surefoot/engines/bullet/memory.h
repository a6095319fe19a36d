#pragma once

/// The forces that the solver starts from, as part of a model's saved state.

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/engines/bullet/impacts.h"
#include "surefoot/engines/bullet/servos.h"

namespace surefoot::engines::bullet {

/// Drops all that is remembered of a model.
void Forget(const world::World& world, const Built& built, int model,
            const std::vector<Shape>& shapes, Servos* servos, Impacts* impacts);

/// Contacts with other models are saved with their names, and with both models. `names` by id.
void SaveForces(const world::World& world, const std::vector<std::string>& names,
                const Built& built, const ModelRange& range, const std::vector<Shape>& shapes,
                const Servos& servos, const Impacts& impacts, ByteWriter* writer);

/// Contacts with models that are not there are left out. False, with nothing changed, when the
/// bytes do not fit or are not at their end.
bool RestoreForces(const world::World& world, const std::vector<std::string>& names,
                   const Built& built, const ModelRange& range, const std::vector<Shape>& shapes,
                   ByteReader* reader, Servos* servos, Impacts* impacts);

}  // namespace surefoot::engines::bullet
