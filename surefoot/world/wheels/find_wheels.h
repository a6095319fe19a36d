#pragma once

#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/ground.h"
#include "surefoot/world/model.h"
#include "surefoot/world/tree.h"

namespace surefoot::world {

/// The wheels of a model, by link; link and joint are indices into the model. Those that the file
/// says (<surefoot:wheel>, <surefoot:tyre>), and of a free model those that look like one: round
/// about an unlimited level axis and reaching as low as the model does, unless what carries them
/// rolls itself. `gravity` (m/s^2) gives the loads. What is wrong is reported.
std::vector<Wheel> FindWheels(const Model& model, const Tree& tree, double gravity,
                              Problems* problems);

}  // namespace surefoot::world
