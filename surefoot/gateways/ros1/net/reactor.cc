/// Boost.Asio is compiled in this file only.

#include "surefoot/gateways/ros1/net/reactor.h"

#include <array>
#include <boost/asio.hpp>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "surefoot/gateways/ros1/net/resolver.h"
#include "surefoot/gateways/ros1/net/uri.h"

namespace surefoot::gateways::ros1 {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// Bytes per write, in whole chunks, and of the system's send buffer: messages in it cannot be
/// dropped any more and get old.
constexpr std::size_t kWriteBytes = std::size_t{1} << 20;
constexpr int kSystemBuffer = 256 * 1024;
/// Bytes per read: a few small messages, or a part of a picture.
constexpr std::size_t kReadBytes = 64 * 1024;
/// Pause after a failed accept, for example when the system has no more descriptors.
constexpr std::chrono::milliseconds kAcceptPause{100};

class Peer;

/// Connections of a listening port, or those made by Connect (without a port).
struct Group {
  explicit Group(asio::io_context* io) : acceptor(*io), pause(*io) {}
  ListenOptions options;
  tcp::acceptor acceptor;
  asio::steady_timer pause;
  int port = 0;
  std::set<std::shared_ptr<Peer>> peers;
};

/// A connection. It is kept alive by its group and by its pending operations.
class Peer final : public Stream, public std::enable_shared_from_this<Peer> {
 public:
  Peer(tcp::socket socket, std::shared_ptr<Group> group)
      : socket_(std::move(socket)),
        group_(std::move(group)),
        queue_(group_->options.queue),
        deadline_(socket_.get_executor()),
        input_(kReadBytes) {
    error_code error;
    const tcp::endpoint remote = socket_.remote_endpoint(error);
    if (!error) {
      address_ = remote.address().to_string(error);
      port_ = remote.port();
    }
    // Small messages are sent at once, whether or not a subscriber asks for tcp_nodelay.
    socket_.set_option(tcp::no_delay(true), error);
    socket_.set_option(asio::socket_base::keep_alive(true), error);
    socket_.set_option(asio::socket_base::send_buffer_size(kSystemBuffer), error);
  }

  /// Checks the limits of its address; returns why it is refused, or an empty string.
  std::string Admit() {
    if (!group_->options.admit) return "";
    std::string reason = group_->options.admit(address_);
    admitted_ = reason.empty();
    return reason;
  }

  /// Creates the handler; false if it is refused.
  bool Open(const MakeHandler& make) {
    handler_ = make(this);
    if (handler_ == nullptr) return false;
    Resume();
    return true;
  }

  /// Closes at once; may be called repeatedly, but not within the handler.
  void End() {
    const auto self = shared_from_this();
    open_ = false;
    error_code error;
    socket_.close(error);
    deadline_.cancel();
    handler_ = nullptr;
    if (std::exchange(admitted_, false) && group_->options.leave) group_->options.leave(address_);
    group_->peers.erase(self);
  }

  const std::string& address() const override { return address_; }
  int port() const override { return port_; }
  bool idle() const override { return !writing_ && queue_.empty(); }
  std::uint64_t dropped() const override { return queue_.dropped(); }
  std::uint64_t sent_bytes() const override { return sent_bytes_; }

  void Answer(Chunk bytes) override {
    if (closing_) return;
    queue_.AddAnswer(std::move(bytes));
    Write();
  }
  void Sample(Chunk bytes) override {
    if (closing_) return;
    queue_.AddSample(std::move(bytes));
    Write();
  }

  void SetQueue(const QueueLimits& limits) override { queue_.set_limits(limits); }

  void Close() override {
    closing_ = true;
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->End(); });
  }
  void CloseWhenSent() override {
    if (idle()) return Close();
    closing_ = true;
  }

  void Resume() override {
    if (!open_ || reading_ || closing_ || handler_ == nullptr || !handler_->WantsBytes()) return;
    reading_ = true;
    socket_.async_read_some(asio::buffer(input_), [this, self = shared_from_this()](
                                                      const error_code& error, std::size_t count) {
      reading_ = false;
      if (!open_) return;
      if (error) return End();
      if (closing_) return;
      handler_->OnBytes(std::string_view(input_.data(), count));
      Resume();
    });
  }

  void SetDeadline(std::chrono::milliseconds time) override {
    // The previous wait may have ended already, without its handler having run.
    const int number = ++deadline_number_;
    deadline_.cancel();
    if (time.count() <= 0) return;
    deadline_.expires_after(time);
    deadline_.async_wait([this, number, self = shared_from_this()](const error_code& error) {
      if (!error && open_ && number == deadline_number_) End();
    });
  }

 private:
  void Write() {
    if (!open_ || writing_ || queue_.empty()) return;
    writing_ = true;
    output_.clear();
    queue_.Take(kWriteBytes, &output_);
    std::vector<asio::const_buffer> buffers;
    buffers.reserve(output_.size());
    for (const Chunk& chunk : output_) buffers.emplace_back(chunk->data(), chunk->size());
    asio::async_write(
        socket_, buffers,
        [this, self = shared_from_this()](const error_code& error, std::size_t count) {
          writing_ = false;
          sent_bytes_ += count;
          if (!open_) return;
          if (error) return End();
          Write();
          if (writing_) return;
          if (closing_) return End();
          handler_->OnSent();
          Resume();
        });
  }

  tcp::socket socket_;
  std::shared_ptr<Group> group_;
  SendQueue queue_;
  asio::steady_timer deadline_;
  int deadline_number_ = 0;
  std::vector<char> input_;
  std::vector<Chunk> output_;
  std::string address_;
  int port_ = 0;
  std::unique_ptr<Handler> handler_;
  std::uint64_t sent_bytes_ = 0;
  bool open_ = true;
  bool closing_ = false;
  bool admitted_ = false;
  bool reading_ = false;
  bool writing_ = false;
};

class Task final : public Timer {
 public:
  Task(asio::io_context* io, std::chrono::milliseconds time, std::function<void()> task)
      : timer_(*io, time) {
    timer_.async_wait(
        [alive = std::weak_ptr(alive_), task = std::move(task)](const error_code& error) {
          // The wait may have ended when the timer is destroyed, before this is called.
          if (!error && !alive.expired()) task();
        });
  }

 private:
  asio::steady_timer timer_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

/// A connection that is being made: the name is resolved, then its addresses are tried in order.
class Attempt : public std::enable_shared_from_this<Attempt> {
 public:
  Attempt(asio::io_context* io, std::shared_ptr<Group> group, ConnectOptions options)
      : options_(std::move(options)),
        group_(std::move(group)),
        socket_(*io),
        timer_(*io, options_.timeout) {}

  void Start() {
    timer_.async_wait([self = shared_from_this()](const error_code& error) {
      if (!error) self->Fail("no answer within the time limit");
    });
  }

  void Try(const std::vector<std::string>& addresses) {
    for (const std::string& text : addresses) {
      error_code error;
      const asio::ip::address address = asio::ip::make_address(text, error);
      if (!error) endpoints_.emplace_back(address, static_cast<unsigned short>(options_.port));
    }
    if (endpoints_.empty()) return Fail("the name '" + options_.host + "' has no address");
    TryNext();
  }

  void Cancel() {
    done_ = true;
    error_code error;
    socket_.close(error);
    timer_.cancel();
  }

 private:
  void TryNext() {
    if (done_) return;
    if (next_ == endpoints_.size()) return Fail(last_error_.message());
    error_code error;
    socket_.close(error);
    socket_.async_connect(endpoints_[next_++],
                          [self = shared_from_this()](const error_code& failure) {
                            if (self->done_) return;
                            if (!failure) return self->Succeed();
                            self->last_error_ = failure;
                            self->TryNext();
                          });
  }

  void Succeed() {
    done_ = true;
    timer_.cancel();
    const auto peer = std::make_shared<Peer>(std::move(socket_), group_);
    group_->peers.insert(peer);
    if (!peer->Open(options_.connected)) peer->End();
  }

  void Fail(const std::string& reason) {
    if (done_) return;
    Cancel();
    options_.failed(reason);
  }

  ConnectOptions options_;
  std::shared_ptr<Group> group_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  std::vector<tcp::endpoint> endpoints_;
  std::size_t next_ = 0;
  error_code last_error_;
  bool done_ = false;
};

/// Cancels an attempt when it is destroyed.
class AttemptTimer final : public Timer {
 public:
  explicit AttemptTimer(std::shared_ptr<Attempt> attempt) : attempt_(std::move(attempt)) {}
  ~AttemptTimer() override { attempt_->Cancel(); }

 private:
  std::shared_ptr<Attempt> attempt_;
};

}  // namespace

std::string EndpointText(const Stream& stream) { return HostText(stream.address(), stream.port()); }

class Reactor::Implementation {
 public:
  Result<int> Listen(ListenOptions options) {
    const std::string where = options.address + ":" + std::to_string(options.port);
    error_code error;
    const asio::ip::address address = asio::ip::make_address(options.address, error);
    if (error) return Error{"'" + options.address + "' is not an address, accepted: 127.0.0.1"};
    auto group = std::make_shared<Group>(&io_);
    const tcp::endpoint endpoint(address, static_cast<unsigned short>(options.port));
    group->options = std::move(options);
    tcp::acceptor& acceptor = group->acceptor;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return Error{"cannot listen at " + where + ": " + error.message()};
    group->port = acceptor.local_endpoint(error).port();
    Accept(group);
    groups_.push_back(group);
    return group->port;
  }

  std::unique_ptr<Timer> Connect(ConnectOptions options) {
    const std::string host = options.host;
    auto attempt = std::make_shared<Attempt>(&io_, outgoing_, std::move(options));
    attempt->Start();
    error_code error;
    asio::ip::make_address(host, error);
    if (!error || host == "localhost") {
      // Later, so that the caller has the result first.
      asio::post(io_,
                 [attempt, host] { attempt->Try({host == "localhost" ? "127.0.0.1" : host}); });
    } else {
      // Not a shared pointer: the resolver's thread may outlive the context of the sockets.
      resolver_->Find(host, [this, weak = std::weak_ptr(attempt)](auto addresses) {
        asio::post(io_, [weak, addresses = std::move(addresses)] {
          if (const auto found = weak.lock()) found->Try(addresses);
        });
      });
    }
    return std::make_unique<AttemptTimer>(std::move(attempt));
  }

  std::unique_ptr<Timer> After(std::chrono::milliseconds time, std::function<void()> task) {
    return std::make_unique<Task>(&io_, time, std::move(task));
  }

  void Post(std::function<void()> task) { asio::post(io_, std::move(task)); }

  void Start() {
    thread_ = std::thread([this] { io_.run(); });
  }

  void Stop() {
    if (!thread_.joinable()) return;
    asio::post(io_, [this] {
      for (const auto& group : std::exchange(groups_, {})) End(group.get());
      End(outgoing_.get());
      io_.stop();
    });
    thread_.join();
    // Before the context: a search that ends now must not post into it.
    resolver_ = nullptr;
  }

 private:
  static void End(Group* group) {
    error_code error;
    group->acceptor.close(error);
    group->pause.cancel();
    for (const auto& peer : std::set<std::shared_ptr<Peer>>(group->peers)) peer->End();
  }

  void Accept(const std::shared_ptr<Group>& group) {
    group->acceptor.async_accept([this, group](const error_code& error, tcp::socket socket) {
      if (error == asio::error::operation_aborted || !group->acceptor.is_open()) return;
      if (error) {
        group->pause.expires_after(kAcceptPause);
        return group->pause.async_wait([this, group](const error_code&) {
          if (group->acceptor.is_open()) Accept(group);
        });
      }
      Take(group, std::move(socket));
      Accept(group);
    });
  }

  static void Take(const std::shared_ptr<Group>& group, tcp::socket socket) {
    const auto peer = std::make_shared<Peer>(std::move(socket), group);
    const std::size_t count = group->peers.size();
    std::string reason = peer->Admit();
    if (reason.empty() && count >= group->options.max_connections) {
      reason = std::to_string(count) + " connections to port " + std::to_string(group->port) +
               " already, which is the limit";
    }
    if (reason.empty()) {
      group->peers.insert(peer);
      if (peer->Open(group->options.accept)) return;
      reason = "the port is not open for clients";
    }
    // Counted before closing: a client that sees the end may query the count at once.
    if (group->options.refused) group->options.refused(peer->address(), reason);
    peer->End();
  }

  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  std::shared_ptr<Group> outgoing_ = std::make_shared<Group>(&io_);
  std::vector<std::shared_ptr<Group>> groups_;
  std::unique_ptr<Resolver> resolver_ = std::make_unique<Resolver>();
  std::thread thread_;
};

Reactor::Reactor() : implementation_(std::make_unique<Implementation>()) {}
Reactor::~Reactor() { Stop(); }
Result<int> Reactor::Listen(ListenOptions options) {
  return implementation_->Listen(std::move(options));
}
std::unique_ptr<Timer> Reactor::Connect(ConnectOptions options) {
  return implementation_->Connect(std::move(options));
}
std::unique_ptr<Timer> Reactor::After(std::chrono::milliseconds time, std::function<void()> task) {
  return implementation_->After(time, std::move(task));
}
void Reactor::Post(std::function<void()> task) { implementation_->Post(std::move(task)); }
void Reactor::Start() { implementation_->Start(); }
void Reactor::Stop() { implementation_->Stop(); }

}  // namespace surefoot::gateways::ros1
