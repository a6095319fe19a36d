#pragma once

/// Contacts in the solver: their laws, the forces they start from, and what is reported of them.

#include <vector>

#include "surefoot/engines/bullet/contacts.h"
#include "surefoot/engines/bullet/solver.h"
#include "surefoot/physics/contact_laws.h"
#include "surefoot/physics/step_report.h"

namespace surefoot::engines::bullet {

/// A contact of the last step, from whose force the next one starts.
struct Remembered {
  /// Indices of shapes, a < b.
  int a = 0;
  int b = 0;
  Vector3d p_W = Vector3d::Zero();
  /// On b.
  Vector3d f_W = Vector3d::Zero();
};

class Impacts {
 public:
  Impacts(const physics::ContactLaws& laws, const std::vector<Shape>& shapes)
      : laws_(laws), shapes_(shapes) {}

  /// Takes those touches that can matter in a step of dt; marks their articulations.
  void Choose(const std::vector<Touch>& touches, double dt,
              const std::vector<Articulation>& articulations, std::vector<char>* needed);
  void AddRows(double dt, Solver* solver);
  /// Articulations that a contact cannot move, all their coordinates being held.
  const std::vector<int>& stuck() const { return stuck_; }
  /// After the solver: remembers the forces and appends the contacts.
  void ReadRows(double dt, const Solver& solver, physics::StepReport* report);

  /// Ordered by a, then b.
  std::vector<Remembered>& memory() { return memory_; }
  const std::vector<Remembered>& memory() const { return memory_; }

 private:
  struct Frame {
    /// Force by a unit of each friction impulse.
    Vector3d tangents[2] = {Vector3d::Zero(), Vector3d::Zero()};
  };

  /// A touch, and how fast the two come closer there.
  struct Chosen {
    Touch touch;
    double approach = 0.0;
  };

  void AddContact(const Chosen& chosen, const Vector3d& force, double dt, Solver* solver);
  Vector3d Recall(const Touch& touch, std::size_t first, std::size_t last);

  const physics::ContactLaws& laws_;
  const std::vector<Shape>& shapes_;
  std::vector<Remembered> memory_;
  /// Which of them were taken up already.
  std::vector<char> taken_;
  std::vector<Frame> frames_;
  std::vector<Chosen> chosen_;
  std::vector<int> stuck_;
};

}  // namespace surefoot::engines::bullet
