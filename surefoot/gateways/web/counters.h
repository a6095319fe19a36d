#pragma once

#include <string>

#include "surefoot/gateways/metrics.h"

namespace surefoot::gateways::web {

/// The gateway's metrics; they live in the server's.
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

  /// Messages that could not be understood or done.
  void Refused(const std::string& reason) { Labelled("surefoot_web_refused_total", reason); }
  /// Connections that this side ended or did not let in.
  void Closed(const std::string& reason) { Labelled("surefoot_web_closed_total", reason); }
  void Answered(int http_status);
  std::string Text() const { return metrics_->Text(); }

 private:
  void Labelled(const std::string& name, const std::string& reason);

  Metrics* metrics_;
};

}  // namespace surefoot::gateways::web
