#pragma once

/// Factories of the kinds of manoeuvre, one per key. Private to this folder.

#include <memory>

#include "surefoot/evaluation/run/manoeuvres/manoeuvre.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Create from the value of the key; errors are reported.
std::unique_ptr<Manoeuvre> MakePublish(const world::Element& list, Problems* problems);
std::unique_ptr<Manoeuvre> MakeJoints(const world::Element& joints, Problems* problems);
std::unique_ptr<Manoeuvre> MakeNavigate(const world::Element& element, Problems* problems);
/// Create from the whole mapping, because these kinds have further keys besides their own.
std::unique_ptr<Manoeuvre> MakeReplay(const world::Element& manoeuvre, Problems* problems);
std::unique_ptr<Manoeuvre> MakeProgram(const world::Element& manoeuvre, Problems* problems);

}  // namespace surefoot::experiment
