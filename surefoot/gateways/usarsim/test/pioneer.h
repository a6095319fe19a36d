#pragma once

#include "surefoot/gateways/usarsim/test/fake_server.h"

namespace surefoot::gateways::usarsim {

/// Gives the fake server the topics of the model pioneer_3at.
void AddPioneer(FakeServer* server);
/// All its sensors publish a measurement.
void PublishPioneer(FakeServer* server, const std::string& robot);

}  // namespace surefoot::gateways::usarsim
