#pragma once

namespace surefoot::engines::dart {

/// Impulse of a contact for the velocities of its rows (the normal's first), each row a damper of
/// the given compliance: the nearest impulse inside the friction cone. `target` is the normal
/// velocity below which it pushes. `stiffness`, when given, gets the rows x rows matrix of how the
/// impulse falls with the velocities: symmetric, positive semidefinite.
void ConeImpulse(const double* velocity, int rows, double target, double mu, double compliance,
                 double* impulse, double* stiffness);

}  // namespace surefoot::engines::dart
