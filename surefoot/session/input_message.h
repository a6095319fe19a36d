#pragma once

#include <functional>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot {

/// The recorded form of an accepted input before the step `step`.
msgs::surefoot_msgs::Input ToMessage(std::int64_t step, const sim::Input& input);

/// Loads the model of a spawn, from a file or from a text.
using ModelLoader =
    std::function<Result<LoadedModel>(const std::string& file, const std::string& text)>;

/// The grounds in Surefoot's data that a PropertyChange needs when it sets a surface to the ground
/// `name`: the ground itself, and those that its map refers to. Empty for other properties, and for
/// names that no data file has.
Result<std::vector<world::GroundMaterial>> GroundsNamed(const std::string& property,
                                                        const std::string& name,
                                                        const ModelLoader& load_model);

/// The input that a recorded message was made from. Fails for kinds of inputs of other versions.
Result<sim::Input> FromMessage(const msgs::surefoot_msgs::Input& message,
                               const ModelLoader& load_model);

}  // namespace surefoot
