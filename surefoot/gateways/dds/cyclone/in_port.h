#pragma once

#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/cyclone/shared.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::cyclone {

/// A reader with its topic: what topics and services have in common.
class InPort {
 public:
  static Result<std::unique_ptr<InPort>> Make(const EndpointSpec& spec, const Shared& shared,
                                              Participant::OnSample sample,
                                              Participant::OnMatched matched);
  ~InPort();

  const Guid& guid() const;
  int matched() const;

 private:
  struct Parts;
  explicit InPort(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace surefoot::gateways::dds::cyclone
