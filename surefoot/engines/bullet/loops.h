#pragma once

/// Joints that close loops, mimic joints and attachments, as constraint rows.

#include <array>
#include <vector>

#include "surefoot/engines/bullet/solver.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::engines::bullet {

/// The rows of a model (or attachment) are solved exactly as one block, so that linkages do not
/// converge slowly.
class Loops {
 public:
  Loops(const world::World& world, const Built& built);

  /// Computes the coordinates of the loop joints; full turns continue from the last call.
  void Update(const std::vector<Articulation>& articulations);
  struct Joint {
    std::array<double, 7> q{};
    std::array<double, 6> v{};
    /// Forces of the last step along the coordinates: the warm start.
    std::array<double, 3> force{};
  };
  std::vector<Joint>& joints() { return joints_; }
  const std::vector<Joint>& joints() const { return joints_; }

  /// Marks the articulations that will have rows.
  void FindRows(std::vector<char>* needed) const;
  void AddRows(const physics::Inputs& inputs, double dt,
               const std::vector<Articulation>& articulations, Solver* solver);
  void ReadRows(const physics::Inputs& inputs, double dt, const Solver& solver,
                std::vector<double>* effort);

 private:
  /// The joint's frames on both sides, in W.
  struct Sides {
    RigidTransform X_WJp;
    RigidTransform X_WJc;
  };
  Sides SidesOf(const Place& parent, const Place& child) const;
  RigidTransform PoseOf(const Place& place) const;
  Twist VelocityOf(const Place& place, const Vector3d& p_W) const;
  int AddRelative(const Place& parent, const Place& child, const Vector3d& p_W,
                  const Vector3d& linear, const Vector3d& angular, double target);
  void AddWeld(const Place& a, const Place& b);
  void AddLoop(std::size_t index);
  void AddMimic(const MimicMap& mimic);
  void AddCoordinate(int joint, double factor);
  double CoordinateOf(int joint) const;
  void AddMotion(std::size_t loop, int axis, double factor);
  void AddJointRows(const physics::Inputs& inputs, std::size_t index);
  void CloseBlock(int first_row);
  double Back(double error) const;
  Vector3d Back(const Vector3d& error) const;

  const world::World& world_;
  const Built& built_;
  std::vector<Joint> joints_;
  std::vector<double> targets_;
  /// Valid during a step.
  const std::vector<Articulation>* articulations_ = nullptr;
  Solver* solver_ = nullptr;
  double dt_ = 0.0;
  struct RowMap {
    std::size_t loop = 0;
    int axis = 0;
    std::size_t block = 0;
  };
  std::vector<RowMap> row_maps_;
};

}  // namespace surefoot::engines::bullet
