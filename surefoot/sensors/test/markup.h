#pragma once

#include "surefoot/world/test/markup.h"

namespace surefoot::sensors::test {

using world::test::ParseMarkup;

}  // namespace surefoot::sensors::test
