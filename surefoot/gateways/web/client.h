#pragma once

/// One rosbridge client: its identity, its role and the messages queued for it. Runs on the
/// gateway's network thread only.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "surefoot/gateways/web/counters.h"
#include "surefoot/gateways/web/outbox.h"
#include "surefoot/gateways/web/rosbridge/fragments.h"
#include "surefoot/graph/role.h"

namespace surefoot::gateways::web {

/// The connection that carries a client; implemented by the WebSocket and by tests.
class Peer {
 public:
  virtual ~Peer() = default;
  /// The client has something to send; the peer takes it with Client::Next when it can write.
  virtual void Ready() = 0;
  /// Closes the connection soon; the client exists until then, so the caller may go on using it.
  /// `reason` is the label of the counter, `text` is sent to the client.
  virtual void Close(const std::string& reason, const std::string& text) = 0;
};

/// Verbosity of status messages, op "set_level"; each level includes those before it.
enum class Level { kNone, kError, kWarning, kInfo };

/// Owned by the Hub from Join to Leave.
class Client {
 public:
  /// Without a role the client can only authenticate by the op "auth". `peer` outlives the client.
  Client(std::uint32_t number, Peer* peer, const Limits& limits, Counters* counters,
         std::optional<graph::Role> role);

  std::uint32_t number() const { return number_; }
  /// Name in the graph, in logs and for claims: "web:3".
  const std::string& name() const { return caller_.name; }
  /// Name and role, sent with every request over the bridge.
  const graph::Caller& caller() const { return caller_; }
  bool has_role() const { return has_role_; }
  void set_role(graph::Role role) {
    has_role_ = true;
    caller_.role = role;
  }
  /// Network address, for the limit on wrong tokens.
  std::string address;
  /// Name of the client as a ROS node in rosapi: "/web_3".
  const std::string& node() const { return node_; }

  /// Queues an answer or a request to the client. Never dropped: a client that lets too many pile
  /// up is closed.
  void Send(std::string text);
  /// Queues a sample that may be dropped; `max` limits how many samples of `stream` are queued (0:
  /// only the common limit).
  void SendSample(FramePtr frame, int stream, std::size_t max);
  /// Queues a message of a reliable topic; never dropped.
  void SendReliable(FramePtr frame, int stream);
  void Close(const std::string& reason, const std::string& text) { peer_->Close(reason, text); }
  /// Drops the queued samples of a subscription that ended.
  void ForgetSamples(int stream) { outbox_.Forget(stream); }
  /// Sends a status message if the client's level includes `level`. The same text is not sent again
  /// within a second.
  void SendStatus(Level level, const std::string& text, const std::string& id, TimePoint now);
  void set_level(Level level) { level_ = level; }
  /// Larger text messages are sent in fragments of this size in bytes; the smallest value requested
  /// applies to the whole connection.
  void LimitFragments(std::int64_t size);
  Defragmenter& defragmenter() { return defragmenter_; }

  /// The next message to write; nullptr if there is none.
  FramePtr Next();

  /// Service calls and goals that are not answered yet; limited by Limits::calls.
  std::size_t calls = 0;

 private:
  /// After queueing something that must not be dropped: wakes the peer, or closes it on overrun.
  void WakeOrClose();

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
  /// Fragments of the message that is being sent.
  std::deque<std::string> pieces_;
  std::uint64_t next_fragment_ = 1;
  /// The last status message and when it was sent.
  std::string last_status_;
  TimePoint last_status_at_;
};

}  // namespace surefoot::gateways::web
