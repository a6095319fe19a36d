// mj_step and nothing else: contact parameters in the geoms, motors in the control callback.

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include "bench/husky/robots_raw.h"
#include "surefoot/engines/mujoco/build.h"

namespace surefoot::husky {
namespace {

namespace engine = engines::mujoco;

/// The value of engines/mujoco/servos.cc: position servos need the largest impedance that MuJoCo
/// allows.
double Impedance(world::ControlMode mode) {
  return mode == world::ControlMode::kPosition ? 0.9999 : 0.999;
}

class MujocoLoop : public RawLoop {
 public:
  explicit MujocoLoop(const RawArgs& args)
      : built_(engine::Build(args.backend).value()),
        initial_(physics::MakeInitialState(*args.backend.world)) {
    mjModel* m = built_.model.get();
    m->opt.timestep = args.step;
    const world::World& world = *args.backend.world;
    std::copy_n(world.spec().gravity_W.data(), 3, m->opt.gravity);
    AddMotors(world);
    for (int i = 0; i < m->ngeom; ++i) {
      // As engines/mujoco/contacts.cc sets them for wheels on this ground.
      m->geom_friction[3 * i] = args.friction;
      m->geom_solref[2 * i] = 8.0 * args.step;
      m->geom_solimp[5 * i] = 0.95;
      m->geom_solimp[5 * i + 1] = 0.99;
    }
  }

  void Start(int contacts, int rows) override {
    mjModel* m = built_.model.get();
    m->nconmax = contacts * 2 + 50;
    m->njmax = rows + rows / 8 + 50;
    m->nstack = static_cast<int>(std::min(2e9, 65536.0 + 5.0 * std::pow(m->njmax + m->nv, 2)));
    data_ = engine::MakeData(*m);
    for (const engine::DofMap& dof : built_.maps.dofs) {
      data_->qpos[dof.mj_q] = initial_.q[static_cast<std::size_t>(dof.q)];
    }
    // The model has free bodies at the origin.
    for (const engine::BodyMap& body : built_.maps.bodies) {
      if (body.free_q < 0) continue;
      const RigidTransform& X_WB = initial_.X_WL[static_cast<std::size_t>(body.root_link)];
      const mjtNum place[] = {X_WB.p.x(), X_WB.p.y(), X_WB.p.z(), X_WB.q.w(),
                              X_WB.q.x(), X_WB.q.y(), X_WB.q.z()};
      std::copy(place, place + 7, data_->qpos + body.free_q);
    }
  }

  void Step() override {
    active_ = this;
    mjcb_control = [](const mjModel*, mjData* d) {
      for (int row = d->ne; row < d->ne + d->nf; ++row) {
        d->efc_aref[row] +=
            d->efc_KBIP[4 * row + 1] * active_->targets_[static_cast<std::size_t>(d->efc_id[row])];
      }
      // Without this, sliding wheels hop (docs/reference/engines.md), and the motion would differ.
      for (int i = 0; i < d->ncon; ++i) {
        const mjContact& contact = d->contact[i];
        const int row = contact.efc_address;
        if (row < 0) continue;
        d->efc_aref[row] -= d->efc_KBIP[4 * row + 1] * contact.friction[0] *
                            std::hypot(d->efc_vel[row + 1], d->efc_vel[row + 2]);
      }
    };
    mj_step(built_.model.get(), data_.get());
    mjcb_control = nullptr;
  }

  std::vector<Place> Places() const override {
    std::vector<Place> places;
    for (const engine::BodyMap& body : built_.maps.bodies) {
      if (body.free_q < 0) continue;
      const mjtNum* q = data_->qpos + body.free_q;
      places.push_back({body.root_link, RigidTransform(Quaterniond(q[3], q[4], q[5], q[6]),
                                                       Vector3d(q[0], q[1], q[2]))});
    }
    return places;
  }

  double Angle(int v) const override { return data_->qpos[DofOf(v).mj_q]; }
  void SetSpeed(int v, double speed) override {
    targets_[static_cast<std::size_t>(DofOf(v).mj_v)] = speed;
  }

 private:
  void AddMotors(const world::World& world) {
    mjModel* m = built_.model.get();
    const std::vector<double> speeds = TargetSpeeds(world);
    const std::vector<world::ControlMode> modes = ControlModes(world);
    targets_.assign(static_cast<std::size_t>(m->nv), 0.0);
    dof_of_v_.assign(speeds.size(), -1);
    for (std::size_t i = 0; i < built_.maps.dofs.size(); ++i) {
      const engine::DofMap& dof = built_.maps.dofs[i];
      const auto v = static_cast<std::size_t>(dof.v);
      m->dof_frictionloss[dof.mj_v] = dof.axis.effort;
      m->dof_solimp[mjNIMP * dof.mj_v] = m->dof_solimp[mjNIMP * dof.mj_v + 1] = Impedance(modes[v]);
      targets_[static_cast<std::size_t>(dof.mj_v)] = speeds[v];
      dof_of_v_[v] = static_cast<int>(i);
    }
  }

  const engine::DofMap& DofOf(int v) const {
    const int dof = dof_of_v_[static_cast<std::size_t>(v)];
    return built_.maps.dofs[static_cast<std::size_t>(dof)];
  }

  inline static MujocoLoop* active_ = nullptr;
  engine::Built built_;
  engine::DataHandle data_;
  physics::State initial_;
  /// Target speeds of motors, by MuJoCo's velocities.
  std::vector<double> targets_;
  /// Index into the dofs, by the World's velocities.
  std::vector<int> dof_of_v_;
};

}  // namespace
}  // namespace surefoot::husky

surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args) {
  return new surefoot::husky::MujocoLoop(args);
}
