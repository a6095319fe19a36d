#include "surefoot/evaluation/studies/rover/rover_studies.h"

namespace surefoot::studies {

void AddRoverStudies(experiment::StudyRegistry* registry) {
  registry->Add("rover_slopes", RoverSlopes());
  registry->Add("rover_traverse", RoverTraverse());
  registry->Add("rover_slam", RoverSlam());
}

}  // namespace surefoot::studies
