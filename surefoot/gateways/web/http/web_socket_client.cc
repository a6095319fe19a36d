#include "surefoot/gateways/web/http/web_socket_client.h"

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <chrono>

// A blocking client for the console, built on Beast's asynchronous operations, because only these
// have timeouts.

namespace surefoot::gateways::web {

namespace asio = boost::asio;
namespace beast = boost::beast;
using tcp = asio::ip::tcp;

class WebSocketClient::Socket {
 public:
  explicit Socket(const Options& options) : options_(options) {
    stream_.auto_fragment(false);
    // Answers may be large, such as lists of a world's entities; the server is trusted.
    stream_.read_message_max(std::size_t{64} << 20);
  }

  /// Resolves, connects and shakes hands within the time limit.
  Status Connect() {
    beast::error_code error;
    tcp::resolver resolver(context_);
    const auto found = resolver.resolve(options_.host, std::to_string(options_.port), error);
    if (error) return Failure("cannot resolve " + Address(), error);
    error = Wait([&](const auto& done) {
      asio::async_connect(stream_.next_layer(), found,
                          [done](const beast::error_code& e, const tcp::endpoint&) { done(e); });
    });
    if (error) {
      return Failure("cannot reach a server at " + Address() +
                         "; start one with `surefoot serve WORLD`, or give --host and --port",
                     error);
    }
    stream_.next_layer().set_option(tcp::no_delay(true), error);
    if (!options_.token.empty()) {
      const std::string bearer = "Bearer " + options_.token;
      stream_.set_option(beast::websocket::stream_base::decorator(
          [bearer](beast::websocket::request_type& request) {
            request.set(beast::http::field::authorization, bearer);
          }));
    }
    error = Wait([&](const auto& done) { stream_.async_handshake(Address(), "/", done); });
    if (error) {
      return Failure(
          "the server at " + Address() + " does not speak rosbridge or requires another --token",
          error);
    }
    open_ = true;
    return Status();
  }

  /// Waits until the text is sent.
  Status Send(const std::string& text) {
    if (!open_) return Error{"the connection is closed"};
    const beast::error_code error = Wait([&](const auto& done) {
      stream_.async_write(asio::buffer(text),
                          [done](const beast::error_code& e, std::size_t) { done(e); });
    });
    return error ? Failure("the connection to " + Address() + " broke", error) : Status();
  }

  /// Waits for one message.
  Result<std::string> Receive() {
    if (!open_) return Error{"the connection is closed"};
    beast::flat_buffer buffer;
    const beast::error_code error = Wait([&](const auto& done) {
      stream_.async_read(buffer, [done](const beast::error_code& e, std::size_t) { done(e); });
    });
    if (error) return Failure("no answer from " + Address(), error).error();
    return beast::buffers_to_string(buffer.data());
  }

  bool is_open() const { return open_; }

 private:
  std::string Address() const { return options_.host + ":" + std::to_string(options_.port); }

  /// After a failure the connection is unusable.
  Status Failure(const std::string& what, const beast::error_code& error) {
    open_ = false;
    return Error{what + " (" + error.message() + ")"};
  }

  /// Starts an asynchronous operation that calls `done` at its end, and runs the context until then
  /// or until the timeout.
  template <typename Begin>
  beast::error_code Wait(Begin begin) {
    beast::error_code result = beast::error::timeout;
    bool ended = false;
    begin([&](const beast::error_code& error) {
      result = error;
      ended = true;
    });
    context_.restart();
    context_.run_for(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(options_.timeout)));
    if (ended) return result;
    // The handlers refer to locals of this function, so they must have run before it returns.
    beast::error_code ignored;
    stream_.next_layer().close(ignored);
    context_.restart();
    context_.run();
    return beast::error::timeout;
  }

  Options options_;
  asio::io_context context_;
  beast::websocket::stream<tcp::socket> stream_{context_};
  bool open_ = false;
};

WebSocketClient::WebSocketClient(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
WebSocketClient::~WebSocketClient() = default;

Result<std::unique_ptr<WebSocketClient>> WebSocketClient::Connect(const Options& options) {
  auto socket = std::make_unique<Socket>(options);
  const Status status = socket->Connect();
  if (!status.ok()) return status.error();
  return std::unique_ptr<WebSocketClient>(new WebSocketClient(std::move(socket)));
}

Status WebSocketClient::Send(const std::string& text) { return socket_->Send(text); }
Result<std::string> WebSocketClient::Receive() { return socket_->Receive(); }
bool WebSocketClient::is_open() const { return socket_->is_open(); }

}  // namespace surefoot::gateways::web
