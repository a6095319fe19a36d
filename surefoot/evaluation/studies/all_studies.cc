#include "surefoot/evaluation/studies/all_studies.h"

namespace surefoot::studies {

experiment::StudyRegistry AllStudies() {
  experiment::StudyRegistry kinds;
  kinds.Add("simulators", experiment::Simulators());
  kinds.Add("single_wheel", experiment::SingleWheel());
  kinds.Add("bevameter", experiment::Bevameter());
  kinds.Add("rover_slopes", RoverSlopes());
  kinds.Add("rover_traverse", RoverTraverse());
  kinds.Add("rover_slam", RoverSlam());
  kinds.Add("sensor_belief", SensorBelief());
  kinds.Add("avoidance", Avoidance());
  kinds.Add("legged_load", LeggedLoad());
  return kinds;
}

}  // namespace surefoot::studies
