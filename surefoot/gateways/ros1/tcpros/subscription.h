#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/ros1/net/reactor.h"
#include "surefoot/gateways/ros1/tcpros/header.h"
#include "surefoot/gateways/ros1/tcpros/topic_type.h"
#include "surefoot/gateways/ros1/xmlrpc/client.h"

namespace surefoot::gateways::ros1 {

/// What all subscriptions of a node share.
struct SubscriptionHost {
  Reactor* reactor = nullptr;
  XmlRpcClient* client = nullptr;
  /// Name and XML-RPC address of this node.
  std::string node;
  std::string uri;
  /// Bytes of a message.
  std::size_t max_message = std::size_t{16} << 20;
  /// Whether so much waits for the server that publishers are not read. May be absent.
  std::function<bool()> congested = nullptr;
  /// Prints a message for people; may be absent.
  std::function<void(const std::string&)> log = nullptr;
};

/// A topic that this node subscribes to. It connects to every publisher that the master names, and
/// again when a connection ends, until the master says that the publisher is gone.
class Subscription {
 public:
  /// The other side of a connection, as its header describes it.
  struct Publisher {
    /// Name of the node, and the address of its XML-RPC server.
    std::string node;
    std::string uri;
    TopicType type;
    /// Network address.
    std::string address;
  };
  struct Callbacks {
    /// Whether messages of this publisher can be used; an error is logged, and the publisher is
    /// not tried again.
    std::function<Status(const Publisher&)> accept;
    /// An error disconnects the publisher.
    std::function<Status(const Publisher&, const Bytes& message)> message;
    /// An accepted publisher's connection ended.
    std::function<void(const Publisher&)> left;
  };

  /// `host` outlives this.
  Subscription(const SubscriptionHost* host, std::string topic, TopicType type,
               Callbacks callbacks);
  ~Subscription();
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;

  const std::string& topic() const { return topic_; }
  const TopicType& type() const { return type_; }

  /// The addresses of all publishers, as the master reports them. This node's own is ignored.
  void SetPublishers(const std::vector<std::string>& uris);
  /// Continues reading where it was stopped because too much waited.
  void Resume();

  /// A connection, for statistics.
  struct Connection {
    Publisher publisher;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Connection> connections() const;

 private:
  class Link;

  const SubscriptionHost& host_;
  std::string topic_;
  TopicType type_;
  Callbacks callbacks_;
  std::map<std::string, std::shared_ptr<Link>> links_;
};

}  // namespace surefoot::gateways::ros1
