#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/physics/collide/contact_finder.h"
#include "surefoot/physics/contact_laws.h"
#include "surefoot/physics/solver/pair_motion.h"
#include "surefoot/physics/step_report.h"

namespace surefoot::solver {

/// The contacts of an instance: rows of their constraints, warm starts, and the report.
class Contacts {
 public:
  Contacts(const physics::BackendArgs& args, const Tables& tables,
           std::unique_ptr<collide::ContactFinder> finder);

  /// Detects contacts at the poses of `state` and adds their rows. `velocity` (per dof, start of
  /// the step) determines restitution.
  void AddRows(const physics::State& state, const Articulation& articulation,
               const double* velocity, double dt, Rows* rows);

  /// Appends the solved contacts with forces to the report, and keeps their impulses as initial
  /// guesses for the next step.
  void Finish(const Rows& rows, double dt, physics::StepReport* report);

  /// The guesses belong to a model's state: results depend on them, within the solver's tolerance.
  void Save(int model, ByteWriter* writer) const;
  void Restore(int model, bool check, ByteReader* reader);
  void Forget(int model);

 private:
  struct ShapeEntry {
    int body = -1;
    int link = 0;
    int collision = 0;
    int model = 0;
    int surface = 0;
    Quaterniond q_LG = Quaterniond::Identity();
  };
  /// Normal impulses (N s) of a shape's contacts in the last step, in the order of detection, and
  /// the number of contacts in this step. A contact belongs to its second shape if that can move,
  /// else to its first.
  struct Memory {
    static constexpr int kMaxContacts = 8;
    std::int32_t count = 0;
    std::int32_t now = 0;
    double impulse[kMaxContacts] = {};
  };
  /// A contact of this step: its point, its scaled tangents and its constraint.
  struct Found {
    const collide::TouchPoint* point = nullptr;
    Vector3d t1_W = Vector3d::Zero();
    Vector3d t2_W = Vector3d::Zero();
    int constraint = 0;
    /// The shape whose memory the contact uses, and its index there.
    int owner = 0;
    int place = 0;
  };

  void AddContact(const collide::TouchPoint& point, const physics::State& state,
                  const Articulation& articulation, const double* velocity, double dt, Rows* rows);
  void GuessImpulses(Rows* rows) const;
  void AddSpinAndRolling(const world::ContactLaw& law, const Found& found, const Skyline& mass,
                         Rows* rows) const;

  std::unique_ptr<collide::ContactFinder> finder_;
  physics::ContactLaws laws_;
  std::vector<ShapeEntry> shapes_;
  std::vector<Memory> memories_;
  std::vector<Found> found_;
  PairMotion motion_;
};

}  // namespace surefoot::solver
