#pragma once

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::cli {

/// Every kind of study of this build.
experiment::StudyRegistry AllStudies();

}  // namespace surefoot::cli
