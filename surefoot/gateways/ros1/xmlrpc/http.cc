/// Boost.Beast's parsers are compiled in this file only, because their templates are slow to
/// compile.

#include "surefoot/gateways/ros1/xmlrpc/http.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http.hpp>
#include <optional>

namespace surefoot::gateways::ros1 {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

/// Bytes of a message's head, as in other servers.
constexpr std::uint32_t kHeadBytes = 8192;

std::string Text(boost::beast::string_view text) { return {text.data(), text.size()}; }

const char* ReasonOf(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    default:
      return "Error";
  }
}

}  // namespace

class HttpReader::Implementation {
 public:
  Implementation(Kind kind, std::size_t max_body) : kind_(kind), max_body_(max_body) { Reset(); }

  Status Put(std::string_view bytes) {
    waiting_ += bytes;
    while (!waiting_.empty() && !complete()) {
      error_code error;
      const auto buffer = boost::asio::buffer(waiting_);
      const std::size_t used =
          requests_ ? requests_->put(buffer, error) : responses_->put(buffer, error);
      waiting_.erase(0, used);
      if (error == http::error::need_more) return Status();
      if (error) return Error{error.message()};
      if (used == 0) return Status();
    }
    return Status();
  }

  bool complete() const { return requests_ ? requests_->is_done() : responses_->is_done(); }

  bool started() const {
    return !waiting_.empty() || (requests_ ? requests_->got_some() : responses_->got_some());
  }

  HttpMessage Take() {
    HttpMessage message;
    if (requests_) {
      auto request = requests_->release();
      message.method = Text(request.method_string());
      message.from_browser = request.find(http::field::origin) != request.end();
      for (const auto& field : request) {
        const std::string name = Text(field.name_string());
        const bool fetch = name.size() > 10 && (name[0] == 'S' || name[0] == 's') &&
                           boost::beast::iequals(name.substr(0, 10), "sec-fetch-");
        message.from_browser = message.from_browser || fetch;
      }
      Fill(&request, &message);
    } else {
      auto response = responses_->release();
      message.status = static_cast<int>(response.result_int());
      Fill(&response, &message);
    }
    Reset();
    return message;
  }

 private:
  template <typename Message>
  static void Fill(Message* from, HttpMessage* message) {
    message->content_type = Text((*from)[http::field::content_type]);
    message->keep_alive = from->keep_alive();
    message->body = std::move(from->body());
  }

  void Reset() {
    if (kind_ == Kind::kRequests) return Limit(&requests_.emplace());
    Limit(&responses_.emplace());
  }

  template <typename Parser>
  void Limit(Parser* parser) {
    parser->header_limit(kHeadBytes);
    parser->body_limit(max_body_);
    parser->eager(true);
  }

  Kind kind_;
  std::size_t max_body_;
  std::optional<http::request_parser<http::string_body>> requests_;
  std::optional<http::response_parser<http::string_body>> responses_;
  /// Bytes that the parser has not consumed yet.
  std::string waiting_;
};

HttpReader::HttpReader(Kind kind, std::size_t max_body)
    : implementation_(std::make_unique<Implementation>(kind, max_body)) {}
HttpReader::~HttpReader() = default;
Status HttpReader::Put(std::string_view bytes) { return implementation_->Put(bytes); }
bool HttpReader::complete() const { return implementation_->complete(); }
HttpMessage HttpReader::Take() { return implementation_->Take(); }
bool HttpReader::started() const { return implementation_->started(); }

std::string HttpPost(const std::string& host, const std::string& path, const std::string& body) {
  return "POST " + path + " HTTP/1.1\r\nHost: " + host +
         "\r\nUser-Agent: surefoot\r\nContent-Type: text/xml\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string HttpResponse(int status, const std::string& content_type, const std::string& body,
                         bool keep_alive) {
  return "HTTP/1.1 " + std::to_string(status) + " " + ReasonOf(status) +
         "\r\nServer: surefoot\r\nContent-Type: " + content_type +
         "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nConnection: " + (keep_alive ? "keep-alive" : "close") + "\r\n\r\n" + body;
}

}  // namespace surefoot::gateways::ros1
