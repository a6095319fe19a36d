#pragma once

#include <cstdint>
#include <string>

#include "surefoot/formats/write.h"
#include "surefoot/physics/state.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot {

/// Writes a world to a file that loads as the same world: same content hash, same run. The format
/// follows from the file's ending; SDF can be written.
Status SaveWorld(const Parts& parts, const world::World& world, const std::string& file,
                 const formats::WriteOptions& options = {});

/// The world with its models in their present state: each at the pose of its first free body, with
/// joints starting at their present positions. Velocities are not kept, nor are positions of ball
/// and floating joints and of further free bodies of one model.
world::WorldSpec PresentWorld(const world::World& world, const physics::State& state);

/// Result of a conversion.
struct Conversion {
  std::string from_format;
  bool is_model = false;
  int models = 0;
  int links = 0;
  int joints = 0;
  /// Content hash of the description as read, and as read again from the output.
  std::uint64_t hash = 0;
  std::uint64_t hash_read_back = 0;
};

/// Reads a world or model in any format, writes it in the format of `out`'s ending, and reads that
/// again for comparison. Problems with `in` are added to `problems`.
Result<Conversion> ConvertFile(const Parts& parts, const std::string& in, const std::string& out,
                               formats::WriteOptions options, Problems* problems);

}  // namespace surefoot
