#pragma once

#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/ground.h"
#include "surefoot/world/model.h"
#include "surefoot/world/tree.h"

namespace surefoot::world {

/// The wheels of a model, ordered by link; link and joint are indices into the model. Those that
/// the file declares (<surefoot:wheel>, <surefoot:tyre>), and in a free model links that look like
/// wheels: round about an unlimited horizontal axis and reaching as low as the model does, unless
/// the link that carries them rolls itself. `gravity` (m/s^2) determines the loads. Errors are
/// reported.
std::vector<Wheel> FindWheels(const Model& model, const Tree& tree, double gravity,
                              Problems* problems);

}  // namespace surefoot::world
