#pragma once

/// One rosbridge client: what is sent to it.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "surefoot/gateways/web/counters.h"
#include "surefoot/gateways/web/outbox.h"
#include "surefoot/gateways/web/rosbridge/fragments.h"
#include "surefoot/graph/role.h"

namespace surefoot::gateways::web {

/// The connection below a client.
class Peer {
 public:
  virtual ~Peer() = default;
  /// There is something to send.
  virtual void Ready() = 0;
  /// Ends the connection soon, and tells why; the client stays until then. `reason` is what is
  /// counted.
  virtual void Close(const std::string& reason, const std::string& text) = 0;
};

enum class Level { kNone, kError, kWarning, kInfo };

class Client {
 public:
  /// Without a role it can do nothing but bring a token by the op "auth".
  Client(std::uint32_t number, Peer* peer, const Limits& limits, Counters* counters,
         std::optional<graph::Role> role);

  std::uint32_t number() const { return number_; }
  /// In the graph and for people: "web:3".
  const std::string& name() const { return caller_.name; }
  /// The same with its role.
  const graph::Caller& caller() const { return caller_; }
  bool has_role() const { return has_role_; }
  void set_role(graph::Role role) {
    has_role_ = true;
    caller_.role = role;
  }
  /// Where it is, for the limit on wrong tokens.
  std::string address;
  /// In rosapi: "/web_3".
  const std::string& node() const { return node_; }

  /// Answers and commands: never lost.
  void Send(std::string text);
  void SendSample(FramePtr frame, int stream, std::size_t most);
  /// Of a reliable topic: never lost.
  void SendReliable(FramePtr frame, int stream);
  void Close(const std::string& reason, const std::string& text) { peer_->Close(reason, text); }
  void ForgetSamples(int stream) { outbox_.Forget(stream); }
  /// A status message, when the client wants to hear of this level. The same text again within a
  /// second is not sent.
  void Tell(Level level, const std::string& text, const std::string& id, TimePoint now);
  void set_level(Level level) { level_ = level; }
  /// Larger messages are cut into pieces of this size.
  void LimitFragments(std::int64_t size);
  Defragmenter& defragmenter() { return defragmenter_; }

  /// The next message to be written; nullptr when there is none.
  FramePtr Next();

  std::size_t calls = 0;

 private:
  /// After something that must not be lost.
  void Kept();

  std::uint32_t number_;
  graph::Caller caller_;
  bool has_role_;
  std::string node_;
  Peer* peer_;
  Counters& counters_;
  Outbox outbox_;
  Defragmenter defragmenter_;
  Level level_ = Level::kWarning;
  std::size_t fragment_size_ = 0;
  std::deque<std::string> pieces_;
  std::uint64_t next_fragment_ = 1;
  std::string told_;
  TimePoint told_at_;
};

}  // namespace surefoot::gateways::web
