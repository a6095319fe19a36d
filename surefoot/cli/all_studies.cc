#include "surefoot/cli/all_studies.h"

#include "surefoot/studies/avoidance_studies.h"
#include "surefoot/studies/load_studies.h"
#include "surefoot/studies/range_studies.h"
#include "surefoot/studies/rover_studies.h"

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
