/// The web gateway: accepts connections and supervises them. Everything runs on one network thread,
/// started by Run; the constructor, Listen, Settle, addresses and TokenOf run on the server's
/// thread and touch only what the network thread does not change.

#include "surefoot/gateways/web/http/server.h"

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <ctime>
#include <optional>
#include <thread>
#include <utility>

#include "surefoot/base/process/process_usage.h"
#include "surefoot/gateways/web/http/connection.h"
#include "surefoot/gateways/web/http/token_file.h"

namespace surefoot::gateways::web {
namespace {

namespace net = boost::asio;
namespace ssl = net::ssl;
using boost::system::error_code;
using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<net::ip::tcp, Executor>;
using Acceptor = net::basic_socket_acceptor<net::ip::tcp, Executor>;
using Timer = net::basic_waitable_timer<Clock, net::wait_traits<Clock>, Executor>;

/// Connections accepted besides those of clients: pages, metrics, and those about to be refused
/// with a proper HTTP status.
constexpr std::size_t kOtherConnections = 64;
/// Bytes per connection in the kernel; see OnAccepted.
constexpr int kSendBuffer = 512 << 10;
/// How often time limits are checked. All of them are seconds long.
constexpr std::chrono::milliseconds kSweep{100};

class Server : public Gateway {
 public:
  Server(const GatewayHost& host, const WebOptions& options)
      : options_(options),
        bridge_(*host.bridge),
        audit_(host.audit),
        log_(host.log),
        counters_(host.metrics),
        limit_(options_.per_address),
        hub_(host.bridge, options_.limits, &counters_, options_.access.tokens),
        host_{options_,
              counters_,
              hub_,
              bridge_,
              host.files,
              *io_,
              [this] { ArmTimer(); },
              [this] { UpdateCpu(); },
              [this](Connection* connection) { Remove(connection); },
              host.trouble,
              [this](const std::string& address, const char* action, std::string_view target,
                     const std::string& reason) { OnRefused(address, action, target, reason); }} {
    hub_.set_audit(audit_);
    if (audit_ == nullptr) return;
    using graph::Role;
    for (const Role role : {Role::kOwner, Role::kDriver, Role::kViewer}) {
      audit_->Hide(options_.access.tokens.of(role));
    }
  }
  ~Server() override;

  Status Listen();
  /// Writes the owner's token to its file, for the owner's other programs. A failure is only
  /// logged: those programs can be given the token by an option.
  void Settle() override {
    const Status kept =
        token_file_.Write(options_.access.port, options_.access.tokens.of(graph::Role::kOwner));
    if (!kept.ok() && log_) log_(kept.error().message);
  }
  /// Starts the network thread.
  void Run();
  std::vector<std::string> addresses() const override;
  std::string TokenOf(graph::Role role) const override {
    return options_.access.open ? "" : options_.access.tokens.of(role);
  }
  std::string token_file() const override { return token_file_.path(); }

 private:
  void ArmTimer();
  void Remove(Connection* connection);
  void UpdateCpu();
  Status UseTls();
  void Accept();
  void OnAccepted(Socket socket);
  void OnRefused(const std::string& address, const char* action, std::string_view target,
                 const std::string& reason);
  void Pump();
  void Sweep();
  void Stop();

  WebOptions options_;
  graph::Bridge& bridge_;
  AuditLog* audit_;
  std::function<void(const std::string&)> log_;
  Counters counters_;
  AddressLimit limit_;
  /// Concurrency hint 1: one thread runs it.
  std::shared_ptr<net::io_context> io_ = std::make_shared<net::io_context>(1);
  std::optional<ssl::context> tls_;
  Acceptor acceptor_{io_->get_executor()};
  Timer due_timer_{io_->get_executor()};
  /// When due_timer_ fires.
  TimePoint armed_ = TimePoint::max();
  Timer sweep_timer_{io_->get_executor()};
  Timer accept_timer_{io_->get_executor()};
  Hub hub_;
  ConnectionHost host_;
  std::map<Connection*, std::shared_ptr<Connection>> connections_;
  /// The addresses under which limit_ counts them.
  std::map<Connection*, std::string> admitted_;
  TokenFile token_file_;
  std::thread thread_;
};

/// Certificate and key from files.
Status Server::UseTls() {
  if (options_.tls_certificate.empty()) return Status();
  tls_.emplace(ssl::context::tls_server);
  // TLS 1.0 and 1.1 are deprecated (RFC 8996).
  tls_->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 |
                    ssl::context::no_sslv3 | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
  error_code error;
  tls_->use_certificate_chain_file(options_.tls_certificate, error);
  if (error) {
    return Error{"tls-cert: '" + options_.tls_certificate + "' cannot be used: " + error.message()};
  }
  tls_->use_private_key_file(options_.tls_key, ssl::context::pem, error);
  if (error) return Error{"tls-key: '" + options_.tls_key + "' cannot be used: " + error.message()};
  return Status();
}

// Errors name the setting to change.
Status Server::Listen() {
  const Status tls = UseTls();
  if (!tls.ok()) return tls;
  error_code error;
  const net::ip::address address = net::ip::make_address(options_.listen, error);
  if (error) {
    return Error{"listen is '" + options_.listen +
                 "', accepted are IP addresses such as 127.0.0.1, 0.0.0.0 or ::"};
  }
  const net::ip::tcp::endpoint endpoint(address, options_.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(net::socket_base::max_listen_connections, error);
  if (!error) options_.access.port = acceptor_.local_endpoint(error).port();
  if (!error) return Status();
  return Error{"cannot listen on " + options_.listen + " port " + std::to_string(options_.port) +
               ": " + error.message() + "; choose another port (0 for a free one)"};
}

std::vector<std::string> Server::addresses() const {
  error_code error;
  const auto endpoint = acceptor_.local_endpoint(error);
  const std::string host = endpoint.address().is_v6() ? "[" + endpoint.address().to_string() + "]"
                                                      : endpoint.address().to_string();
  return {(tls_ ? "https://" : "http://") + host + ":" + std::to_string(endpoint.port())};
}

// One thread for all connections and the hub, so that they need no locks.
void Server::Run() {
  // The wake-up holds the context, which therefore outlives the server while a wake-up is under
  // way; after the server's end nobody runs the context.
  bridge_.set_wake_gateway([io = io_, this] { net::post(*io, [this] { Pump(); }); });
  Accept();
  Sweep();
  net::post(*io_, [this] { Pump(); });
  thread_ = std::thread([this] {
    const auto work = net::make_work_guard(*io_);
    while (!io_->stopped()) {
      try {
        io_->run();
      } catch (const std::exception&) {
        // For example out of memory. The connection being served ends by its time limits, the
        // others go on.
        counters_.Closed("exception");
      }
    }
  });
}

Server::~Server() {
  // First, so that the simulation's thread no longer posts to the context.
  bridge_.set_wake_gateway(nullptr);
  net::post(*io_, [this] { Stop(); });
  if (thread_.joinable()) thread_.join();
}

/// Closes all connections: sends close frames, waits 200 ms for the answers, then ends the rest.
void Server::Stop() {
  error_code ignored;
  acceptor_.close(ignored);
  sweep_timer_.cancel();
  // A copy: connections remove themselves from the table when they finish.
  const auto all = connections_;
  for (const auto& [connection, shared] : all) connection->CloseGracefully();
  due_timer_.expires_after(connections_.empty() ? Clock::duration::zero()
                                                : std::chrono::milliseconds(200));
  due_timer_.async_wait([this](error_code) {
    const auto rest = connections_;
    for (const auto& [connection, shared] : rest) connection->End();
    net::post(*io_, [this] { io_->stop(); });
  });
}

// Continues after errors such as too many open files.
void Server::Accept() {
  acceptor_.async_accept([this](error_code error, Socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      OnAccepted(std::move(socket));
      return Accept();
    }
    // For example no file descriptors left. Retrying at once would spin.
    counters_.Closed("accept failed");
    accept_timer_.expires_after(std::chrono::milliseconds(100));
    accept_timer_.async_wait([this](error_code stopped) {
      if (!stopped) Accept();
    });
  });
}

/// The query of the target is left out, because it may contain a token.
void Server::OnRefused(const std::string& address, const char* action, std::string_view target,
                       const std::string& reason) {
  if (audit_ == nullptr) return;
  audit_->Write({.action = action,
                 .name = std::string(target.substr(0, target.find('?'))),
                 .allowed = false,
                 .reason = reason,
                 .address = address,
                 .gateway = "web"});
}

// The number of connections is limited, in total and per address.
void Server::OnAccepted(Socket socket) {
  error_code ignored;
  const auto peer = socket.remote_endpoint(ignored);
  const std::string address = ignored ? "" : peer.address().to_string();
  if (connections_.size() >= options_.limits.clients + kOtherConnections) {
    OnRefused(address, "connect", "", "too many connections");
    return counters_.Closed("too many connections");
  }
  const std::string reason = limit_.Admit(address, Clock::now());
  if (!reason.empty()) {
    OnRefused(address, "connect", "", reason);
    return counters_.Closed("address limit");
  }
  // Nagle's algorithm would delay small messages by up to the peer's acknowledgement delay.
  socket.set_option(net::ip::tcp::no_delay(true), ignored);
  socket.set_option(net::socket_base::keep_alive(true), ignored);
  // Small kernel buffers: what is in them can no longer be dropped. A slow client should lose
  // samples rather than receive old ones.
  socket.set_option(net::socket_base::send_buffer_size(kSendBuffer), ignored);
  const bool is_v6 = acceptor_.local_endpoint(ignored).address().is_v6();
  const int descriptor = socket.release(ignored);
  const auto connection = MakeConnection(&host_, descriptor, is_v6, tls_ ? &*tls_ : nullptr);
  if (connection == nullptr) {
    limit_.Leave(address);
    return counters_.Closed("accept failed");
  }
  connections_[connection.get()] = connection;
  admitted_[connection.get()] = address;
  counters_.connections->Set(static_cast<double>(connections_.size()));
  connection->Start();
}

// Gives the place back to its address.
void Server::Remove(Connection* connection) {
  const auto admitted = admitted_.find(connection);
  if (admitted != admitted_.end()) {
    limit_.Leave(admitted->second);
    admitted_.erase(admitted);
  }
  connections_.erase(connection);
  counters_.connections->Set(static_cast<double>(connections_.size()));
}

// Events of the simulation for all clients.
void Server::Pump() {
  hub_.Pump(Clock::now());
  ArmTimer();
}

/// Sets the timer to the hub's next deadline unless it fires earlier anyway.
void Server::ArmTimer() {
  const std::optional<TimePoint> next = hub_.next();
  if (!next || *next >= armed_) return;
  armed_ = *next;
  due_timer_.expires_at(*next);
  due_timer_.async_wait([this](error_code stopped) {
    if (stopped) return;
    armed_ = TimePoint::max();
    hub_.Tick(Clock::now());
    ArmTimer();
  });
}

// A copy of the list, because connections may end meanwhile.
void Server::Sweep() {
  const TimePoint now = Clock::now();
  const auto all = connections_;
  for (const auto& [connection, shared] : all) connection->Check(now);
  sweep_timer_.expires_after(kSweep);
  sweep_timer_.async_wait([this](error_code stopped) {
    if (!stopped) Sweep();
  });
}

void Server::UpdateCpu() {
  counters_.cpu_seconds->Set(ThreadCpuSeconds());
  counters_.bridge_lost->Set(static_cast<double>(bridge_.lost()));
}

}  // namespace

Result<std::unique_ptr<Gateway>> StartServer(const GatewayHost& host, const WebOptions& options) {
  auto server = std::make_unique<Server>(host, options);
  const Status status = server->Listen();
  if (!status.ok()) return status.error();
  server->Run();
  return std::unique_ptr<Gateway>(std::move(server));
}

}  // namespace surefoot::gateways::web
