#pragma once

#include <cstdint>
#include <string>

#include "surefoot/formats/write.h"
#include "surefoot/physics/state.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot {

/// Writes a world into a file that loads as the same world: the same content hash, and the same
/// run. The format is that of the file's ending; SDF can be written.
Status SaveWorld(const Parts& parts, const world::World& world, const std::string& file,
                 const formats::WriteOptions& options = {});

/// The world with its models where they are now: each stands where its first free body is, and
/// joints start at their present positions. Motion is not kept, nor are the positions of ball and
/// floating joints and of further free bodies of one model.
world::WorldSpec PresentWorld(const world::World& world, const physics::State& state);

/// What became of a file.
struct Conversion {
  std::string from_format;
  bool is_model = false;
  int models = 0;
  int links = 0;
  int joints = 0;
  /// Of the description as read, and as read back from what was written.
  std::uint64_t hash = 0;
  std::uint64_t hash_read_back = 0;
};

/// Reads a world or model in any format, writes it as the format of `out`'s ending, and reads that
/// again to compare. Findings about `in` go to `problems`.
Result<Conversion> ConvertFile(const Parts& parts, const std::string& in, const std::string& out,
                               formats::WriteOptions options, Problems* problems);

}  // namespace surefoot
