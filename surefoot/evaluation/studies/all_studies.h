#pragma once

/// The kinds of study that experiment files can name, registered in all_studies.cc
/// (docs/guides/experiments.md).

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::experiment {

StudyKind Simulators();
StudyKind SingleWheel();
StudyKind Bevameter();

}  // namespace surefoot::experiment

namespace surefoot::studies {

/// All kinds of this build, by name.
experiment::StudyRegistry AllStudies();

experiment::StudyKind RoverSlopes();
experiment::StudyKind RoverTraverse();
experiment::StudyKind RoverSlam();
experiment::StudyKind SensorBelief();
experiment::StudyKind Avoidance();
experiment::StudyKind LeggedLoad();

}  // namespace surefoot::studies
