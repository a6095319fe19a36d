#pragma once

#include <cstdint>
#include <string>

#include "surefoot/formats/write.h"
#include "surefoot/physics/state.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot {

/// Writes a world to a file that loads as the same world: same content hash, same run. The format
/// follows from the file's ending. A format that cannot express everything is only accepted with
/// `lost`, which gets the warnings.
Status SaveWorld(const Parts& parts, const world::World& world, const std::string& file,
                 const formats::WriteOptions& options = {}, Problems* lost = nullptr);

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
  /// Content hash of the description as read, and as read again from the output. They are equal
  /// unless the output's format cannot express everything.
  std::uint64_t hash = 0;
  std::uint64_t hash_read_back = 0;
  bool writes_everything = true;
};

/// Reads a world or model in any format, writes it in the format of `out`'s ending, and reads that
/// again for comparison. Problems with `in`, and warnings of what is lost, are added to `problems`.
/// `model`: write only the model of that name, without the world around it; empty for everything.
Result<Conversion> ConvertFile(const Parts& parts, const std::string& in, const std::string& out,
                               formats::WriteOptions options, Problems* problems,
                               const std::string& model = "");

}  // namespace surefoot
