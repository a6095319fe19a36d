#include "surefoot/physics/islands/island.h"

#include <algorithm>
#include <utility>

// An island is a World of its own with the models that it contains; states and inputs are copied
// between its numbering and the World's.

namespace surefoot::islands {
namespace {

template <typename T>
void Copy(const std::vector<T>& from, const world::Range& source, std::vector<T>* to,
          const world::Range& target) {
  std::copy_n(from.begin() + source.first, source.count, to->begin() + target.first);
}

/// Copies one model's part of a state between two worlds.
void CopyModel(const physics::State& from, const world::ModelLayout& source, physics::State* to,
               const world::ModelLayout& target) {
  Copy(from.X_WL, source.links, &to->X_WL, target.links);
  Copy(from.V_WL_W, source.links, &to->V_WL_W, target.links);
  Copy(from.q, source.q, &to->q, target.q);
  Copy(from.v, source.v, &to->v, target.v);
}

}  // namespace

// Starts at the initial state of its own world; the caller writes the members' states afterwards.
Island::Island(std::shared_ptr<const world::World> own_world, int static_count,
               std::unique_ptr<physics::Backend> backend)
    : own_world_(std::move(own_world)),
      static_count_(static_count),
      backend_(std::move(backend)),
      state_(physics::MakeInitialState(*own_world_)) {
  inputs_.motors.resize(static_cast<std::size_t>(own_world_->v_count()));
}

// Read from the engine only when somebody asks.
const physics::State& Island::state() const {
  if (stale_) backend_->ReadState(&state_);
  stale_ = false;
  return state_;
}

// An island may be reused for other members with the same descriptions.
void Island::Adopt(const world::World& world, const std::vector<int>& statics,
                   const std::vector<int>& members) {
  members_ = members;
  places_.clear();
  for (std::size_t k = 0; k < members.size(); ++k) {
    places_.push_back(Place{own_world_->layout(Inside(k)), world.layout(members[k])});
  }
  std::vector<std::string> names;
  for (const std::vector<int>* models : {&statics, &members}) {
    for (const int model : *models) names.push_back(world.instance(model).name);
  }
  backend_->NameModels(names);
}

// Links have other indices inside.
void Island::AddWrench(std::size_t member, const physics::AppliedWrench& wrench) {
  const Place& place = places_[member];
  inputs_.wrenches.push_back(wrench);
  inputs_.wrenches.back().link += place.inside.links.first - place.outside.links.first;
}

void Island::SetInputs(const physics::Inputs& inputs) {
  inputs_.gravity_W = inputs.gravity_W;
  for (const Place& place : places_) {
    Copy(inputs.motors, place.outside.v, &inputs_.motors, place.inside.v);
  }
}

// The report's vectors keep their memory from step to step.
void Island::Step(double dt, physics::State* state) {
  report_.flags = physics::kStepOk;
  report_.bad_model = -1;
  report_.solver_rows = 0;
  report_.solver_iterations = 0;
  report_.contacts.clear();
  backend_->Step(inputs_, dt, &state_, &report_);
  stale_ = false;
  CopyState(state);
  for (const Place& place : places_) {
    Copy(state_.effort, place.inside.v, &state->effort, place.outside.v);
  }
}

void Island::WriteModel(std::size_t member, const physics::State& state) {
  const Place& place = places_[member];
  CopyModel(state, place.outside, &state_, place.inside);
  backend_->WriteModel(Inside(member), state_);
  MarkStale();
}

/// Copies from the island's numbering to the World's; islands write disjoint ranges, so they may do
/// so in parallel.
void Island::CopyState(physics::State* state) const {
  const physics::State& own = this->state();
  for (const Place& place : places_) CopyModel(own, place.inside, state, place.outside);
}

// Links of static models come first inside.
int Island::OutsideLink(const std::vector<int>& static_links, int link) const {
  if (link < static_cast<int>(static_links.size())) {
    return static_links[static_cast<std::size_t>(link)];
  }
  for (const Place& place : places_) {
    const int local = link - place.inside.links.first;
    if (local < place.inside.links.count) return place.outside.links.first + local;
  }
  return -1;
}

// Rows of all islands add up; iterations are the maximum, because islands step in parallel.
void Island::AppendReport(const std::vector<int>& static_links, physics::StepReport* report) const {
  for (const physics::Contact& contact : report_.contacts) {
    report->contacts.push_back(contact);
    report->contacts.back().link_a = OutsideLink(static_links, contact.link_a);
    report->contacts.back().link_b = OutsideLink(static_links, contact.link_b);
  }
  report->solver_rows += report_.solver_rows;
  report->solver_iterations = std::max(report->solver_iterations, report_.solver_iterations);
  if (report_.flags == physics::kStepOk) return;
  if (report->bad_model < 0 && report_.bad_model >= static_count_) {
    report->bad_model = members_[static_cast<std::size_t>(report_.bad_model - static_count_)];
  }
  if ((report->flags & physics::kStepEngineError) == 0) {
    report->engine_message = report_.engine_message;
  }
  report->flags |= report_.flags;
}

}  // namespace surefoot::islands
