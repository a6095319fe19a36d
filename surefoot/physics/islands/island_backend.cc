#include "surefoot/physics/islands/island_backend.h"

#include <algorithm>
#include <utility>

#include "surefoot/base/try.h"

// The engine interface for many instances: islands are stepped in parallel, each by one thread.

namespace surefoot::islands {

using physics::Inputs;
using physics::State;
using physics::StepReport;

namespace {

/// Below this number of velocity coordinates (two robots on four wheels) waking other threads takes
/// longer than stepping here.
constexpr int kMinParallelWork = 30;

}  // namespace

IslandBackend::IslandBackend(physics::BackendFactory engine, physics::BackendArgs args,
                             Workers* workers)
    : engine_(std::move(engine)),
      args_(std::move(args)),
      world_(*args_.world),
      workers_(workers),
      compositions_(args_.world, args_.parts),
      rules_(world_),
      place_of_model_(At(world_.model_count())) {}

// Wrenches go to the island of their link; motors are copied by each island itself.
void IslandBackend::ShareInputs(const Inputs& inputs) {
  for (const IslandPtr& island : islands_) island->ClearWrenches();
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const ModelPlace place = PlaceOf(world_.model_of_link(wrench.link));
    if (place.island >= 0) islands_[At(place.island)]->AddWrench(place.member, wrench);
  }
}

// Groups are updated before the step, so that models that would meet are in one island.
void IslandBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  const Status grouped = UpdateGroups(inputs, dt);
  if (!grouped.ok()) {
    message_ = grouped.error().message;
    report->flags |= physics::kStepEngineError;
    report->engine_message = message_.c_str();
    return;
  }
  ShareInputs(inputs);
  const bool little = coordinates_ < kMinParallelWork;
  ForEach(little ? nullptr : workers_, static_cast<int>(islands_.size()), [&](int i) {
    islands_[At(i)]->SetInputs(inputs);
    islands_[At(i)]->Step(dt, state);
  });
  // In the order of islands, so that the report does not depend on threads.
  for (const IslandPtr& island : islands_) {
    island->AppendReport(compositions_.static_links(), report);
  }
}

void IslandBackend::ReadState(State* state) const {
  for (const IslandPtr& island : islands_) island->CopyState(state);
}

// Remembers the jump, because the swept boxes do not cover it.
void IslandBackend::WriteModel(int model, const State& state) {
  const ModelPlace place = PlaceOf(model);
  SUREFOOT_CHECK(place.island >= 0, "model " + std::to_string(model) + " cannot move");
  islands_[At(place.island)]->WriteModel(place.member, state);
  moved_externally_[At(movable_of_model_[At(model)])] = 1;
}

/// The engine's own bytes after the names of the models in the same island: the partition depends
/// on the past (join and part distances differ), so it is part of the state.
void IslandBackend::SaveModel(int model, Bytes* out) const {
  ByteWriter writer(out);
  const ModelPlace place = PlaceOf(model);
  if (place.island < 0) {
    writer.Put<std::uint32_t>(0);
    return;
  }
  const Island& island = *islands_[At(place.island)];
  writer.Put(static_cast<std::uint32_t>(island.members().size()));
  for (const int member : island.members()) writer.PutString(world_.instance(member).name);
  Bytes own;
  island.backend().SaveModel(island.Inside(place.member), &own);
  writer.PutBytes(own);
}

Status IslandBackend::RestoreModel(int model, const Bytes& saved) {
  const Error does_not_fit{"the saved state of model '" + world_.instance(model).name +
                           "' does not fit: it was saved from another description or engine, or "
                           "without islands"};
  ByteReader reader(saved);
  const auto count = reader.Get<std::uint32_t>();
  std::vector<int> members;
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    const int member = world_.FindModel(reader.GetString());
    // Models may have been removed since.
    if (member >= 0 && PlaceOf(member).island >= 0) members.push_back(member);
  }
  if (!reader.ok()) return does_not_fit;
  if (PlaceOf(model).island < 0) return reader.left() == 0 ? Status() : Status(does_not_fit);
  const Bytes own = reader.GetBytes();
  std::sort(members.begin(), members.end());
  const bool is_there = std::binary_search(members.begin(), members.end(), model);
  const bool is_set = std::adjacent_find(members.begin(), members.end()) == members.end();
  if (!reader.ok() || reader.left() != 0 || !is_there || !is_set) return does_not_fit;
  if (islands_[At(PlaceOf(model).island)]->members() != members) {
    SUREFOOT_TRY(Gather(members));
  }
  const ModelPlace place = PlaceOf(model);
  Island& island = *islands_[At(place.island)];
  const Status status = island.backend().RestoreModel(island.Inside(place.member), own);
  if (!status.ok()) return Error{compositions_.WithNames(members, status.error().message)};
  island.MarkStale();
  moved_externally_[At(movable_of_model_[At(model)])] = 1;
  return Status();
}

// For statistics of the session and for tests.
IslandCounts IslandBackend::counts() const {
  IslandCounts counts;
  counts.islands = static_cast<int>(islands_.size());
  for (const IslandPtr& island : islands_) {
    counts.largest = std::max(counts.largest, static_cast<int>(island->members().size()));
  }
  counts.joined = joined_;
  counts.parted = parted_;
  counts.late = late_;
  return counts;
}

Result<std::unique_ptr<IslandBackend>> MakeIslandBackend(const physics::BackendFactory& engine,
                                                         const physics::BackendArgs& args,
                                                         Workers* workers,
                                                         const physics::State* start) {
  SUREFOOT_CHECK(args.parts != nullptr, "islands share parts");
  auto backend = std::make_unique<IslandBackend>(engine, args, workers);
  SUREFOOT_TRY(backend->Start(start != nullptr ? *start : physics::MakeInitialState(*args.world)));
  return std::unique_ptr<IslandBackend>(std::move(backend));
}

}  // namespace surefoot::islands
