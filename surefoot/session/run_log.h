#pragma once

/// What a recording of a run holds beside the topics of its graph (docs/guides/recordings.md).

#include <cstdint>

#include "surefoot/record/recorder.h"

namespace surefoot::run_log {

/// Metadata record about the run as a whole.
constexpr const char* kMetadata = record::kRunMetadata;
/// surefoot_msgs/BodyNames: the movable bodies, at the start and after each edit of the world.
constexpr const char* kBodiesTopic = "/surefoot/bodies";
/// surefoot_msgs/StepHash, each step.
constexpr const char* kHashTopic = "/surefoot/hash";
/// surefoot_msgs/BodyStates, every kStateInterval steps.
constexpr const char* kStateTopic = "/surefoot/state";
/// surefoot_msgs/Input: each input but messages, which are recorded on their own topics.
constexpr const char* kInputTopic = "/surefoot/input";

/// What viewers are told, at rates of wall time, is no part of a run: these are never recorded.
constexpr const char* kViewTopics = "/surefoot/view/*";
constexpr const char* kEventsTopic = "/surefoot/events";

constexpr std::int64_t kStateInterval = 20;

}  // namespace surefoot::run_log
