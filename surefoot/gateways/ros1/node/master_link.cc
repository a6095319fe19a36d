#include "surefoot/gateways/ros1/node/master_link.h"

#include <utility>

namespace surefoot::gateways::ros1 {
namespace {

constexpr const char* kUnreachable = "the master does not answer";

/// The value of [code, text, value].
Result<Value> ValueOf(const Value& answer) {
  const Value::Array* items = answer.array();
  if (items == nullptr || items->size() != 3) return Error{"the answer is not [code, text, value]"};
  if ((*items)[0] == Value(1)) return (*items)[2];
  const std::string* text = (*items)[1].text();
  return Error{text == nullptr ? "the master refused the call" : *text};
}

class OwnMaster final : public MasterLink {
 public:
  OwnMaster(Reactor* reactor, Master* master, std::string uri)
      : reactor_(*reactor), master_(*master), uri_(std::move(uri)) {}
  const std::string& uri() const override { return uri_; }
  bool is_remote() const override { return false; }
  void Call(MethodCall call, Answer answer) override {
    const Result<Value> reply = master_.Call(call);
    Result<Value> value = reply.ok() ? ValueOf(*reply) : Result<Value>(reply.error());
    reactor_.Post(
        [alive = std::weak_ptr(alive_), answer = std::move(answer), value = std::move(value)] {
          if (!alive.expired() && answer) answer(value);
        });
  }
  void Finish(std::vector<MethodCall> calls, std::function<void()> done) override {
    for (const MethodCall& call : calls) (void)master_.Call(call);
    reactor_.Post(std::move(done));
  }

 private:
  Reactor& reactor_;
  Master& master_;
  std::string uri_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

class RemoteMaster final : public MasterLink {
 public:
  RemoteMaster(XmlRpcClient* client, std::string uri) : client_(*client), uri_(std::move(uri)) {}
  const std::string& uri() const override { return uri_; }
  bool is_remote() const override { return true; }
  void Call(MethodCall call, Answer answer) override {
    client_.Call(
        uri_, std::move(call),
        [alive = std::weak_ptr(alive_), answer = std::move(answer)](const Result<Value>& reply) {
          if (alive.expired() || !answer) return;
          if (!reply.ok()) return answer(reply.error().Within(kUnreachable));
          answer(ValueOf(*reply));
        });
  }
  // One call, because the gateway has little time at its end and a master in Python needs a
  // millisecond for each.
  void Finish(std::vector<MethodCall> calls, std::function<void()> done) override {
    client_.DropWaiting(uri_);
    Value::Array all;
    for (MethodCall& call : calls) {
      all.push_back(Value::Struct{{"methodName", std::move(call.method)},
                                  {"params", std::move(call.params)}});
    }
    client_.Call(uri_, {"system.multicall", {std::move(all)}},
                 [done = std::move(done)](const Result<Value>&) { done(); });
  }

 private:
  XmlRpcClient& client_;
  std::string uri_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

std::unique_ptr<MasterLink> LinkToOwnMaster(Reactor* reactor, Master* master, std::string uri) {
  return std::make_unique<OwnMaster>(reactor, master, std::move(uri));
}

std::unique_ptr<MasterLink> LinkToMaster(XmlRpcClient* client, std::string uri) {
  return std::make_unique<RemoteMaster>(client, std::move(uri));
}

bool IsUnreachable(const Error& error) { return error.message.starts_with(kUnreachable); }

}  // namespace surefoot::gateways::ros1
