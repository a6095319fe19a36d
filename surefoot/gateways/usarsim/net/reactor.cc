#include "surefoot/gateways/usarsim/net/reactor.h"

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "surefoot/gateways/usarsim/net/send_queue.h"

// Sockets of all connections on one thread, without blocking. Answers of the server are posted to
// it.

namespace surefoot::gateways::usarsim {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// Bytes per write, and of the system's send buffer.
constexpr std::size_t kWriteBytes = 64 * 1024;
constexpr int kSystemBuffer = 256 * 1024;
/// Pause after a failed accept, for example when the system has no more descriptors.
constexpr std::chrono::milliseconds kAcceptPause{100};

/// A token bucket: a rate per second, with bursts of one second's worth.
class Allowance {
 public:
  /// 0: no limit.
  explicit Allowance(double rate) : rate_(rate), left_(rate) {}

  /// Spends `count`; returns how long to wait before the next.
  std::chrono::duration<double> Spend(double count, std::chrono::steady_clock::time_point now) {
    if (rate_ <= 0.0) return {};
    const std::chrono::duration<double> passed = now - at_;
    left_ = std::min(rate_, left_ + passed.count() * rate_) - count;
    at_ = now;
    return std::chrono::duration<double>(std::max(-left_ / rate_, 0.0));
  }

 private:
  double rate_;
  double left_;
  std::chrono::steady_clock::time_point at_ = std::chrono::steady_clock::now();
};

class Peer;

/// A listening socket with its connections. Shared by its pending operations.
struct Server {
  Server(asio::io_context* io, ServerOptions given)
      : options(std::move(given)), acceptor(*io), pause(*io) {}
  ServerOptions options;
  tcp::acceptor acceptor;
  int port = 0;
  asio::steady_timer pause;
  std::set<std::shared_ptr<Peer>> peers;
};

/// A connection. It is kept alive by its server's list and by its pending operations.
class Peer final : public Connection, public std::enable_shared_from_this<Peer> {
 public:
  Peer(tcp::socket socket, std::shared_ptr<Server> server)
      : socket_(std::move(socket)),
        server_(std::move(server)),
        queue_(server_->options.max_sample_bytes),
        pause_(socket_.get_executor()),
        bytes_(server_->options.max_byte_rate),
        lines_(server_->options.max_line_rate) {
    error_code error;
    const tcp::endpoint remote = socket_.remote_endpoint(error);
    if (!error) address_ = remote.address().to_string(error);
    socket_.set_option(tcp::no_delay(true), error);
    socket_.set_option(asio::socket_base::keep_alive(true), error);
    // A small send buffer: samples in it cannot be dropped any more and get old.
    socket_.set_option(asio::socket_base::send_buffer_size(kSystemBuffer), error);
  }

  /// Checks the limits of its address; returns why it is refused, or an empty string.
  std::string Admit() {
    if (!server_->options.admit) return "";
    std::string reason = server_->options.admit(address_);
    admitted_ = reason.empty();
    return reason;
  }

  /// Creates the handler; false if the server refuses the connection.
  bool Open() {
    handler_ = server_->options.accept(this);
    if (handler_ == nullptr) return false;
    Resume();
    return true;
  }

  /// May be called repeatedly.
  void Close() {
    const auto self = shared_from_this();
    open_ = false;
    error_code error;
    socket_.close(error);
    pause_.cancel();
    handler_ = nullptr;
    if (std::exchange(admitted_, false)) server_->options.leave(address_);
    server_->peers.erase(self);
  }

  const std::string& address() const override { return address_; }
  void Answer(std::string bytes) override {
    queue_.AddAnswer(std::move(bytes));
    Write();
  }
  void Sample(std::string bytes) override {
    queue_.AddSample(std::move(bytes));
    Write();
  }
  std::size_t waiting() const override { return queue_.answer_bytes(); }
  bool idle() const override { return !writing_ && queue_.empty(); }
  std::uint64_t lost() const override { return queue_.lost(); }

  void Resume() override {
    if (!open_ || reading_ || paused_ || handler_ == nullptr || !handler_->AcceptsBytes()) return;
    reading_ = true;
    socket_.async_read_some(asio::buffer(input_), [this, self = shared_from_this()](
                                                      const error_code& error, std::size_t count) {
      reading_ = false;
      if (!open_) return;
      if (error) return Close();
      const std::string_view bytes(input_.data(), count);
      if (!AcceptBytes(bytes)) return Close();
      Slow(bytes);
      Resume();
    });
  }

 private:
  /// Passes bytes to the handler once the protocol is recognized; false if it is another one.
  bool AcceptBytes(std::string_view bytes) {
    if (known_ || !server_->options.judge) {
      handler_->OnBytes(bytes);
      return true;
    }
    first_ += bytes;
    const FirstBytes verdict = server_->options.judge(first_);
    if (verdict == FirstBytes::kIncomplete) return true;
    if (verdict == FirstBytes::kRefused) {
      if (server_->options.refused) {
        server_->options.refused(address_,
                                 DescribeFirstBytes(first_) + " came instead of a command");
      }
      return false;
    }
    known_ = true;
    handler_->OnBytes(std::exchange(first_, ""));
    return true;
  }

  /// Pauses reading after more bytes or lines than allowed. TCP then slows the client down.
  void Slow(std::string_view bytes) {
    const auto now = std::chrono::steady_clock::now();
    // Line ends may be "\r\n", "\n" or "\r".
    const auto lines = std::max(std::count(bytes.begin(), bytes.end(), '\n'),
                                std::count(bytes.begin(), bytes.end(), '\r'));
    const auto wait = std::max(bytes_.Spend(static_cast<double>(bytes.size()), now),
                               lines_.Spend(static_cast<double>(lines), now));
    if (wait.count() <= 0.0 || !open_) return;
    paused_ = true;
    pause_.expires_after(std::chrono::duration_cast<std::chrono::nanoseconds>(wait));
    pause_.async_wait([this, self = shared_from_this()](const error_code& error) {
      if (error || !open_) return;
      paused_ = false;
      Resume();
    });
  }

  void Write() {
    if (!open_ || writing_ || queue_.empty()) return;
    writing_ = true;
    output_ = queue_.Take(kWriteBytes);
    asio::async_write(socket_, asio::buffer(output_),
                      [this, self = shared_from_this()](const error_code& error, std::size_t) {
                        writing_ = false;
                        if (!open_) return;
                        if (error) return Close();
                        Write();
                        if (!writing_) handler_->OnSent();
                        Resume();
                      });
  }

  tcp::socket socket_;
  std::shared_ptr<Server> server_;
  SendQueue queue_;
  std::string address_;
  std::unique_ptr<Handler> handler_;
  std::array<char, 16384> input_{};
  std::string output_;
  /// Bytes received before the protocol was recognized.
  std::string first_;
  bool known_ = false;
  asio::steady_timer pause_;
  Allowance bytes_;
  Allowance lines_;
  bool open_ = true;
  bool admitted_ = false;
  bool reading_ = false;
  bool paused_ = false;
  bool writing_ = false;
};

}  // namespace

class Reactor::Implementation {
 public:
  Result<int> Listen(ServerOptions options) {
    const std::string where = options.address + ":" + std::to_string(options.port);
    error_code error;
    const asio::ip::address address = asio::ip::make_address(options.address, error);
    if (error) return Error{"'" + options.address + "' is not an address, accepted: 127.0.0.1"};
    auto server = std::make_shared<Server>(&io_, std::move(options));
    const tcp::endpoint endpoint(address, static_cast<unsigned short>(server->options.port));
    server->acceptor.open(endpoint.protocol(), error);
    if (!error) server->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) server->acceptor.bind(endpoint, error);
    if (!error) server->acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return Error{"cannot listen at " + where + ": " + error.message()};
    server->port = server->acceptor.local_endpoint(error).port();
    Accept(server);
    servers_.push_back(server);
    return server->port;
  }

  void Unlisten(int port) {
    const auto found = std::find_if(servers_.begin(), servers_.end(),
                                    [&](const auto& server) { return server->port == port; });
    if (found == servers_.end()) return;
    const std::shared_ptr<Server> server = *found;
    servers_.erase(found);
    End(server.get());
  }

  void Start() {
    thread_ = std::thread([this] { io_.run(); });
  }

  void Stop() {
    if (!thread_.joinable()) return;
    asio::post(io_, [this] {
      // Closing a connection may close another server (a robot's image port).
      for (const auto& server : std::exchange(servers_, {})) End(server.get());
      io_.stop();
    });
    thread_.join();
  }

  void Post(std::function<void()> task) { asio::post(io_, std::move(task)); }

  void After(std::chrono::milliseconds time, std::function<void()> task) {
    auto timer = std::make_shared<asio::steady_timer>(io_, time);
    timer->async_wait([timer, task = std::move(task)](const error_code& error) {
      if (!error) task();
    });
  }

 private:
  static void End(Server* server) {
    error_code error;
    server->acceptor.close(error);
    server->pause.cancel();
    for (const auto& peer : std::set<std::shared_ptr<Peer>>(server->peers)) peer->Close();
  }

  void Accept(const std::shared_ptr<Server>& server) {
    server->acceptor.async_accept([this, server](const error_code& error, tcp::socket socket) {
      if (error == asio::error::operation_aborted || !server->acceptor.is_open()) return;
      if (error) {
        server->pause.expires_after(kAcceptPause);
        return server->pause.async_wait([this, server](const error_code&) {
          if (server->acceptor.is_open()) Accept(server);
        });
      }
      Take(server, std::move(socket));
      Accept(server);
    });
  }

  void Take(const std::shared_ptr<Server>& server, tcp::socket socket) {
    const auto peer = std::make_shared<Peer>(std::move(socket), server);
    const int count = static_cast<int>(server->peers.size());
    std::string reason = peer->Admit();
    if (reason.empty() && count >= server->options.max_connections) {
      reason = std::to_string(count) + " connections to port " + std::to_string(server->port) +
               " already, which is the limit";
    }
    if (reason.empty()) {
      server->peers.insert(peer);
      if (peer->Open()) return;
      reason = "the port is not open for clients";
    }
    // Counted before closing: a client that sees the end may query the count at once.
    if (server->options.refused) server->options.refused(peer->address(), reason);
    peer->Close();
  }

  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  std::vector<std::shared_ptr<Server>> servers_;
  std::thread thread_;
};

Reactor::Reactor() : implementation_(std::make_unique<Implementation>()) {}
Reactor::~Reactor() { Stop(); }
Result<int> Reactor::Listen(ServerOptions options) {
  return implementation_->Listen(std::move(options));
}
void Reactor::Unlisten(int port) { implementation_->Unlisten(port); }
void Reactor::Start() { implementation_->Start(); }
void Reactor::Stop() { implementation_->Stop(); }
void Reactor::Post(std::function<void()> task) { implementation_->Post(std::move(task)); }
void Reactor::After(std::chrono::milliseconds time, std::function<void()> task) {
  implementation_->After(time, std::move(task));
}

}  // namespace surefoot::gateways::usarsim
