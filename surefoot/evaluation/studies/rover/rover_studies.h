#pragma once

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

/// The kinds of study of this folder (docs/rover.md).
experiment::StudyKind RoverSlopes();
experiment::StudyKind RoverTraverse();
experiment::StudyKind RoverSlam();

void AddRoverStudies(experiment::StudyRegistry* registry);

}  // namespace surefoot::studies
