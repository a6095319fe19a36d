#pragma once

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

/// How many walking robots with cameras a machine carries (docs/legs.md).
experiment::StudyKind LeggedLoad();

}  // namespace surefoot::studies
