#pragma once

#include <string>

#include "surefoot/gateways/usarsim/camera.h"

namespace surefoot::gateways::usarsim {

/// Quality from 1 to 100; empty when libjpeg cannot do it.
std::string EncodeJpeg(const Picture& picture, int quality);

}  // namespace surefoot::gateways::usarsim
