#pragma once

#include <string>
#include <vector>

#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// A world of which each different model stands once. Where it stands again there is a <frame> of
/// that name and pose, which costs libsdformat far less, with <surefoot:same_as name="first"/> and
/// the model's own extensions in it.
struct SharedWorld {
  /// The file's root with the first world.
  SdfNode root;
  /// Roots that hold the first of each model where the world is large; libsdformat's memory grows
  /// with the file, so a large one is read in pieces.
  std::vector<SdfNode> pieces;
};

/// The element that stands for another model's content.
constexpr const char* kSameAs = "surefoot:same_as";

/// Finds equal models by their text, names, poses and extensions aside. Models whose insides are
/// named from outside (relative_to="arm::hand"), or that are placed by a frame, stay.
SharedWorld ShareModels(SdfNode root, int piece_size = 3000);

}  // namespace surefoot::formats
