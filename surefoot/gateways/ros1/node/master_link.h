#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/master/master.h"
#include "surefoot/gateways/ros1/net/reactor.h"
#include "surefoot/gateways/ros1/xmlrpc/client.h"

namespace surefoot::gateways::ros1 {

/// The way to the master: of this program, or of another one. Reactor's thread only.
class MasterLink {
 public:
  using Answer = std::function<void(const Result<Value>&)>;
  virtual ~MasterLink() = default;
  virtual const std::string& uri() const = 0;
  /// Whether the master can be absent for a while, because it is another program.
  virtual bool is_remote() const = 0;
  /// `answer` is called once, later: with the third item of [1, text, value], or an error with the
  /// text of another code.
  virtual void Call(MethodCall call, Answer answer) = 0;
  /// Several calls in one, whose answers do not matter; `done` is called once, later. Calls before
  /// that the master has not got yet are not made any more.
  virtual void Finish(std::vector<MethodCall> calls, std::function<void()> done) = 0;
};

/// Both outlive the link.
std::unique_ptr<MasterLink> LinkToOwnMaster(Reactor* reactor, Master* master, std::string uri);
std::unique_ptr<MasterLink> LinkToMaster(XmlRpcClient* client, std::string uri);

/// Error of calls that the master did not answer at all; other errors are its answers.
bool IsUnreachable(const Error& error);

}  // namespace surefoot::gateways::ros1
