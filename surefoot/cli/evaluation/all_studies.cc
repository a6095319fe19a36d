#include "surefoot/cli/evaluation/all_studies.h"

#include "surefoot/evaluation/studies/avoidance/avoidance_studies.h"
#include "surefoot/evaluation/studies/belief/range_studies.h"
#include "surefoot/evaluation/studies/legged_load/load_studies.h"
#include "surefoot/evaluation/studies/rover/rover_studies.h"

namespace surefoot::cli {

experiment::StudyRegistry AllStudies() {
  experiment::StudyRegistry kinds = experiment::OwnStudies();
  studies::AddRoverStudies(&kinds);
  studies::AddRangeStudies(&kinds);
  kinds.Add("avoidance", studies::Avoidance());
  kinds.Add("legged_load", studies::LeggedLoad());
  return kinds;
}

}  // namespace surefoot::cli
