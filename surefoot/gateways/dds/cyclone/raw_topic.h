#pragma once

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/cyclone/shared.h"
#include "surefoot/gateways/dds/participant.h"

struct ddsi_sertype;

namespace surefoot::gateways::dds::cyclone {

/// A topic of octets. It must outlive the endpoint made of it.
class RawTopic {
 public:
  RawTopic() = default;
  ~RawTopic();
  RawTopic(const RawTopic&) = delete;
  RawTopic& operator=(const RawTopic&) = delete;

  Status Create(const EndpointSpec& spec, const Shared& shared);
  Entity entity() const { return entity_; }
  const ddsi_sertype* type() const { return type_; }

 private:
  Entity entity_ = 0;
  const ddsi_sertype* type_ = nullptr;
};

}  // namespace surefoot::gateways::dds::cyclone
