#pragma once

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// Whether the poses are what turned wheels say and nothing else: they are flat, never go sideways,
/// and, where speeds of the wheels were recorded, go and turn as these do. Wheels of real robots
/// slip and trackers scatter, so that a place that was measured is never so.
bool IsWheelOdometry(const MotionLog& log);

/// An error for such poses, unless they are of a run of ours or their topic's name says that they
/// are the truth (a simulator's without slip, say).
Status CheckReferenceContent(const MotionLog& log);

}  // namespace surefoot::gap
