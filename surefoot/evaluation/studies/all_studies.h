#pragma once

/// The kinds of study that experiments can name, one line each in all_studies.cc
/// (docs/guides/experiments.md).

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::experiment {

StudyKind Simulators();
StudyKind SingleWheel();
StudyKind Bevameter();

}  // namespace surefoot::experiment

namespace surefoot::studies {

/// Every kind of this build.
experiment::StudyRegistry AllStudies();

experiment::StudyKind RoverSlopes();
experiment::StudyKind RoverTraverse();
experiment::StudyKind RoverSlam();
experiment::StudyKind SensorBelief();
experiment::StudyKind Avoidance();
experiment::StudyKind LeggedLoad();

}  // namespace surefoot::studies
