#include "surefoot/gateways/dds/cyclone/listener.h"

#include <dds/dds.h>

namespace surefoot::gateways::dds::cyclone {

void ListenerDeleter::operator()(dds_listener* listener) const { dds_delete_listener(listener); }

}  // namespace surefoot::gateways::dds::cyclone
