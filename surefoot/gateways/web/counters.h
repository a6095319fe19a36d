#pragma once

#include <string>

#include "surefoot/gateways/metrics.h"

namespace surefoot::gateways::web {

/// The gateway's metrics. The values are owned by the server's Metrics; this keeps pointers, so
/// that counting needs no lookup. docs/reference/metrics.md describes each of them.
class Counters {
 public:
  explicit Counters(Metrics* metrics);

  Metrics::Value* clients;
  Metrics::Value* connections;
  Metrics::Value* messages_in;
  Metrics::Value* messages_out;
  Metrics::Value* bytes_in;
  Metrics::Value* bytes_out;
  Metrics::Value* samples_lost;
  Metrics::Value* slowed;
  Metrics::Value* cpu_seconds;
  Metrics::Value* bridge_lost;

  /// A message that could not be parsed or was not permitted.
  void Refused(const std::string& reason) { Labelled("surefoot_web_refused_total", reason); }
  /// A connection that the server closed or did not accept.
  void Closed(const std::string& reason) { Labelled("surefoot_web_closed_total", reason); }
  /// An HTTP response.
  void Answered(int http_status);
  std::string Text() const { return metrics_->Text(); }

 private:
  void Labelled(const std::string& name, const std::string& reason);

  Metrics* metrics_;
};

}  // namespace surefoot::gateways::web
