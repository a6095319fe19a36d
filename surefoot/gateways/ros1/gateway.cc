#include "surefoot/gateways/ros1/gateway.h"

#include <chrono>
#include <future>
#include <optional>

#include "surefoot/base/try.h"
#include "surefoot/gateways/address_limit.h"
#include "surefoot/gateways/ros1/net/uri.h"
#include "surefoot/gateways/ros1/node/node.h"
#include "surefoot/gateways/ros1/options.h"
#include "surefoot/gateways/ros1/tcpros/acceptor.h"
#include "surefoot/gateways/ros1/xmlrpc/server.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Time for unregistering at the end; the destructor of a gateway takes less than a second.
constexpr std::chrono::milliseconds kFinishTime{800};
/// Period of waiting for calls to other nodes at the end.
constexpr std::chrono::milliseconds kFinishPeriod{5};
/// Period of log messages about refused connections.
constexpr std::chrono::seconds kLogPeriod{10};

/// The sockets of a node, and of its own master if the options say so. Everything behind the
/// reactor runs on its thread, so it needs no locks; the bridge posts a wake when the server has
/// news.
class Ros1Gateway final : public Gateway {
 public:
  Ros1Gateway(const GatewayHost& host, Options options)
      : host_(host),
        options_(std::move(options)),
        limit_(options_.per_address),
        client_(reactor_.get()) {}

  ~Ros1Gateway() override {
    host_.bridge->set_wake_gateway(nullptr);
    if (started_) Finish();
    reactor_->Stop();
  }

  Status Start() {
    for (const std::string& warning : options_.warnings) Log(warning);
    if (!options_.role) return Status();
    SUREFOOT_TRY(StartMaster());
    SUREFOOT_TRY(StartNode());
    // A wake that is under way keeps the reactor alive after the gateway; its thread has ended
    // then.
    host_.bridge->set_wake_gateway(
        [reactor = reactor_, this] { reactor->Post([this] { node_->Take(); }); });
    reactor_->Post([this] {
      node_->Take();
      node_->Start();
    });
    started_ = true;
    reactor_->Start();
    return Status();
  }

  std::vector<std::string> addresses() const override {
    return started_ ? std::vector{address_} : std::vector<std::string>();
  }

 private:
  void Log(const std::string& text) {
    if (host_.log) host_.log(text);
  }

  /// There may be many refusals, so one per period is logged with the number of the others.
  void OnRefused(const char* action, const std::string& address, const std::string& reason) {
    node_->counters().rejected->Add();
    node_->audit().Refuse(action, address, reason);
    ++unlogged_;
    const auto now = std::chrono::steady_clock::now();
    if (now < log_due_) return;
    log_due_ = now + kLogPeriod;
    const std::string others =
        unlogged_ > 1 ? " (and " + std::to_string(unlogged_ - 1) + " before)" : "";
    unlogged_ = 0;
    Log("ros1: refused a connection from " + address + ": " + reason + others);
  }

  Result<int> Listen(int port, MakeHandler accept) {
    ListenOptions listen;
    listen.address = options_.listen;
    listen.port = port;
    listen.max_connections = options_.max_connections;
    listen.queue = options_.queue;
    listen.admit = [this](const std::string& address) {
      return limit_.Admit(address, std::chrono::steady_clock::now());
    };
    listen.leave = [this](const std::string& address) { limit_.Leave(address); };
    listen.refused = [this](const std::string& address, const std::string& reason) {
      OnRefused("connect", address, reason);
    };
    listen.accept = std::move(accept);
    return reactor_->Listen(std::move(listen));
  }

  Result<int> ListenForCalls(int port, XmlRpcHost* host) {
    host->refused = [this](const std::string& address, const std::string& reason) {
      OnRefused("http", address, reason);
    };
    return Listen(port, [host](Stream* stream) { return ServeXmlRpc(host, stream); });
  }

  Status StartMaster() {
    if (!options_.master_uri.empty()) {
      master_link_ = LinkToMaster(&client_, options_.master_uri);
      return Status();
    }
    const Result<int> port = ListenForCalls(options_.master_port, &master_host_);
    if (!port.ok()) {
      return Error{port.error().message + "; if a master runs there already, give --ros1 http://" +
                   HostText("localhost", options_.master_port) + " to use it"};
    }
    address_ = "http://" + HostText(options_.host, *port);
    master_.emplace(address_ + "/");
    master_->call_node = [this](const std::string& node, MethodCall call, const std::string& key,
                                std::function<void(const Result<Value>&)> answer) {
      client_.Call(node, std::move(call), std::move(answer), key);
    };
    master_host_.answer = [this](const MethodCall& call, const std::string&) {
      return master_->Call(call);
    };
    master_link_ = LinkToOwnMaster(reactor_.get(), &*master_, address_ + "/");
    return Status();
  }

  Status StartNode() {
    tcpros_host_.open = [this](const Fields& fields, Stream* stream) {
      return node_->OpenConnection(fields, stream);
    };
    tcpros_host_.refused = [this](const std::string& address, const std::string& reason) {
      OnRefused("connect", address, reason);
    };
    node_host_.answer = [this](const MethodCall& call, const std::string&) {
      return node_->Answer(call);
    };
    Node::Address address{.host = options_.host};
    address.tcpros_port = SUREFOOT_TRY(Listen(options_.tcpros_port, [this](Stream* stream) {
      return AcceptTcpros(&tcpros_host_, stream);
    }));
    address.api_port = SUREFOOT_TRY(ListenForCalls(options_.node_port, &node_host_));
    if (address_.empty()) address_ = "http://" + HostText(options_.host, address.api_port);
    node_ = std::make_unique<Node>(Node::Host{.bridge = host_.bridge,
                                              .reactor = reactor_.get(),
                                              .client = &client_,
                                              .master = master_link_.get(),
                                              .metrics = host_.metrics,
                                              .audit = host_.audit,
                                              .log = host_.log},
                                   options_, address);
    return Status();
  }

  /// Unregisters, and waits until the master and the subscribers know it, but not for long.
  void Finish() {
    auto done = std::make_shared<std::promise<void>>();
    reactor_->Post([this, done] { node_->Finish([this, done] { FinishCalls(done); }); });
    done->get_future().wait_for(kFinishTime);
  }

  void FinishCalls(const std::shared_ptr<std::promise<void>>& done) {
    if (client_.idle()) return done->set_value();
    finish_timer_ = reactor_->After(kFinishPeriod, [this, done] { FinishCalls(done); });
  }

  GatewayHost host_;
  Options options_;
  /// Destroyed after everything that has timers or connections.
  std::shared_ptr<Reactor> reactor_ = std::make_shared<Reactor>();
  AddressLimit limit_;
  XmlRpcClient client_;
  XmlRpcHost master_host_;
  std::optional<Master> master_;
  std::unique_ptr<MasterLink> master_link_;
  std::unique_ptr<Node> node_;
  XmlRpcHost node_host_;
  TcprosHost tcpros_host_;
  std::unique_ptr<Timer> finish_timer_;
  bool started_ = false;
  std::string address_;
  std::chrono::steady_clock::time_point log_due_;
  std::uint64_t unlogged_ = 0;
};

}  // namespace

GatewayKind Kind(const std::string&) {
  GatewayKind kind;
  kind.help = "Nodes of ROS 1, with the master of this program or another one.";
  kind.options = OptionList();
  kind.is_off = IsOff;
  kind.start = [kind](const GatewayHost& host,
                      const Settings& settings) -> Result<std::unique_ptr<Gateway>> {
    Result<Options> options = ReadOptions(kind, settings, Environment::OfProcess(), host.guests);
    if (!options.ok()) return options.error();
    auto gateway = std::make_unique<Ros1Gateway>(host, std::move(*options));
    const Status status = gateway->Start();
    if (!status.ok()) return status.error();
    return std::unique_ptr<Gateway>(std::move(gateway));
  };
  return kind;
}

}  // namespace surefoot::gateways::ros1
