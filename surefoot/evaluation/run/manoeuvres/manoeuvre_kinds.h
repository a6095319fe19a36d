#pragma once

/// The kinds of manoeuvre, each by its key. Private to this folder.

#include <memory>

#include "surefoot/evaluation/run/manoeuvres/manoeuvre.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Of the value of the key; what is wrong with it is reported.
std::unique_ptr<Manoeuvre> MakePublish(const world::Element& list, Problems* problems);
std::unique_ptr<Manoeuvre> MakeJoints(const world::Element& joints, Problems* problems);
std::unique_ptr<Manoeuvre> MakeNavigate(const world::Element& element, Problems* problems);
/// Of the whole manoeuvre, as these have further keys beside their own.
std::unique_ptr<Manoeuvre> MakeReplay(const world::Element& manoeuvre, Problems* problems);
std::unique_ptr<Manoeuvre> MakeProgram(const world::Element& manoeuvre, Problems* problems);

}  // namespace surefoot::experiment
