#pragma once

#include <memory>

struct dds_listener;

namespace surefoot::gateways::dds::cyclone {

struct ListenerDeleter {
  void operator()(dds_listener* listener) const;
};
using ListenerPointer = std::unique_ptr<dds_listener, ListenerDeleter>;

}  // namespace surefoot::gateways::dds::cyclone
