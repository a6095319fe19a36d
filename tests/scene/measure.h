#pragma once

/// Sums over all movable links of a simulation, from the description's inertias and the state.

#include "surefoot/sim/simulation.h"

namespace surefoot::conformance {

/// Kinetic energy, including rotors (armature).
double KineticEnergy(const sim::Simulation& simulation);
/// Energy in the given gravity; links without gravity have none.
double PotentialEnergy(const sim::Simulation& simulation);
/// Energy in the springs of joints.
double SpringEnergy(const sim::Simulation& simulation);
inline double Energy(const sim::Simulation& simulation) {
  return KineticEnergy(simulation) + PotentialEnergy(simulation) + SpringEnergy(simulation);
}

/// Linear momentum, and angular momentum about the world's origin.
Vector3d Momentum(const sim::Simulation& simulation);
Vector3d AngularMomentum(const sim::Simulation& simulation);

/// Sum of the contact forces of the last step on a link ("model::link").
Vector3d ContactForceOn(const sim::Simulation& simulation, const std::string& link);

/// The largest gap between the two sides of a joint, over all joints: how far links are from where
/// the joint coordinates place them (m), given the links' own poses.
double WidestJointGap(const sim::Simulation& simulation);

}  // namespace surefoot::conformance
