#include "surefoot/evaluation/gap/restarts/turning_backend.h"

#include <utility>

namespace surefoot::experiment {
namespace {

class TurningBackend final : public physics::Backend {
 public:
  TurningBackend(std::unique_ptr<physics::Backend> engine,
                 std::shared_ptr<const world::World> world, std::shared_ptr<JointSpeeds> speeds)
      : engine_(std::move(engine)), world_(std::move(world)), speeds_(std::move(speeds)) {}

  const std::vector<int>& models() const override { return engine_->models(); }
  void ReadState(physics::State* state) const override { engine_->ReadState(state); }

  void WriteModel(int model, const physics::State& state) override {
    if (speeds_->empty()) return engine_->WriteModel(model, state);
    physics::State turning = state;
    const world::Range& own = world_->layout(model).v;
    for (const auto& [v, speed] : *speeds_) {
      if (v >= own.first && v < own.end()) turning.v[static_cast<std::size_t>(v)] = speed;
    }
    speeds_->clear();
    engine_->WriteModel(model, turning);
  }

  void Step(const physics::Inputs& inputs, double dt, physics::State* state,
            physics::StepReport* report) override {
    engine_->Step(inputs, dt, state, report);
  }
  void SaveModel(int model, Bytes* out) const override { engine_->SaveModel(model, out); }
  Status RestoreModel(int model, const Bytes& saved) override {
    return engine_->RestoreModel(model, saved);
  }
  void NameModels(const std::vector<std::string>& names) override { engine_->NameModels(names); }

 private:
  std::unique_ptr<physics::Backend> engine_;
  std::shared_ptr<const world::World> world_;
  std::shared_ptr<JointSpeeds> speeds_;
};

}  // namespace

physics::BackendFactory WithTurningJoints(const physics::BackendFactory& engine,
                                          std::shared_ptr<JointSpeeds> speeds) {
  physics::BackendFactory factory = engine;
  factory.make =
      [make = engine.make, speeds = std::move(speeds)](
          const physics::BackendArgs& args) -> Result<std::unique_ptr<physics::Backend>> {
    Result<std::unique_ptr<physics::Backend>> made = make(args);
    if (!made.ok()) return made.error();
    return std::unique_ptr<physics::Backend>(
        new TurningBackend(std::move(made).value(), args.world, speeds));
  };
  return factory;
}

}  // namespace surefoot::experiment
