#pragma once

#include <functional>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot {

/// The input as it is recorded, accepted, before the step `step`.
msgs::surefoot_msgs::Input ToMessage(std::int64_t step, const sim::Input& input);

/// Loads the model that a spawn names by its file, or that is described by a text.
using ModelLoader =
    std::function<Result<LoadedModel>(const std::string& file, const std::string& text)>;

/// The grounds of our data that a PropertyChange needs when it makes a surface of the ground
/// `name`: itself, and those that its map names. Empty for other properties, and for a name that no
/// data file has.
Result<std::vector<world::GroundMaterial>> GroundsNamed(const std::string& property,
                                                        const std::string& name,
                                                        const ModelLoader& load_model);

/// The input that a recorded message was made of. A message of another version of the program may
/// hold what is not known.
Result<sim::Input> FromMessage(const msgs::surefoot_msgs::Input& message,
                               const ModelLoader& load_model);

}  // namespace surefoot
