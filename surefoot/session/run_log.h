#pragma once

/// What a recording of a run holds, message by message (docs/recordings.md). Little-endian.

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"

namespace surefoot::run_log {

/// Metadata record about the run as a whole.
constexpr const char* kMetadata = "surefoot.run";
/// Text: one movable body's name per line. Written at the start and after each edit of the world.
constexpr const char* kBodiesTopic = "/surefoot/bodies";
/// StepHash, each step.
constexpr const char* kHashTopic = "/surefoot/hash";
/// BodyStates, every kStateInterval steps.
constexpr const char* kStateTopic = "/surefoot/state";
/// Text: one latched input per message (sim::Describe), or "rejected: ..." with the reason.
constexpr const char* kInputTopic = "/surefoot/input";

constexpr std::int64_t kStateInterval = 20;

/// The hash chain after a step, and 32 bits of each body's own hash.
struct StepHash {
  std::int64_t step = 0;
  std::uint64_t chain = 0;
  std::vector<std::uint32_t> bodies;
};

/// Per body: quaternion w x y z, position, angular velocity, velocity; all in W.
struct BodyStates {
  std::int64_t step = 0;
  std::vector<double> values;
};
constexpr std::size_t kBodyStateSize = 13;

void Encode(const StepHash& message, Bytes* out);
bool Decode(const std::uint8_t* data, std::size_t size, StepHash* message);
void Encode(const BodyStates& message, Bytes* out);
bool Decode(const std::uint8_t* data, std::size_t size, BodyStates* message);

}  // namespace surefoot::run_log
