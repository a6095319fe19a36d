/// A run frozen and restored.

#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/events/event_set.h"
#include "surefoot/sim/machine.h"

namespace surefoot::sim {
namespace {

/// Marks a snapshot and its layout's version.
constexpr std::uint64_t kSnapshotMagic = 0x41504e53544f4653ULL;  // "SFOTSNPA"

std::vector<Bytes> SaveModels(const physics::Backend& backend, int count) {
  std::vector<Bytes> saved(static_cast<std::size_t>(count));
  for (int model = 0; model < count; ++model) {
    backend.SaveModel(model, &saved[static_cast<std::size_t>(model)]);
  }
  return saved;
}

Status RestoreModels(const std::vector<Bytes>& saved, physics::Backend* backend) {
  for (std::size_t model = 0; model < saved.size(); ++model) {
    const Status status = backend->RestoreModel(static_cast<int>(model), saved[model]);
    if (!status.ok()) return status;
  }
  return Status();
}

constexpr const char* kDevicesDoNotFit =
    "the snapshot's sensors, wheels, drives or events do not fit";

}  // namespace

Bytes Machine::SaveDevices() const {
  return SavedState(rig_.drives.get(), rig_.ground.get(), rig_.sensors.get(), rig_.events.get());
}

/// Brings drives, wheels, sensors and events into the saved state, or leaves them as they are.
Status Machine::RestoreDevices(const Bytes& bytes) {
  const Bytes present = SaveDevices();
  for (const Bytes* source : {&bytes, &present}) {
    if (RestoreState(*source, rig_.drives.get(), rig_.ground.get(), rig_.sensors.get(),
                     rig_.events.get())) {
      return source == &bytes ? Status() : Error{kDevicesDoNotFit};
    }
  }
  SUREFOOT_CHECK(false, "sensors, wheels, drives and events take their own state");
  return Status();
}

Snapshot Machine::Save() const {
  Snapshot snapshot;
  snapshot.world = rig_.world;
  ByteWriter writer(&snapshot.bytes);
  writer.Put(kSnapshotMagic);
  writer.PutString(rig_.engine.name);
  writer.Put(rig_.world->content_hash());
  writer.Put(rig_.step_ns);
  writer.Put(rig_.options.seed);
  StateArchive archive(&writer);
  ArchiveRunState(*rig_.world, &archive, &rig_.run);
  for (const Bytes& saved : SaveModels(*rig_.backend, rig_.world->model_count()))
    writer.PutBytes(saved);
  writer.PutBytes(SaveDevices());
  return snapshot;
}

Result<Machine::Frozen> Machine::ReadSnapshot(const Bytes& bytes, const world::World& world) const {
  ByteReader reader(bytes);
  if (reader.Get<std::uint64_t>() != kSnapshotMagic) {
    return Error{"this is not a Surefoot snapshot, or one of another version"};
  }
  const std::string engine = reader.GetString();
  if (engine != rig_.engine.name) {
    return Error{"the snapshot is of engine '" + engine + "', this run uses '" + rig_.engine.name +
                 "'"};
  }
  if (reader.Get<std::uint64_t>() != world.content_hash()) {
    return Error{"the snapshot is of another world than '" + world.spec().name +
                 "', or the world's files have changed since"};
  }
  const SimTimeNs step_ns = reader.Get<SimTimeNs>();
  if (step_ns != rig_.step_ns) {
    return Error{"the snapshot was taken with a step of " + NumberText(ToSeconds(step_ns), 6) +
                 " s, this run has " + NumberText(rig_.step_size, 6) + " s"};
  }
  Frozen frozen;
  frozen.seed = reader.Get<std::uint64_t>();
  frozen.run.physics = physics::MakeInitialState(world);
  frozen.run.inputs.motors.resize(static_cast<std::size_t>(world.v_count()));
  frozen.run.stops = Stops(world);
  StateArchive archive(&reader);
  ArchiveRunState(world, &archive, &frozen.run);
  const bool fits = archive.ok();
  for (int model = 0; fits && model < world.model_count(); ++model) {
    frozen.models.push_back(reader.GetBytes());
  }
  frozen.devices = reader.GetBytes();
  if (!fits || !reader.ok() || reader.left() != 0) return Error{"the snapshot is damaged"};
  return frozen;
}

/// Brings the engine into the frozen state, or leaves it as it is when that fails.
Status Machine::RestoreBackend(const WorldPtr& world, const Frozen& frozen) {
  if (world != rig_.world || frozen.seed != rig_.options.seed) {
    Result<Built> built = Build(world, frozen.seed, frozen.run.time_ns);
    if (!built.ok()) return built.error();
    Built& fresh = built.value();
    const Status status = RestoreModels(frozen.models, fresh.backend.get());
    if (!status.ok()) return status;
    if (!RestoreState(frozen.devices, fresh.drives.get(), fresh.ground.get(), fresh.sensors.get(),
                      fresh.events.get())) {
      return Error{kDevicesDoNotFit};
    }
    Adopt(world, std::move(fresh));
    return Status();
  }
  const std::vector<Bytes> present = SaveModels(*rig_.backend, rig_.world->model_count());
  Status status = RestoreModels(frozen.models, rig_.backend.get());
  if (status.ok()) status = RestoreDevices(frozen.devices);
  if (!status.ok()) {
    const Status undone = RestoreModels(present, rig_.backend.get());
    SUREFOOT_CHECK(undone.ok(), undone.error().message);
  }
  return status;
}

Status Machine::Restore(const Snapshot& snapshot) {
  const WorldPtr world = snapshot.world ? snapshot.world : rig_.world;
  // All of it is read before anything changes, so that a damaged snapshot leaves the run alone.
  Result<Frozen> frozen = ReadSnapshot(snapshot.bytes, *world);
  if (!frozen.ok()) return frozen.error();
  const Status status = RestoreBackend(world, *frozen);
  if (!status.ok()) return status;
  rig_.run = std::move(frozen->run);
  ReserveWrenches(*world, &rig_.run);
  rig_.options.seed = frozen->seed;
  rig_.backend->ReadState(&rig_.run.physics);
  rig_.failed = false;
  rig_.ReportWorld();
  return Status();
}

}  // namespace surefoot::sim
