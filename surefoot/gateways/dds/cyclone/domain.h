#pragma once

#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/participant.h"

namespace surefoot::gateways::dds::cyclone {

/// A domain of Cyclone DDS, which has one network configuration per process.
class Domain {
 public:
  /// Joins the domain, or shares it with other participants of this process. An error if they have
  /// other network options.
  static Result<std::unique_ptr<Domain>> Join(const ParticipantOptions& options);

  /// The last one leaves the domain.
  ~Domain();
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

 private:
  explicit Domain(int number) : number_(number) {}

  int number_;
};

/// The configuration in Cyclone's XML. The environment (CYCLONEDDS_URI) is not read.
std::string ConfigurationOf(const ParticipantOptions& options);

/// ": " and what a call of the library returned.
std::string Reason(int code);

}  // namespace surefoot::gateways::dds::cyclone
