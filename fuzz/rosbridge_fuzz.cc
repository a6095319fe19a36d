// rosbridge's JSON: what clients send to the hub, line by line. Lines that begin with '2' come from
// a second client, a viewer. What the hub sends must be JSON or CBOR.

#include <nlohmann/json.hpp>

#include "fuzz/target.h"
#include "surefoot/gateways/web/hub.h"
#include "surefoot/gateways/web/test/test_world.h"

namespace surefoot::fuzz {
namespace {

using namespace gateways::web;  // NOLINT: this file is about it
using gateways::Metrics;
using nlohmann::json;

/// A client without a connection.
class FuzzPeer final : public Peer {
 public:
  FuzzPeer(Hub* hub, graph::Role role) : hub_(*hub), client_(hub->Join(this, role)) {}
  ~FuzzPeer() override { hub_.Leave(client_); }
  FuzzPeer(const FuzzPeer&) = delete;
  FuzzPeer& operator=(const FuzzPeer&) = delete;

  void Ready() override {}
  void Close(const std::string& /*reason*/, const std::string& /*text*/) override {}
  void Send(std::string_view text, TimePoint now) { hub_.Receive(client_, text, now); }
  void Drain() {
    while (const FramePtr frame = client_->Next()) {
      const json parsed = frame->binary ? json::from_cbor(frame->bytes, true, false,
                                                          json::cbor_tag_handler_t::ignore)
                                        : json::parse(frame->bytes, nullptr, false);
      Require(!parsed.is_discarded(), "the hub sends well-formed messages");
    }
  }

 private:
  Hub& hub_;
  Client* client_;
};

void Run(std::string_view input) {
  TestWorld world;
  Metrics metrics;
  const Limits limits;
  Counters counters{&metrics};
  const Tokens tokens{"the token"};
  Hub hub{&world.bridge(), limits, &counters, tokens};
  TimePoint now{};
  FuzzPeer owner(&hub, graph::Role::kOwner);
  FuzzPeer viewer(&hub, graph::Role::kViewer);
  const auto step = [&] {
    world.Step();
    now += std::chrono::milliseconds(20);
    hub.Pump(now);
    hub.Tick(now);
    owner.Drain();
    viewer.Drain();
  };
  step();
  while (!input.empty()) {
    const std::string_view line = input.substr(0, input.find('\n'));
    input.remove_prefix(std::min(input.size(), line.size() + 1));
    const bool second = !line.empty() && line.front() == '2';
    (second ? viewer : owner).Send(second ? line.substr(1) : line, now);
    step();
  }
  step();
}

void AddSeeds(SeedList* seeds) { seeds->AddFiles("fuzz/corpus/rosbridge", ".json"); }

SUREFOOT_FUZZ_TARGET(rosbridge, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
