#include "surefoot/gateways/ros1/xmlrpc/server.h"

#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/gateways/ros1/xmlrpc/http.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Time for a request, against clients that send slowly (Slowloris), and between two requests.
/// Nodes keep their connections, and connect again when they are closed.
constexpr std::chrono::seconds kRequestTime{10};
constexpr std::chrono::seconds kIdleTime{60};

Chunk ToChunk(const std::string& text) {
  return std::make_shared<const Bytes>(text.begin(), text.end());
}

/// The status for a request that is not XML-RPC, and why; 200 if it is.
std::pair<int, std::string> Judge(const HttpMessage& request) {
  if (request.from_browser) return {403, "a browser's request: web pages have no access"};
  if (request.method != "POST") return {405, "an HTTP request other than POST"};
  const std::string type = Lower(request.content_type);
  const bool is_xml = type.starts_with("text/xml") || type.starts_with("application/xml");
  if (!is_xml) return {415, "an HTTP request that is not of the type text/xml"};
  return {200, ""};
}

class XmlRpcConnection final : public Handler {
 public:
  XmlRpcConnection(const XmlRpcHost* host, Stream* stream)
      : host_(*host), stream_(*stream), reader_(HttpReader::Kind::kRequests, host->max_bytes) {
    stream_.SetDeadline(kRequestTime);
  }

  void OnBytes(std::string_view bytes) override {
    const bool was_started = reader_.started();
    const Status status = reader_.Put(bytes);
    if (!status.ok()) return Refuse(400, "not HTTP, or too long: " + status.error().message);
    if (!was_started && reader_.started()) stream_.SetDeadline(kRequestTime);
    while (reader_.complete() && !closing_) {
      Answer(reader_.Take());
      const Status next = reader_.Put("");
      if (!next.ok()) return Refuse(400, "not HTTP, or too long: " + next.error().message);
      stream_.SetDeadline(reader_.started() ? kRequestTime : kIdleTime);
    }
  }

  /// A client that does not read the answers gets no further ones.
  bool WantsBytes() const override { return !closing_ && stream_.idle(); }

 private:
  void Answer(const HttpMessage& request) {
    const auto [status, reason] = Judge(request);
    if (status != 200) return Refuse(status, reason);
    const Result<MethodCall> call = ParseCall(request.body);
    std::string xml;
    if (call.ok()) {
      const Result<Value> value = host_.answer(*call, stream_.address());
      xml = value.ok() ? WriteResponse(*value) : WriteFault(1, value.error().message);
    } else {
      xml = WriteFault(1, "the request cannot be read: " + call.error().message);
    }
    stream_.Answer(ToChunk(HttpResponse(200, "text/xml", xml, request.keep_alive)));
    if (!request.keep_alive) Close();
  }

  void Refuse(int status, const std::string& reason) {
    if (host_.refused) host_.refused(stream_.address(), reason);
    stream_.Answer(ToChunk(HttpResponse(status, "text/plain", reason + "\n", false)));
    Close();
  }

  void Close() {
    closing_ = true;
    stream_.SetDeadline(kRequestTime);
    stream_.CloseWhenSent();
  }

  const XmlRpcHost& host_;
  Stream& stream_;
  HttpReader reader_;
  bool closing_ = false;
};

}  // namespace

std::unique_ptr<Handler> ServeXmlRpc(const XmlRpcHost* host, Stream* stream) {
  return std::make_unique<XmlRpcConnection>(host, stream);
}

}  // namespace surefoot::gateways::ros1
