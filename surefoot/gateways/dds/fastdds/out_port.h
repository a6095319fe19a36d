#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/fastdds/shared.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::fastdds {

/// A writer of RTPS with its history: what topics and services have in common.
class OutPort {
 public:
  /// A reader of another participant was matched or is gone; `count` are matched now.
  using OnReader = std::function<void(const Guid& reader, bool matched, int count)>;

  static Result<std::unique_ptr<OutPort>> Make(const EndpointSpec& spec, const Shared& shared,
                                               OnReader reader);
  ~OutPort();

  const Guid& guid() const;
  int matched() const;
  bool IsMatched(const Guid& reader) const;
  /// Matched readers of the participant of this endpoint.
  int MatchedOf(const Guid& endpoint) const;

  /// The number of the sample; 0 if it is refused. `related` is written beside the message.
  std::int64_t Write(const Bytes& cdr, const RequestId* related);

 private:
  struct Parts;
  explicit OutPort(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace surefoot::gateways::dds::fastdds
