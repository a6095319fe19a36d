#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "surefoot/gateways/web/hub.h"
#include "surefoot/gateways/web/test/test_world.h"

namespace surefoot::gateways::web {

using nlohmann::json;

/// A client without a connection: keeps what it is sent.
class FakePeer : public Peer {
 public:
  explicit FakePeer(Hub* hub, std::optional<graph::Role> role = graph::Role::kOwner)
      : hub_(*hub), client_(hub->Join(this, role)) {}
  ~FakePeer() override { Leave(); }

  void Ready() override {
    if (slow) return;
    while (FramePtr frame = client_->Next()) frames.push_back(std::move(frame));
  }
  void Close(const std::string& reason, const std::string& /*text*/) override { closed = reason; }
  void Leave() {
    if (client_ != nullptr) hub_.Leave(client_);
    client_ = nullptr;
  }
  void Send(const std::string& text, TimePoint now = {}) { hub_.Receive(client_, text, now); }
  /// All messages since the last call.
  std::vector<json> Take() {
    std::vector<json> all;
    for (const FramePtr& frame : std::exchange(frames, {})) {
      all.push_back(frame->binary
                        ? json::from_cbor(frame->bytes, true, true, json::cbor_tag_handler_t::store)
                        : json::parse(frame->bytes));
    }
    return all;
  }
  /// The only message since the last call.
  json One() {
    const std::vector<json> all = Take();
    EXPECT_EQ(all.size(), 1u) << json(all).dump(1);
    return all.empty() ? json() : all[0];
  }
  Client* client() { return client_; }

  bool slow = false;
  std::vector<FramePtr> frames;
  std::string closed;

 private:
  Hub& hub_;
  Client* client_;
};

/// A hub on a world without threads.
class HubTest : public testing::Test {
 protected:
  HubTest() { Step(); }
  /// Delivers queued requests, takes one step and sends the results.
  void Step(int steps = 1) {
    for (int i = 0; i < steps; ++i) {
      world_.Step();
      hub_.Pump(now_);
    }
  }
  double Refused(const std::string& reason) {
    return metrics_
        .Find("surefoot_web_refused_total", Metrics::Kind::kCounter, "",
              "reason=\"" + reason + "\"")
        ->value();
  }

  TestWorld world_;
  Metrics metrics_;
  Limits limits_;
  Counters counters_{&metrics_};
  Tokens tokens_{"the token"};
  Hub hub_{&world_.bridge(), limits_, &counters_, tokens_};
  TimePoint now_;
};

}  // namespace surefoot::gateways::web
