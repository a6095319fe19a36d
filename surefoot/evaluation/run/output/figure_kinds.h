#pragma once

/// Figures that have a file of their own. Private to this folder.

#include "surefoot/evaluation/run/output/report_parts.h"

namespace surefoot::experiment {

Figure BandsFigure(const world::ElementReader& reader, const Results& results);
/// One field of a topic over another.
Figure TrackFigure(const world::ElementReader& reader, const Results& results);

}  // namespace surefoot::experiment
