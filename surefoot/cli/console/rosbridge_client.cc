#include "surefoot/cli/console/rosbridge_client.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <nlohmann/json.hpp>

namespace surefoot::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
using tcp = asio::ip::tcp;

/// The connection. Everything waits, but not for ever.
class RosbridgeClient::Socket {
 public:
  explicit Socket(const Options& options) : options_(options) {
    stream_.auto_fragment(false);
    stream_.read_message_max(std::size_t{64} << 20);
  }

  Status Connect() {
    beast::error_code error;
    tcp::resolver resolver(context_);
    const auto found = resolver.resolve(options_.host, std::to_string(options_.port), error);
    if (error) return Failure("cannot find " + Address(), error);
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
          "the server at " + Address() + " does not speak rosbridge, or wants another --token",
          error);
    }
    open_ = true;
    return Status();
  }

  Status Send(const std::string& text) {
    if (!open_) return Error{"the connection is closed"};
    const beast::error_code error = Wait([&](const auto& done) {
      stream_.async_write(asio::buffer(text),
                          [done](const beast::error_code& e, std::size_t) { done(e); });
    });
    return error ? Failure("the connection to " + Address() + " broke", error) : Status();
  }

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

  Status Failure(const std::string& what, const beast::error_code& error) {
    open_ = false;
    return Error{what + " (" + error.message() + ")"};
  }

  /// Starts what calls `done` at its end, and waits for that.
  template <typename Start>
  beast::error_code Wait(Start start) {
    beast::error_code result = beast::error::timeout;
    bool ended = false;
    start([&](const beast::error_code& error) {
      result = error;
      ended = true;
    });
    context_.restart();
    context_.run_for(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(options_.timeout)));
    if (ended) return result;
    // The handlers look at what is here: they must end before.
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

RosbridgeClient::RosbridgeClient(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
RosbridgeClient::~RosbridgeClient() = default;

Result<std::unique_ptr<RosbridgeClient>> RosbridgeClient::Connect(const Options& options) {
  auto socket = std::make_unique<Socket>(options);
  const Status status = socket->Connect();
  if (!status.ok()) return status.error();
  return std::unique_ptr<RosbridgeClient>(new RosbridgeClient(std::move(socket)));
}

bool RosbridgeClient::is_open() const { return socket_->is_open(); }

Result<std::string> RosbridgeClient::Call(const std::string& service, const std::string& request) {
  const nlohmann::json args = nlohmann::json::parse(request, nullptr, false);
  if (args.is_discarded()) return Error{"the request is not JSON: " + request};
  const std::string id = "console:" + std::to_string(next_id_++);
  const nlohmann::json call = {
      {"op", "call_service"}, {"id", id}, {"service", service}, {"args", args}};
  const Status sent = socket_->Send(call.dump());
  if (!sent.ok()) return sent.error();
  while (true) {
    const Result<std::string> text = socket_->Receive();
    if (!text.ok()) return text.error();
    const nlohmann::json answer = nlohmann::json::parse(text.value(), nullptr, false);
    // Others may be told in between: status messages.
    if (!answer.is_object() || answer.value("id", "") != id) continue;
    if (answer.value("op", "") != "service_response") continue;
    const nlohmann::json values =
        answer.contains("values") ? answer["values"] : nlohmann::json::object();
    if (answer.value("result", true)) return values.dump();
    return Error{values.is_string() ? values.get<std::string>() : values.dump()};
  }
}

Status RosbridgeClient::Publish(const std::string& topic, const std::string& type,
                                const std::string& message) {
  const nlohmann::json body =
      nlohmann::json::parse(message.empty() ? "{}" : message, nullptr, false);
  if (body.is_discarded()) return Error{"the message is not JSON: " + message};
  const nlohmann::json advertise = {{"op", "advertise"}, {"topic", topic}, {"type", type}};
  const Status advertised = socket_->Send(advertise.dump());
  if (!advertised.ok()) return advertised;
  const nlohmann::json publish = {{"op", "publish"}, {"topic", topic}, {"msg", body}};
  const Status sent = socket_->Send(publish.dump());
  if (!sent.ok()) return sent;
  // Once this is answered, the message has arrived.
  const Result<std::string> answer = Call("/surefoot/status", "{}");
  return answer.ok() ? Status() : Status(answer.error());
}

}  // namespace surefoot::cli
