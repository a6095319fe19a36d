#pragma once

#include "surefoot/plugins/plugins.h"
#include "surefoot/view/json_text.h"

namespace surefoot::view {

/// An object: where a sensor is and what it sees.
void PutSensor(const plugins::PlacedSensor& placed, JsonText* json);

}  // namespace surefoot::view
