#pragma once

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

/// A two-wheel robot that avoids obstacles, against recordings of the real one.
experiment::StudyKind Avoidance();

}  // namespace surefoot::studies
