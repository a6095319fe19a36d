// A minimal engine: balls fall through everything. tests/integration/adding_an_engine.sh adds it to
// a build by this folder and one line, as docs/development/adding_an_engine.md describes.

#include "surefoot/engines/dummy/backend.h"

#include "surefoot/base/archive.h"
#include "surefoot/physics/backend_common.h"

namespace surefoot::engines::dummy {
namespace {

using physics::Capability;
using physics::Inputs;
using physics::State;
using physics::StepReport;

physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "dummy";
  info.version = "1";
  info.help = "balls that fall through everything";
  info.dynamics = "dummy";
  info.collisions = "none";
  info.contact_forces = "none";
  for (int i = 0; i < static_cast<int>(Capability::kCount); ++i) {
    const auto capability = static_cast<Capability>(i);
    const bool can = capability == Capability::kSphere || capability == Capability::kPlane ||
                     capability == Capability::kFriction || capability == Capability::kSnapshot ||
                     capability == Capability::kTeleport ||
                     capability == Capability::kGravityChange;
    info.support.push_back({capability, can, can ? "" : "a dummy does not"});
  }
  // The error of semi-implicit Euler is g t dt / 2.
  info.tolerances = {{"free_fall.position", 6e-3, "an example of an engine's own tolerance"}};
  return info;
}

class DummyBackend final : public physics::BackendCommon {
 public:
  explicit DummyBackend(const physics::BackendArgs& args)
      : BackendCommon(args), own_(physics::MakeInitialState(*args.world)) {}

  void ReadState(State* state) const override { CopyModels(own_, state); }
  void WriteModel(int model, const State& state) override {
    const auto link = FirstLink(model);
    own_.X_WL[link] = state.X_WL[link];
    own_.V_WL_W[link] = state.V_WL_W[link];
  }

  void Step(const Inputs& inputs, double dt, State* state, StepReport* /*report*/) override {
    for (const int model : models_) {
      if (world_->model(model).is_static) continue;
      const auto link = FirstLink(model);
      if (world_->link(static_cast<int>(link)).gravity)
        own_.V_WL_W[link].v += dt * inputs.gravity_W;
      own_.X_WL[link].p += dt * own_.V_WL_W[link].v;
    }
    ReadState(state);
  }

  void SaveModel(int model, Bytes* out) const override {
    ByteWriter writer(out);
    StateArchive archive(&writer);
    RigidTransform X_WL = own_.X_WL[FirstLink(model)];
    Twist V_WL = own_.V_WL_W[FirstLink(model)];
    archive.Items(&X_WL.q.coeffs(), &X_WL.p, &V_WL.w, &V_WL.v);
  }

  Status RestoreModel(int model, const Bytes& saved) override {
    ByteReader reader(saved);
    StateArchive archive(&reader);
    RigidTransform X_WL;
    Twist V_WL;
    archive.Items(&X_WL.q.coeffs(), &X_WL.p, &V_WL.w, &V_WL.v);
    if (!archive.ok() || reader.left() != 0) return physics::SavedStateDoesNotFit(*world_, model);
    own_.X_WL[FirstLink(model)] = X_WL;
    own_.V_WL_W[FirstLink(model)] = V_WL;
    return Status();
  }

 private:
  std::size_t FirstLink(int model) const {
    return static_cast<std::size_t>(world_->layout(model).links.first);
  }

  State own_;
};

Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  return std::unique_ptr<physics::Backend>(std::make_unique<DummyBackend>(args));
}

}  // namespace

physics::BackendFactory MakeFactory() { return physics::BackendFactory{MakeInfo, Make}; }

}  // namespace surefoot::engines::dummy
