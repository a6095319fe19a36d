#pragma once

/// HTTP/1.0 and 1.1 as XML-RPC uses it: POST requests with a body, and their responses.

#include <memory>
#include <string>
#include <string_view>

#include "surefoot/base/result.h"

namespace surefoot::gateways::ros1 {

/// A complete request or response.
struct HttpMessage {
  /// "POST"; empty for responses.
  std::string method;
  /// Of a response: 200; 0 for requests.
  int status = 0;
  std::string content_type;
  /// Whether a browser sent it on behalf of a page: it has the header Origin or one of Sec-Fetch.
  bool from_browser = false;
  bool keep_alive = true;
  std::string body;
};

/// Reads the messages of one connection from its bytes. The head is limited to 8 KiB.
///
///   HttpReader reader(HttpReader::Kind::kRequests, 1 << 20);
///   if (!reader.Put(bytes).ok()) Close();
///   while (std::optional<HttpMessage> message = reader.Next()) ...
class HttpReader {
 public:
  enum class Kind { kRequests, kResponses };

  HttpReader(Kind kind, std::size_t max_body);
  ~HttpReader();
  HttpReader(const HttpReader&) = delete;
  HttpReader& operator=(const HttpReader&) = delete;

  /// Adds received bytes. After an error the connection is unusable.
  Status Put(std::string_view bytes);
  /// Whether a message is complete.
  bool complete() const;
  /// The complete message; reading continues with the next one, whose beginning may have been put
  /// already: call Put("") to read on. Call only if complete().
  HttpMessage Take();
  /// Whether bytes of an incomplete message have arrived.
  bool started() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// A request with a body: POST to `path` of `host` ("localhost:11311").
std::string HttpPost(const std::string& host, const std::string& path, const std::string& body);
/// A response with a body of the type text/xml or text/plain.
std::string HttpResponse(int status, const std::string& content_type, const std::string& body,
                         bool keep_alive);

}  // namespace surefoot::gateways::ros1
