/// Sockets: HTTP, TLS and WebSocket below the hub. The only file with Boost, which is slow to
/// compile. Everything runs on one thread.

#include "surefoot/gateways/web/server.h"

#include <sys/time.h>

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "surefoot/gateways/web/hub.h"
#include "surefoot/gateways/web/static_files.h"

namespace surefoot::gateways::web {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = net::ssl;
namespace websocket = beast::websocket;
using boost::system::error_code;
using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<net::ip::tcp, Executor>;
using Acceptor = net::basic_socket_acceptor<net::ip::tcp, Executor>;
using Timer = net::basic_waitable_timer<Clock, net::wait_traits<Clock>, Executor>;

constexpr std::size_t kHeadBytes = 8192;
/// Connections beside those of clients: pages, metrics, and those that are about to be refused.
constexpr std::size_t kOtherConnections = 64;
constexpr std::size_t kMostWaitingBytes = std::size_t{64} << 20;
constexpr int kSendBuffer = 512 << 10;
constexpr std::chrono::milliseconds kSweep{100};
constexpr std::chrono::milliseconds kPause{2};

/// A socket with or without TLS: one type, so that what is above is compiled once. Remembers when
/// bytes last went each way.
class Channel {
 public:
  using executor_type = Executor;
  Channel(Socket socket, ssl::context* tls) : socket_(std::move(socket)) {
    if (tls != nullptr) tls_.emplace(socket_, *tls);
  }

  executor_type get_executor() { return socket_.get_executor(); }
  Socket& socket() { return socket_; }
  bool secure() const { return tls_.has_value(); }
  TimePoint last_read() const { return last_read_; }
  TimePoint last_write() const { return last_write_; }

  template <typename Handler>
  void AsyncHandshake(Handler&& handler) {
    tls_->async_handshake(ssl::stream_base::server, std::forward<Handler>(handler));
  }
  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    auto noted = [this, h = std::forward<Handler>(handler)](error_code error,
                                                            std::size_t size) mutable {
      if (!error) last_read_ = Clock::now();
      std::move(h)(error, size);
    };
    if (tls_) return tls_->async_read_some(buffers, std::move(noted));
    socket_.async_read_some(buffers, std::move(noted));
  }
  template <typename Buffers, typename Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    auto noted = [this, h = std::forward<Handler>(handler)](error_code error,
                                                            std::size_t size) mutable {
      if (!error) last_write_ = Clock::now();
      std::move(h)(error, size);
    };
    if (tls_) return tls_->async_write_some(buffers, std::move(noted));
    socket_.async_write_some(buffers, std::move(noted));
  }

  void Close() {
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  Socket socket_;
  std::optional<ssl::stream<Socket&>> tls_;
  TimePoint last_read_ = Clock::now();
  TimePoint last_write_ = Clock::now();
};

// Beast asks for these.
template <typename Handler>
void async_teardown(beast::role_type, Channel& channel, Handler&& handler) {
  channel.Close();
  net::post(channel.get_executor(),
            beast::bind_front_handler(std::forward<Handler>(handler), error_code()));
}
[[maybe_unused]] void teardown(beast::role_type, Channel& channel, error_code& error) {
  channel.Close();
  error = {};
}
[[maybe_unused]] void beast_close_socket(Channel& channel) { channel.Close(); }

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

class Connection;

/// What connections share.
class Server : public Gateway {
 public:
  Server(graph::Bridge* bridge, Metrics* metrics, const WebOptions& options)
      : options_(options),
        bridge_(*bridge),
        counters_(metrics),
        hub_(bridge, options_.limits, &counters_, options_.access.token) {}
  ~Server() override;

  Status Listen();
  void Run();
  std::vector<std::string> addresses() const override;

  const WebOptions& options() const { return options_; }
  Counters& counters() { return counters_; }
  Hub& hub() { return hub_; }
  graph::Bridge& bridge() { return bridge_; }
  /// After anything that may have made something due.
  void ArmTimer();
  void Remove(Connection* connection);
  void UpdateCpu();

 private:
  Status UseTls();
  void Accept();
  void OnAccepted(Socket socket);
  void Pump();
  void Sweep();
  void Stop();

  WebOptions options_;
  graph::Bridge& bridge_;
  Counters counters_;
  std::shared_ptr<net::io_context> io_ = std::make_shared<net::io_context>(1);
  std::optional<ssl::context> tls_;
  Acceptor acceptor_{io_->get_executor()};
  Timer due_timer_{io_->get_executor()};
  TimePoint armed_ = TimePoint::max();
  Timer sweep_timer_{io_->get_executor()};
  Timer accept_timer_{io_->get_executor()};
  Hub hub_;
  std::map<Connection*, std::shared_ptr<Connection>> connections_;
  std::thread thread_;
};

class Connection : public Peer, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server* server, Socket socket, ssl::context* tls)
      : server_(*server), channel_(std::move(socket), tls), pause_(channel_.get_executor()) {}

  void Start();
  void Ready() override;
  void Close(const std::string& reason) override;
  /// Ends it when it has taken too long for something.
  void Check(TimePoint now);
  void SayGoodbye();

 private:
  using Request = http::request<http::empty_body>;
  enum class Phase { kHead, kAnswer, kWebSocket, kClosed };

  const Limits& limits() const { return server_.options().limits; }
  void ReadHead(std::chrono::milliseconds time);
  void OnHead(error_code error);
  void Answer();
  void AnswerText(http::status status, const char* type, std::string text);
  void AnswerFile(const std::string& path);
  template <typename Body>
  void SendAnswer(http::response<Body> response);
  void AnswerUpgrade();
  void Upgrade(bool authenticated);
  void ReadMessage();
  void OnMessage(error_code error);
  /// False when the next message has to wait.
  bool MayRead(TimePoint now);
  void Pause();
  void Finish(const char* reason = nullptr);

  Server& server_;
  Channel channel_;
  Timer pause_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<websocket::stream<Channel&>> socket_;
  Phase phase_ = Phase::kHead;
  TimePoint deadline_ = TimePoint::max();
  Client* client_ = nullptr;
  bool writing_ = false;
  TimePoint write_start_;
  bool pinging_ = false;
  /// Messages that may come at once; grows with time.
  double allowance_ = 0.0;
  TimePoint allowance_at_;
};

void Connection::Start() {
  if (!channel_.secure()) return ReadHead(limits().head_timeout);
  deadline_ = Clock::now() + limits().head_timeout;
  channel_.AsyncHandshake([self = shared_from_this()](error_code error) {
    if (error) return self->Finish("tls");
    self->ReadHead(self->limits().head_timeout);
  });
}

void Connection::ReadHead(std::chrono::milliseconds time) {
  phase_ = Phase::kHead;
  deadline_ = Clock::now() + time;
  parser_.emplace();
  parser_->header_limit(kHeadBytes);
  parser_->body_limit(0);
  http::async_read(
      channel_, buffer_, *parser_,
      [self = shared_from_this()](error_code error, std::size_t) { self->OnHead(error); });
}

void Connection::OnHead(error_code error) {
  if (phase_ == Phase::kClosed) return;
  if (error == http::error::end_of_stream) return Finish();
  phase_ = Phase::kAnswer;
  if (!error && websocket::is_upgrade(parser_->get())) return AnswerUpgrade();
  if (!error) return Answer();
  if (error.category() != make_error_code(http::error::bad_method).category()) {
    return Finish("broken");
  }
  server_.counters().Closed("bad request");
  parser_->get().keep_alive(false);
  const bool long_head = error == http::error::header_limit;
  AnswerText(long_head ? http::status::request_header_fields_too_large : http::status::bad_request,
             "text/plain", error.message() + "\n");
}

void Connection::Answer() {
  const Request& request = parser_->get();
  const std::string_view target = View(request.target());
  const std::string_view path = target.substr(0, target.find('?'));
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    return AnswerText(http::status::method_not_allowed, "text/plain", "only GET and HEAD\n");
  }
  if (path == "/healthz") {
    return AnswerText(http::status::ok, "text/plain", "ok\n");
  }
  if (path == "/metrics") {
    const Visit visit{target, "", "", View(request[http::field::authorization])};
    if (!HasToken(server_.options().access, visit)) {
      return AnswerText(http::status::unauthorized, "text/plain", "a token is needed\n");
    }
    server_.UpdateCpu();
    return AnswerText(http::status::ok, "text/plain; version=0.0.4", server_.counters().Text());
  }
  const std::string& folder = server_.options().page;
  if (folder.empty() && (path == "/" || path == "/index.html")) {
    return AnswerText(http::status::ok, ContentType(".html"),
                      BuiltinPage(View(request[http::field::host]), channel_.secure()));
  }
  const auto file = folder.empty() ? std::nullopt : FindStaticFile(folder, target);
  if (file) return AnswerFile(*file);
  AnswerText(http::status::not_found, "text/plain", "there is no such page\n");
}

void Connection::AnswerText(http::status status, const char* type, std::string text) {
  http::response<http::string_body> response{status, parser_->get().version()};
  response.set(http::field::content_type, type);
  response.body() = std::move(text);
  response.prepare_payload();
  if (parser_->get().method() == http::verb::head) response.body().clear();
  SendAnswer(std::move(response));
}

void Connection::AnswerFile(const std::string& path) {
  http::response<http::file_body> response{http::status::ok, parser_->get().version()};
  error_code error;
  response.body().open(path.c_str(), beast::file_mode::scan, error);
  if (error) return AnswerText(http::status::not_found, "text/plain", "it cannot be read\n");
  response.set(http::field::content_type, ContentType(path));
  response.prepare_payload();
  if (parser_->get().method() != http::verb::head) return SendAnswer(std::move(response));
  http::response<http::empty_body> head{std::move(response.base())};
  SendAnswer(std::move(head));
}

template <typename Body>
void Connection::SendAnswer(http::response<Body> response) {
  const Request& request = parser_->get();
  response.set(http::field::server, "surefoot");
  response.set(http::field::cache_control, "no-cache");
  response.set("X-Content-Type-Options", "nosniff");
  response.keep_alive(request.keep_alive());
  server_.counters().Answered(response.result_int());
  auto kept = std::make_shared<http::response<Body>>(std::move(response));
  write_start_ = Clock::now();
  writing_ = true;
  auto serializer = std::make_shared<http::response_serializer<Body>>(*kept);
  http::async_write(channel_, *serializer,
                    [self = shared_from_this(), kept, serializer](error_code error, std::size_t) {
                      self->writing_ = false;
                      if (error || !kept->keep_alive()) return self->Finish();
                      self->ReadHead(self->limits().idle_timeout);
                    });
}

void Connection::AnswerUpgrade() {
  const Request& request = parser_->get();
  const AccessOptions& access = server_.options().access;
  const Visit visit{View(request.target()), View(request[http::field::host]),
                    View(request[http::field::origin]), View(request[http::field::authorization])};
  const auto refuse = [&](http::status status, const char* why) {
    server_.counters().Closed(why);
    parser_->get().keep_alive(false);
    AnswerText(status, "text/plain", std::string("refused: ") + why + "\n");
  };
  if (!IsOriginAllowed(access, visit)) return refuse(http::status::forbidden, "origin");
  const bool authenticated = HasToken(access, visit);
  const bool tried =
      visit.target.find("token=") != visit.target.npos || !visit.authorization.empty();
  if (!authenticated && tried) return refuse(http::status::unauthorized, "token");
  if (server_.counters().clients->value() >= static_cast<double>(limits().clients)) {
    return refuse(http::status::service_unavailable, "too many clients");
  }
  Upgrade(authenticated);
}

void Connection::Upgrade(bool authenticated) {
  socket_.emplace(channel_);
  // Beast's own timers are not used: the sweep sees to all of it.
  socket_->set_option(websocket::stream_base::timeout{websocket::stream_base::none(),
                                                      websocket::stream_base::none(), false});
  socket_->set_option(websocket::stream_base::decorator(
      [](websocket::response_type& response) { response.set(http::field::server, "surefoot"); }));
  socket_->read_message_max(limits().message_bytes);
  socket_->auto_fragment(false);
  socket_->async_accept(parser_->get(), [self = shared_from_this(),
                                         authenticated](error_code error) {
    if (error || self->phase_ == Phase::kClosed) return self->Finish("bad request");
    self->phase_ = Phase::kWebSocket;
    self->deadline_ = authenticated ? TimePoint::max() : Clock::now() + self->limits().head_timeout;
    self->allowance_at_ = Clock::now();
    self->allowance_ = self->limits().rate;
    self->buffer_.clear();
    self->client_ = self->server_.hub().Join(self.get(), authenticated);
    self->ReadMessage();
  });
}

void Connection::ReadMessage() {
  if (phase_ != Phase::kWebSocket) return;
  socket_->async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
    self->OnMessage(error);
  });
}

void Connection::OnMessage(error_code error) {
  if (phase_ != Phase::kWebSocket) return;
  if (error == websocket::error::closed || error == net::error::eof ||
      error == net::error::connection_reset) {
    return Finish();
  }
  if (error == websocket::error::message_too_big) return Finish("too big");
  if (error) return Finish("broken");
  const auto data = buffer_.data();
  const TimePoint now = Clock::now();
  server_.hub().Receive(client_, {static_cast<const char*>(data.data()), data.size()}, now);
  buffer_.consume(buffer_.size());
  // Memory of a large message is not kept for the small ones after it.
  if (buffer_.capacity() > std::size_t{1} << 20) buffer_.shrink_to_fit();
  server_.ArmTimer();
  if (client_->authenticated) deadline_ = TimePoint::max();
  allowance_ -= 1.0;
  if (MayRead(now)) return ReadMessage();
  server_.counters().slowed->Add();
  Pause();
}

void Connection::Pause() {
  pause_.expires_after(kPause);
  pause_.async_wait([self = shared_from_this()](error_code stopped) {
    if (stopped) return;
    if (self->MayRead(Clock::now())) return self->ReadMessage();
    self->Pause();
  });
}

bool Connection::MayRead(TimePoint now) {
  const double rate = limits().rate;
  const double seconds = std::chrono::duration<double>(now - allowance_at_).count();
  allowance_ = std::min(allowance_ + seconds * rate, rate);
  allowance_at_ = now;
  return allowance_ >= 0.0 && server_.bridge().waiting_bytes() < kMostWaitingBytes;
}

void Connection::Ready() {
  if (writing_ || phase_ != Phase::kWebSocket) return;
  FramePtr frame = client_->Next();
  if (frame == nullptr) return;
  writing_ = true;
  write_start_ = Clock::now();
  socket_->text(!frame->binary);
  const auto bytes = net::buffer(frame->bytes);
  socket_->async_write(
      bytes, [self = shared_from_this(), frame = std::move(frame)](error_code error, std::size_t) {
        self->writing_ = false;
        if (error) return self->Finish();
        self->server_.counters().messages_out->Add();
        self->server_.counters().bytes_out->Add(static_cast<double>(frame->bytes.size()));
        self->Ready();
      });
}

void Connection::Close(const std::string& reason) {
  // Not at once: the hub may be in the middle of something.
  net::post(channel_.get_executor(),
            [self = shared_from_this(), reason] { self->Finish(reason.c_str()); });
}

void Connection::SayGoodbye() {
  if (phase_ != Phase::kWebSocket || writing_) return Finish();
  socket_->async_close(websocket::close_code::going_away,
                       [self = shared_from_this()](error_code) { self->Finish(); });
}

void Connection::Finish(const char* reason) {
  if (phase_ == Phase::kClosed) return;
  phase_ = Phase::kClosed;
  if (reason != nullptr) server_.counters().Closed(reason);
  pause_.cancel();
  channel_.Close();
  if (client_ != nullptr) server_.hub().Leave(std::exchange(client_, nullptr));
  server_.Remove(this);
}

void Connection::Check(TimePoint now) {
  const auto since = [&](TimePoint time) { return now - std::max(time, write_start_); };
  if (writing_ && since(channel_.last_write()) > limits().stuck_timeout) return Finish("stuck");
  if (phase_ != Phase::kAnswer && now > deadline_) {
    return Finish(phase_ == Phase::kHead ? "slow head" : "not authenticated");
  }
  if (phase_ != Phase::kWebSocket) return;
  const auto silent = now - channel_.last_read();
  if (silent > limits().ping_timeout) return Finish("half open");
  if (silent < limits().ping_timeout / 2 || pinging_) return;
  pinging_ = true;
  socket_->async_ping({}, [self = shared_from_this()](error_code) { self->pinging_ = false; });
}

Status Server::UseTls() {
  if (options_.tls_certificate.empty()) return Status();
  tls_.emplace(ssl::context::tls_server);
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
  if (!error) return Status();
  return Error{"cannot listen on " + options_.listen + " port " + std::to_string(options_.port) +
               ": " + error.message() + "; choose another port (0 takes a free one)"};
}

std::vector<std::string> Server::addresses() const {
  error_code error;
  const auto endpoint = acceptor_.local_endpoint(error);
  const std::string host = endpoint.address().is_v6() ? "[" + endpoint.address().to_string() + "]"
                                                      : endpoint.address().to_string();
  return {(tls_ ? "https://" : "http://") + host + ":" + std::to_string(endpoint.port())};
}

void Server::Run() {
  // The context outlives the server where a wake is under way; then nobody runs it any more.
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
        // Out of memory, say; the connection that was served ends by its timeouts.
        counters_.Closed("exception");
      }
    }
  });
}

Server::~Server() {
  bridge_.set_wake_gateway(nullptr);
  net::post(*io_, [this] { Stop(); });
  if (thread_.joinable()) thread_.join();
}

/// Tells clients that this is the end, and gives them a moment to hear it.
void Server::Stop() {
  error_code ignored;
  acceptor_.close(ignored);
  sweep_timer_.cancel();
  const auto all = connections_;
  for (const auto& [connection, shared] : all) connection->SayGoodbye();
  due_timer_.expires_after(connections_.empty() ? Clock::duration::zero()
                                                : std::chrono::milliseconds(200));
  due_timer_.async_wait([this](error_code) {
    const auto rest = connections_;
    for (const auto& [connection, shared] : rest) connection->Close("end");
    net::post(*io_, [this] { io_->stop(); });
  });
}

void Server::Accept() {
  acceptor_.async_accept([this](error_code error, Socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      OnAccepted(std::move(socket));
      return Accept();
    }
    // No more file descriptors, say.
    counters_.Closed("accept failed");
    accept_timer_.expires_after(std::chrono::milliseconds(100));
    accept_timer_.async_wait([this](error_code stopped) {
      if (!stopped) Accept();
    });
  });
}

void Server::OnAccepted(Socket socket) {
  if (connections_.size() >= options_.limits.clients + kOtherConnections) {
    return counters_.Closed("too many connections");
  }
  error_code ignored;
  socket.set_option(net::ip::tcp::no_delay(true), ignored);
  socket.set_option(net::socket_base::keep_alive(true), ignored);
  // What waits in the system is old: slow clients should lose samples, not get late ones.
  socket.set_option(net::socket_base::send_buffer_size(kSendBuffer), ignored);
  const auto connection =
      std::make_shared<Connection>(this, std::move(socket), tls_ ? &*tls_ : nullptr);
  connections_[connection.get()] = connection;
  counters_.connections->Set(static_cast<double>(connections_.size()));
  connection->Start();
}

void Server::Remove(Connection* connection) {
  connections_.erase(connection);
  counters_.connections->Set(static_cast<double>(connections_.size()));
}

void Server::Pump() {
  hub_.Pump(Clock::now());
  ArmTimer();
}

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
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  counters_.cpu_seconds->Set(static_cast<double>(time.tv_sec) +
                             static_cast<double>(time.tv_nsec) * 1e-9);
  counters_.bridge_lost->Set(static_cast<double>(bridge_.lost()));
}

}  // namespace

Result<std::unique_ptr<Gateway>> StartServer(graph::Bridge* bridge, Metrics* metrics,
                                             const WebOptions& options) {
  auto server = std::make_unique<Server>(bridge, metrics, options);
  const Status status = server->Listen();
  if (!status.ok()) return status.error();
  server->Run();
  return std::unique_ptr<Gateway>(std::move(server));
}

}  // namespace surefoot::gateways::web
