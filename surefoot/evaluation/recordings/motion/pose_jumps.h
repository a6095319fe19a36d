#pragma once

#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// Takes poses out that lie off the way between their neighbours, and notes when poses jump and go
/// on from there (localisation that finds itself anew): MotionLog::jumps. Off means faster than
/// three times what the robot is on its fast ways. What was done is told in the notes.
void CleanPoses(MotionLog* log);

}  // namespace surefoot::gap
