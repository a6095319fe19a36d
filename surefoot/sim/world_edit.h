#pragma once

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"
#include "surefoot/world/world.h"

namespace surefoot::sim {

/// The error that lists the existing models.
Error NoModel(const world::WorldSpec& spec, const std::string& name);

/// Whether no part of the model is attached to the world, so that it can be moved as a whole.
bool IsFreeModel(const world::World& world, int model);

/// The description with a model added, removed or moved, with two links attached or detached, or
/// with a light changed. The argument is not modified; unchanged models are shared.
Result<world::WorldSpec> WithSpawn(const world::WorldSpec& spec, const Spawn& edit);
Result<world::WorldSpec> WithRemove(const world::WorldSpec& spec, const Remove& edit);
Result<world::WorldSpec> WithMoved(const world::WorldSpec& spec, const Teleport& edit);
Result<world::WorldSpec> WithAttachment(const world::WorldSpec& spec,
                                        const world::Attachment& attachment);
Result<world::WorldSpec> WithLight(const world::WorldSpec& spec, const LightChange& edit);
/// `now` with the poses, attachments and lights of `start`. Other changes of the models'
/// descriptions are kept.
world::WorldSpec WithStart(const world::WorldSpec& now, const world::WorldSpec& start);
Result<world::WorldSpec> WithoutAttachment(const world::WorldSpec& spec, const Detach& edit);

}  // namespace surefoot::sim
