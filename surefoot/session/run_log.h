#pragma once

/// Contents of a run's recording besides the topics of its graph (docs/guides/recordings.md).

#include <cstdint>

#include "surefoot/record/recorder.h"

namespace surefoot::run_log {

/// Metadata about the run as a whole.
constexpr const char* kMetadata = record::kRunMetadata;
/// surefoot_msgs/BodyNames: the movable bodies, at the start and after each edit of the world.
constexpr const char* kBodiesTopic = "/surefoot/bodies";
/// surefoot_msgs/StepHash, in each step.
constexpr const char* kHashTopic = "/surefoot/hash";
/// surefoot_msgs/BodyStates, every kStateInterval steps.
constexpr const char* kStateTopic = "/surefoot/state";
/// surefoot_msgs/Input: all inputs except messages, which are recorded on their own topics.
constexpr const char* kInputTopic = "/surefoot/input";

/// Topics for viewers, published at rates of wall time, are not part of a run and never recorded.
constexpr const char* kViewTopics = "/surefoot/view/*";
constexpr const char* kEventsTopic = "/surefoot/events";

constexpr std::int64_t kStateInterval = 20;

}  // namespace surefoot::run_log
