#pragma once

/// Contacts as constraints: contact laws, warm starts, and the report.

#include <vector>

#include "surefoot/engines/bullet/contacts.h"
#include "surefoot/engines/bullet/solver.h"
#include "surefoot/physics/contact_laws.h"
#include "surefoot/physics/step_report.h"

namespace surefoot::engines::bullet {

/// A contact of the last step, whose force is the initial guess of the next one.
struct PreviousContact {
  /// Indices of shapes, a < b.
  int a = 0;
  int b = 0;
  Vector3d p_W = Vector3d::Zero();
  /// Force on b (N).
  Vector3d f_W = Vector3d::Zero();
};

/// The contacts of an instance between detection and report. Call in each step: Choose(),
/// AddRows(), and after the solver ReadRows().
class Impacts {
 public:
  Impacts(const physics::ContactLaws& laws, const std::vector<Shape>& shapes)
      : laws_(laws), shapes_(shapes) {}

  /// Selects the contacts that can matter in a step of dt, and marks their articulations in
  /// `needed`.
  void Choose(const std::vector<Touch>& touches, double dt,
              const std::vector<Articulation>& articulations, std::vector<char>* needed);
  void AddRows(double dt, Solver* solver);
  /// Articulations that a contact cannot move because all their coordinates are held.
  const std::vector<int>& stuck() const { return stuck_; }
  /// After the solver: stores the forces and appends the contacts to the report.
  void ReadRows(double dt, const Solver& solver, physics::StepReport* report);

  /// Sorted by a, then b.
  std::vector<PreviousContact>& memory() { return memory_; }
  const std::vector<PreviousContact>& memory() const { return memory_; }

 private:
  struct Frame {
    /// Force per unit of each friction impulse, in W.
    Vector3d tangents[2] = {Vector3d::Zero(), Vector3d::Zero()};
  };

  /// A contact and its approach speed (m/s).
  struct Chosen {
    Touch touch;
    double approach = 0.0;
  };

  void AddContact(const Chosen& chosen, const Vector3d& force, double dt, Solver* solver);
  Vector3d MatchPrevious(const Touch& touch, std::size_t first, std::size_t last);

  const physics::ContactLaws& laws_;
  const std::vector<Shape>& shapes_;
  std::vector<PreviousContact> memory_;
  /// Which of them have been matched already.
  std::vector<char> taken_;
  std::vector<Frame> frames_;
  std::vector<Chosen> chosen_;
  std::vector<int> stuck_;
};

}  // namespace surefoot::engines::bullet
