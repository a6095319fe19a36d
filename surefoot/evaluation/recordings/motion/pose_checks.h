#pragma once

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// Takes poses out that lie off the way between their neighbours, and notes when poses jump and go
/// on from there (localisation that finds itself anew): MotionLog::jumps. Off means faster than
/// three times what the robot is on its fast ways. What was done is told in the notes.
void CleanPoses(MotionLog* log);

/// Whether the poses are what turned wheels say and nothing else: they are flat, never go sideways,
/// and, where speeds of the wheels were recorded, go and turn as these do. Wheels of real robots
/// slip and trackers scatter, so that a place that was measured is never so.
bool IsWheelOdometry(const MotionLog& log);

/// An error for such poses, unless they are of a run of ours or their topic's name says that they
/// are the truth (a simulator's without slip, say).
Status CheckReferenceContent(const MotionLog& log);

}  // namespace surefoot::gap
