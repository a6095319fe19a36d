#include "surefoot/gateways/dds/cyclone/raw_topic.h"

#include <dds/dds.h>
#include <dds/ddsi/ddsi_sertype.h>

#include "surefoot/gateways/dds/cyclone/domain.h"
#include "surefoot/gateways/dds/cyclone/raw_type.h"

namespace surefoot::gateways::dds::cyclone {

RawTopic::~RawTopic() {
  if (entity_ > 0) dds_delete(entity_);
}

Status RawTopic::Create(const EndpointSpec& spec, const Shared& shared) {
  ddsi_sertype* type = MakeRawType(spec.type, shared.max_message);
  // Takes the reference, and replaces the type by an equal one of the domain if there is one.
  entity_ = dds_create_topic_sertype(shared.participant, spec.topic.c_str(), &type, nullptr,
                                     nullptr, nullptr);
  if (entity_ < 0) {
    ddsi_sertype_unref(type);
    return Error{"Cyclone DDS cannot create topic " + spec.topic + Reason(entity_)};
  }
  type_ = type;
  return {};
}

}  // namespace surefoot::gateways::dds::cyclone
