#pragma once

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

/// What a robot believes of a distance after some readings (docs/experiments.md).
experiment::StudyKind SensorBelief();

void AddRangeStudies(experiment::StudyRegistry* registry);

}  // namespace surefoot::studies
