#include "surefoot/gateways/web/counters.h"

namespace surefoot::gateways::web {
namespace {

using Kind = Metrics::Kind;

/// Prometheus wants one help text per name, whatever the labels.
const char* HelpOf(const std::string& name) {
  return name == "surefoot_web_refused_total" ? "Refused messages, by reason."
                                              : "Closed connections, by reason.";
}

}  // namespace

// Found once, so that counting needs no search.
Counters::Counters(Metrics* metrics) : metrics_(metrics) {
  const auto counter = [&](const char* name, const char* help) {
    return metrics->Find(name, Kind::kCounter, help);
  };
  clients = metrics->Find("surefoot_web_clients", Kind::kGauge, "WebSocket clients now.");
  connections = metrics->Find("surefoot_web_connections", Kind::kGauge, "Connections now.");
  messages_in = counter("surefoot_web_messages_in_total", "Messages from clients.");
  messages_out = counter("surefoot_web_messages_out_total", "Messages to clients.");
  bytes_in = counter("surefoot_web_bytes_in_total", "Bytes of messages from clients.");
  bytes_out = counter("surefoot_web_bytes_out_total", "Bytes of messages to clients.");
  samples_lost =
      counter("surefoot_web_samples_lost_total", "Samples dropped because a client was too slow.");
  slowed =
      counter("surefoot_web_throttled_total", "Times that reading from a client was throttled.");
  cpu_seconds =
      counter("surefoot_web_cpu_seconds_total", "Processor time of the gateway's thread.");
  bridge_lost = counter("surefoot_web_bridge_lost_total",
                        "Samples dropped because the gateway was too slow.");
}

void Counters::Labelled(const std::string& name, const std::string& reason) {
  metrics_->Find(name, Kind::kCounter, HelpOf(name), "reason=\"" + reason + "\"")->Add();
}

void Counters::Answered(int http_status) {
  metrics_
      ->Find("surefoot_web_http_responses_total", Kind::kCounter, "HTTP answers, by status.",
             "status=\"" + std::to_string(http_status) + "\"")
      ->Add();
}

}  // namespace surefoot::gateways::web
