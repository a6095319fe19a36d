#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/net/reactor.h"
#include "surefoot/gateways/ros1/xmlrpc/xml.h"

namespace surefoot::gateways::ros1 {

/// Calls methods of other programs by XML-RPC. Calls to one program are made one after the other,
/// over one connection while any wait; a program that does not answer delays only its own calls.
/// Everything runs on the reactor's thread.
///
///   client.Call("http://localhost:11311/", {"getPid", {"/surefoot"}}, [](const auto& answer) {});
class XmlRpcClient {
 public:
  using Answer = std::function<void(const Result<Value>&)>;
  /// Calls that may wait for one program; further ones fail at once.
  static constexpr std::size_t kMaxWaiting = 10000;

  /// `reactor` outlives this. `timeout`: of one call, the connection included.
  explicit XmlRpcClient(Reactor* reactor,
                        std::chrono::milliseconds timeout = std::chrono::seconds(10));
  ~XmlRpcClient();
  XmlRpcClient(const XmlRpcClient&) = delete;
  XmlRpcClient& operator=(const XmlRpcClient&) = delete;

  /// `answer` (may be absent) is called once, never within this call, and not after this object
  /// was destroyed. A call that waits with the same `key`, unless that is empty, is replaced: of
  /// updates only the last one counts.
  void Call(const std::string& uri, MethodCall call, Answer answer, const std::string& key = "");
  /// Forgets the calls to a program that wait; their answers are not called.
  void DropWaiting(const std::string& uri);
  /// Whether no call is in progress or waits.
  bool idle() const { return peers_.empty(); }

 private:
  class Peer;
  void Ended(const std::string& uri);

  Reactor& reactor_;
  std::chrono::milliseconds timeout_;
  /// By URI; a peer exists while calls to it wait.
  std::map<std::string, std::shared_ptr<Peer>> peers_;
};

}  // namespace surefoot::gateways::ros1
