/// The WebSocket and HTTP connection of one client. Beast's server side is compiled in this file
/// only, because its templates are slow to compile. Everything runs on the gateway's network
/// thread, so nothing is locked.
///
/// Asynchronous handlers keep the connection alive through shared_from_this(); the connection is
/// removed from the server's table in Finish and destroyed when the last handler has run.

#include "surefoot/gateways/web/http/connection.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>
#include <utility>

#include "surefoot/gateways/web/http/http_response.h"

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
using Timer = net::basic_waitable_timer<Clock, net::wait_traits<Clock>, Executor>;

/// Bytes of an HTTP request's head, as in other servers; a longer one is answered by 431.
constexpr std::size_t kHeadBytes = 8192;
/// Bytes queued for the simulation, over all clients. Beyond it, reading from clients is throttled,
/// so the limit is what the simulation can take within a moment.
constexpr std::size_t kMaxQueuedBytes = std::size_t{512} << 10;
/// A control frame carries at most 125 bytes, two of them the status code (RFC 6455, section 5.5).
constexpr std::size_t kCloseText = 123;
/// Time between two attempts to go on reading from a throttled client.
constexpr std::chrono::milliseconds kPause{2};

/// A socket with or without TLS. One type, so that the templates of the layers above are
/// instantiated once. Records when bytes were last read and written, for the time limits in Check.
class Channel {
 public:
  using executor_type = Executor;
  /// Notes the address, which is unknown after the connection breaks.
  Channel(Socket socket, ssl::context* tls) : socket_(std::move(socket)) {
    if (tls != nullptr) tls_.emplace(socket_, *tls);
    error_code unknown;
    const auto peer = socket_.remote_endpoint(unknown);
    if (unknown) return;
    address_ = peer.address().to_string();
    const bool mapped = peer.address().is_v6() && peer.address().to_v6().is_v4_mapped();
    local_ =
        mapped ? net::ip::make_address_v4(net::ip::v4_mapped, peer.address().to_v6()).is_loopback()
               : peer.address().is_loopback();
  }

  executor_type get_executor() { return socket_.get_executor(); }
  Socket& socket() { return socket_; }
  bool secure() const { return tls_.has_value(); }
  /// Network address of the other end.
  const std::string& address() const { return address_; }
  /// Whether the other end is on this computer.
  bool local() const { return local_; }
  TimePoint last_read() const { return last_read_; }
  TimePoint last_write() const { return last_write_; }

  template <typename Handler>
  void AsyncHandshake(Handler&& handler) {
    tls_->async_handshake(ssl::stream_base::server, std::forward<Handler>(handler));
  }
  /// With or without TLS; notes the time for the limits.
  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    auto noted = Noted(&last_read_, std::forward<Handler>(handler));
    if (tls_) return tls_->async_read_some(buffers, std::move(noted));
    socket_.async_read_some(buffers, std::move(noted));
  }
  template <typename Buffers, typename Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    auto noted = Noted(&last_write_, std::forward<Handler>(handler));
    if (tls_) return tls_->async_write_some(buffers, std::move(noted));
    socket_.async_write_some(buffers, std::move(noted));
  }

  /// Without TLS's closing handshake, which could block.
  void Close() {
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  /// Wraps a handler so that it records the time of each success.
  template <typename Handler>
  static auto Noted(TimePoint* time, Handler&& handler) {
    return [time, h = std::forward<Handler>(handler)](error_code error, std::size_t size) mutable {
      if (!error) *time = Clock::now();
      std::move(h)(error, size);
    };
  }

  Socket socket_;
  std::optional<ssl::stream<Socket&>> tls_;
  std::string address_;
  bool local_ = false;
  TimePoint last_read_ = Clock::now();
  TimePoint last_write_ = Clock::now();
};

// Customization points of Beast for streams that are not its own.
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

/// A connection begins with HTTP requests (kHead, kAnswer), each answered in turn, and may be
/// upgraded to a WebSocket, which then belongs to a Client of the hub until the connection ends.
class WebConnection final : public Connection, public std::enable_shared_from_this<WebConnection> {
 public:
  WebConnection(ConnectionHost* host, Socket socket, ssl::context* tls)
      : host_(*host), channel_(std::move(socket), tls), pause_(channel_.get_executor()) {}

  void Start() override;
  void Ready() override;
  void Close(const std::string& reason, const std::string& text) override;
  void Check(TimePoint now) override;
  void CloseGracefully() override;
  void End() override { Finish("end"); }

 private:
  using Request = http::request<http::empty_body>;
  enum class Phase { kHead, kAnswer, kWebSocket, kClosing, kClosed };

  const Limits& limits() const { return host_.options.limits; }
  void ReadHead(std::chrono::milliseconds time);
  void OnHead(error_code error);
  void Answer();
  void AnswerText(http::status status, std::string text);
  void AnswerWith(const HttpResponse& answer);
  template <typename Body>
  void SendAnswer(http::response<Body> response, const HttpResponse& answer);
  template <typename Body>
  void Write(http::response<Body> response, std::shared_ptr<const Bytes> bytes);
  void AnswerUpgrade();
  void Upgrade(std::optional<graph::Role> role);
  Visit VisitOf(const Request& request) const;
  /// The role of a visitor; counts wrong tokens and refuses addresses with too many of them.
  std::optional<graph::Role> RoleOfVisitor(const Visit& visit);
  void ReadMessage();
  void OnMessage(error_code error);
  /// Whether the next message may be read, by the rate limit and the simulation's queue.
  bool MayRead(TimePoint now);
  void Pause();
  void LeaveHub();
  void CloseFor(const std::string& reason, const std::string& text);
  void Finish(const char* reason = nullptr);

  ConnectionHost& host_;
  Channel channel_;
  Timer pause_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<websocket::stream<Channel&>> socket_;
  Phase phase_ = Phase::kHead;
  /// End of the time allowed for the present phase.
  TimePoint deadline_ = TimePoint::max();
  Client* client_ = nullptr;
  bool writing_ = false;
  TimePoint write_start_;
  bool pinging_ = false;
  /// Token bucket of the message rate: messages that may be read now, at most one second's worth.
  double allowance_ = 0.0;
  TimePoint allowance_at_;
};

// The time limit includes the handshake.
void WebConnection::Start() {
  if (!channel_.secure()) return ReadHead(limits().head_timeout);
  deadline_ = Clock::now() + limits().head_timeout;
  channel_.AsyncHandshake([self = shared_from_this()](error_code error) {
    if (error) return self->Finish("tls");
    self->ReadHead(self->limits().head_timeout);
  });
}

// Requests of one connection follow each other, with a time limit each.
void WebConnection::ReadHead(std::chrono::milliseconds time) {
  phase_ = Phase::kHead;
  deadline_ = Clock::now() + time;
  parser_.emplace();
  parser_->header_limit(kHeadBytes);
  // No request has a body here; one that announces it is refused before it is read.
  parser_->body_limit(0);
  http::async_read(
      channel_, buffer_, *parser_,
      [self = shared_from_this()](error_code error, std::size_t) { self->OnHead(error); });
}

// Answers, upgrades to a WebSocket, or ends the connection.
void WebConnection::OnHead(error_code error) {
  if (phase_ == Phase::kClosed) return;
  if (error == http::error::end_of_stream) return Finish();
  phase_ = Phase::kAnswer;
  if (!error && websocket::is_upgrade(parser_->get())) return AnswerUpgrade();
  if (!error) return Answer();
  if (error.category() != make_error_code(http::error::bad_method).category()) {
    return Finish("broken");
  }
  host_.counters.Closed("bad request");
  parser_->get().keep_alive(false);
  // RFC 6585, section 5: 431.
  const bool long_head = error == http::error::header_limit;
  AnswerText(long_head ? http::status::request_header_fields_too_large : http::status::bad_request,
             error.message() + "\n");
}

// What the answer depends on is collected first; the answer itself is pure.
void WebConnection::Answer() {
  const Request& request = parser_->get();
  HttpRequest question;
  question.reads = request.method() == http::verb::get || request.method() == http::verb::head;
  question.visit = VisitOf(request);
  question.role = RoleOfVisitor(question.visit);
  question.accept_encoding = View(request[http::field::accept_encoding]);
  question.secure = channel_.secure();
  const HttpSources sources{host_.options, host_.files,
                            [this] {
                              host_.update_cpu();
                              return host_.counters.Text();
                            },
                            host_.trouble};
  const HttpResponse answer = AnswerTo(question, sources);
  if (!answer.refusal.empty()) {
    host_.refused(channel_.address(), "http", question.visit.target, answer.refusal);
  }
  AnswerWith(answer);
}

void WebConnection::AnswerText(http::status status, std::string text) {
  HttpResponse answer;
  answer.status = static_cast<int>(status);
  answer.text = std::move(text);
  AnswerWith(answer);
}

// Texts and files of any size with the same headers.
void WebConnection::AnswerWith(const HttpResponse& answer) {
  if (answer.bytes != nullptr) {
    const char* data = reinterpret_cast<const char*>(answer.bytes->data());
    http::response<http::span_body<const char>> response;
    response.body() = {data, answer.bytes->size()};
    return SendAnswer(std::move(response), answer);
  }
  if (answer.path.empty()) {
    http::response<http::string_body> response;
    response.body() = answer.text;
    return SendAnswer(std::move(response), answer);
  }
  http::response<http::file_body> response;
  error_code error;
  response.body().open(answer.path.c_str(), beast::file_mode::scan, error);
  if (error) return AnswerText(http::status::not_found, "the file cannot be read\n");
  SendAnswer(std::move(response), answer);
}

/// Sets the headers and sends the response, for HEAD without its body (RFC 9110, section 9.3.2).
template <typename Body>
void WebConnection::SendAnswer(http::response<Body> response, const HttpResponse& answer) {
  const Request& request = parser_->get();
  response.version(request.version());
  response.result(static_cast<unsigned>(answer.status));
  response.set(http::field::server, "surefoot");
  response.set(http::field::content_type, answer.type);
  response.set(http::field::cache_control, answer.cache_control);
  for (const auto& [name, value] : kSafetyHeaders) response.set(name, value);
  const auto set = [&](http::field field, const std::string& value) {
    if (!value.empty()) response.set(field, value);
  };
  set(http::field::content_disposition, answer.disposition);
  set(http::field::content_encoding, answer.content_encoding);
  set(http::field::vary, answer.vary);
  set(http::field::location, answer.location);
  response.prepare_payload();
  response.keep_alive(request.keep_alive());
  host_.counters.Answered(response.result_int());
  if (request.method() != http::verb::head) return Write(std::move(response), answer.bytes);
  Write(http::response<http::empty_body>{std::move(response.base())}, nullptr);
}

/// Sends a response. The serializer refers to the response and that to `bytes`, so the handler
/// keeps all of them until the end.
template <typename Body>
void WebConnection::Write(http::response<Body> response, std::shared_ptr<const Bytes> bytes) {
  auto kept = std::make_shared<http::response<Body>>(std::move(response));
  write_start_ = Clock::now();
  writing_ = true;
  auto serializer = std::make_shared<http::response_serializer<Body>>(*kept);
  http::async_write(channel_, *serializer,
                    [self = shared_from_this(), kept, serializer, bytes = std::move(bytes)](
                        error_code error, std::size_t) {
                      self->writing_ = false;
                      if (self->phase_ == Phase::kClosed) return;
                      if (error || !kept->keep_alive()) return self->Finish();
                      self->ReadHead(self->limits().idle_timeout);
                    });
}

// Who asks, and from where.
Visit WebConnection::VisitOf(const Request& request) const {
  Visit visit;
  visit.target = View(request.target());
  visit.host = View(request[http::field::host]);
  visit.origin = View(request[http::field::origin]);
  visit.authorization = View(request[http::field::authorization]);
  // Browsers send Origin with WebSocket handshakes and Sec-Fetch-Site with every request to
  // localhost. That suffices, because only local visitors may be guests.
  visit.browser = !visit.origin.empty() || !request["Sec-Fetch-Site"].empty();
  visit.local = channel_.local();
  return visit;
}

// Wrong tokens count as failures of the address.
std::optional<graph::Role> WebConnection::RoleOfVisitor(const Visit& visit) {
  const bool brings = !TokenOf(visit).empty();
  FailureLimit& failures = host_.hub.failures();
  // Before the token is checked: otherwise guessing could go on behind the refusals.
  if (brings && failures.LocksOut(channel_.address(), Clock::now())) return std::nullopt;
  const std::optional<graph::Role> role = RoleOf(host_.options.access, visit);
  if (brings && !role) failures.Count(channel_.address(), Clock::now());
  return role;
}

// Refusals are ordinary answers, because clients see only those.
void WebConnection::AnswerUpgrade() {
  const Visit visit = VisitOf(parser_->get());
  const auto refuse = [&](http::status status, const char* why) {
    host_.counters.Closed(why);
    host_.refused(channel_.address(), "connect", visit.target, why);
    parser_->get().keep_alive(false);
    AnswerText(status, std::string("refused: ") + why + "\n");
  };
  if (!IsHostAndOriginAllowed(host_.options.access, visit)) {
    return refuse(http::status::forbidden, "origin");
  }
  const std::optional<graph::Role> role = RoleOfVisitor(visit);
  if (!role && !TokenOf(visit).empty()) {
    const bool again = host_.hub.failures().Allows(channel_.address(), Clock::now());
    return again ? refuse(http::status::unauthorized, "token")
                 : refuse(http::status::too_many_requests, "too many wrong tokens");
  }
  if (host_.counters.clients->value() >= static_cast<double>(limits().clients)) {
    return refuse(http::status::service_unavailable, "too many clients");
  }
  Upgrade(role);
}

// The connection becomes a client of the hub.
void WebConnection::Upgrade(std::optional<graph::Role> role) {
  socket_.emplace(channel_);
  // Beast's own timers are off: Check, called by the server's sweep, enforces all time limits.
  socket_->set_option(websocket::stream_base::timeout{websocket::stream_base::none(),
                                                      websocket::stream_base::none(), false});
  socket_->set_option(websocket::stream_base::decorator(
      [](websocket::response_type& response) { response.set(http::field::server, "surefoot"); }));
  socket_->read_message_max(limits().message_bytes);
  // Fragments of WebSocket frames would cost a header each; rosbridge has its own fragments.
  socket_->auto_fragment(false);
  socket_->async_accept(parser_->get(), [self = shared_from_this(), role](error_code error) {
    if (error || self->phase_ == Phase::kClosed) return self->Finish("bad request");
    self->phase_ = Phase::kWebSocket;
    // Without a role the client has to authenticate by the op "auth" in time.
    self->deadline_ = role ? TimePoint::max() : Clock::now() + self->limits().head_timeout;
    self->allowance_at_ = Clock::now();
    self->allowance_ = self->limits().rate;
    self->buffer_.clear();
    self->client_ = self->host_.hub.Join(self.get(), role, self->channel_.address());
    self->ReadMessage();
  });
}

/// Bytes per read: a message of ordinary length arrives in one piece.
constexpr std::size_t kMinReadBytes = 4096;

void WebConnection::ReadMessage() {
  if (phase_ != Phase::kWebSocket) return;
  // Read piece by piece into our buffer: the size that Beast would guess by itself fails for an
  // empty last fragment.
  const std::size_t room = std::max(kMinReadBytes, buffer_.capacity() - buffer_.size());
  socket_->async_read_some(buffer_.prepare(room),
                           [self = shared_from_this()](error_code error, std::size_t size) {
                             self->buffer_.commit(size);
                             if (!error && !self->socket_->is_message_done())
                               return self->ReadMessage();
                             self->OnMessage(error);
                           });
}

// Bad data of a client closes only its own connection.
void WebConnection::OnMessage(error_code error) {
  if (phase_ != Phase::kWebSocket) return;
  if (error == websocket::error::closed || error == net::error::eof ||
      error == net::error::connection_reset) {
    return Finish();
  }
  if (error == websocket::error::message_too_big) return Finish("too big");
  if (error) return Finish("broken");
  const auto data = buffer_.data();
  const TimePoint now = Clock::now();
  host_.hub.Receive(client_, {static_cast<const char*>(data.data()), data.size()}, now);
  buffer_.consume(buffer_.size());
  // Memory of a large message is released before the small ones after it.
  if (buffer_.capacity() > std::size_t{1} << 20) buffer_.shrink_to_fit();
  // The message may have created a deadline, such as a throttled sample or a call's timeout.
  host_.arm_timer();
  if (client_->has_role()) deadline_ = TimePoint::max();
  allowance_ -= 1.0;
  if (MayRead(now)) return ReadMessage();
  host_.counters.slowed->Add();
  Pause();
}

// A client that sends too fast is read later, which slows it by TCP's flow control.
void WebConnection::Pause() {
  pause_.expires_after(kPause);
  pause_.async_wait([self = shared_from_this()](error_code stopped) {
    if (stopped) return;
    if (self->MayRead(Clock::now())) return self->ReadMessage();
    self->Pause();
  });
}

/// Not reading lets TCP's flow control slow the client down, which costs no memory here.
bool WebConnection::MayRead(TimePoint now) {
  const double rate = limits().rate;
  const double seconds = std::chrono::duration<double>(now - allowance_at_).count();
  allowance_ = std::min(allowance_ + seconds * rate, rate);
  allowance_at_ = now;
  return allowance_ >= 0.0 && host_.bridge.waiting_bytes() < kMaxQueuedBytes;
}

/// Writes one message; its handler calls Ready for the next one. One write at a time, as Beast
/// requires.
void WebConnection::Ready() {
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
        self->host_.counters.messages_out->Add();
        self->host_.counters.bytes_out->Add(static_cast<double>(frame->bytes.size()));
        self->Ready();
      });
}

void WebConnection::Close(const std::string& reason, const std::string& text) {
  // Posted, not called: the hub may be in the middle of a loop over its clients.
  net::post(channel_.get_executor(),
            [self = shared_from_this(), reason, text] { self->CloseFor(reason, text); });
}

/// Sends the reason in a close frame, after the frame that is being written, and waits for the
/// client's answer at most stuck_timeout. 1013 means "try again later" (IANA registry of RFC 6455).
void WebConnection::CloseFor(const std::string& reason, const std::string& text) {
  if (phase_ == Phase::kClosing) return;
  if (phase_ != Phase::kWebSocket) return Finish(reason.c_str());
  host_.counters.Closed(reason);
  LeaveHub();
  pause_.cancel();
  phase_ = Phase::kClosing;
  deadline_ = Clock::now() + limits().stuck_timeout;
  const websocket::close_reason why(websocket::close_code::try_again_later,
                                    text.substr(0, kCloseText));
  socket_->async_close(why, [self = shared_from_this()](error_code) { self->Finish(); });
}

void WebConnection::LeaveHub() {
  if (client_ != nullptr) host_.hub.Leave(std::exchange(client_, nullptr));
}

void WebConnection::CloseGracefully() {
  if (phase_ != Phase::kWebSocket || writing_) return Finish();
  socket_->async_close(websocket::close_code::going_away,
                       [self = shared_from_this()](error_code) { self->Finish(); });
}

// May be called more than once.
void WebConnection::Finish(const char* reason) {
  if (phase_ == Phase::kClosed) return;
  phase_ = Phase::kClosed;
  if (reason != nullptr) host_.counters.Closed(reason);
  pause_.cancel();
  channel_.Close();
  LeaveHub();
  host_.remove(this);
}

// All time limits of the connection.
void WebConnection::Check(TimePoint now) {
  if (phase_ == Phase::kClosing) {
    if (now > deadline_) Finish();
    return;
  }
  // The write may have begun after the last bytes went out.
  const auto since = [&](TimePoint time) { return now - std::max(time, write_start_); };
  if (writing_ && since(channel_.last_write()) > limits().stuck_timeout) return Finish("stuck");
  if (phase_ != Phase::kAnswer && now > deadline_) {
    return Finish(phase_ == Phase::kHead ? "slow head" : "not authenticated");
  }
  if (phase_ != Phase::kWebSocket) return;
  // Pings find half-open connections, whose other end vanished without a FIN (RFC 6455, 5.5.2).
  const auto silent = now - channel_.last_read();
  if (silent > limits().ping_timeout) return Finish("half open");
  if (silent < limits().ping_timeout / 2 || pinging_) return;
  pinging_ = true;
  socket_->async_ping({}, [self = shared_from_this()](error_code) { self->pinging_ = false; });
}

}  // namespace

std::shared_ptr<Connection> MakeConnection(ConnectionHost* host, int socket, bool is_v6,
                                           ssl::context* tls) {
  Socket assigned(host->io.get_executor());
  error_code error;
  assigned.assign(is_v6 ? net::ip::tcp::v6() : net::ip::tcp::v4(), socket, error);
  if (error) {
    ::close(socket);
    return nullptr;
  }
  return std::make_shared<WebConnection>(host, std::move(assigned), tls);
}

}  // namespace surefoot::gateways::web
