#include "surefoot/cli/all_studies.h"

namespace surefoot::cli {

experiment::StudyRegistry AllStudies() {
  experiment::StudyRegistry studies = experiment::OwnStudies();
  return studies;
}

}  // namespace surefoot::cli
