#pragma once

#include <functional>
#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/fastdds/shared.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::fastdds {

/// A reader of RTPS: what topics and services have in common.
class InPort {
 public:
  struct Received {
    Sample sample;
    /// The number that the writer gave the sample.
    std::int64_t number = 0;
    /// What was written beside the message; zeros if nothing.
    RequestId related;
  };
  using OnReceived = std::function<void(const Received& received)>;
  using OnMatched = Participant::OnMatched;

  static Result<std::unique_ptr<InPort>> Make(const EndpointSpec& spec, const Shared& shared,
                                              OnReceived received, OnMatched matched);
  ~InPort();

  const Guid& guid() const;
  int matched() const;
  /// Matched writers of the participant of this endpoint.
  int MatchedOf(const Guid& endpoint) const;

 private:
  struct Parts;
  explicit InPort(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace surefoot::gateways::dds::fastdds
