#include "surefoot/gateways/ros1/tcpros/acceptor.h"

#include <utility>

#include "surefoot/gateways/ros1/tcpros/frame_reader.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Time for the header, against clients that connect and send nothing.
constexpr std::chrono::seconds kHeaderTime{10};

/// Description of bytes that are not a header, for logs.
std::string Describe(std::string_view bytes) {
  // The header of a TLS handshake record: type 22, major version 3.
  if (bytes.size() > 1 && bytes[0] == '\x16' && bytes[1] == '\x03') return "a TLS handshake";
  const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  if (line.find(" HTTP/") != line.npos) return "an HTTP request";
  for (const char* method : {"GET ", "POST", "PUT ", "HEAD", "OPTI", "DELE", "PATC", "CONN"}) {
    if (bytes.starts_with(method)) return "an HTTP request";
  }
  return "bytes that are no TCPROS header";
}

class Connection final : public Handler {
 public:
  Connection(const TcprosHost* host, Stream* stream)
      : host_(*host), stream_(*stream), reader_(kMaxHeader) {
    stream_.SetDeadline(kHeaderTime);
  }

  void OnBytes(std::string_view bytes) override {
    if (refused_) return;
    if (inner_ != nullptr) return inner_->OnBytes(bytes);
    const std::string_view all = bytes;
    const bool complete = reader_.Put(&bytes);
    if (!reader_.status().ok()) {
      Report(Describe(all) + " came instead of a connection header");
      refused_ = true;
      return stream_.Close();
    }
    if (!complete) return;
    Open(reader_.Take());
    if (inner_ != nullptr && !bytes.empty()) inner_->OnBytes(bytes);
  }

  bool WantsBytes() const override {
    if (refused_) return false;
    return inner_ == nullptr || inner_->WantsBytes();
  }

  void OnSent() override {
    if (inner_ != nullptr) inner_->OnSent();
  }

 private:
  void Open(const Bytes& header) {
    stream_.SetDeadline(std::chrono::milliseconds(0));
    const Result<Fields> fields = ParseHeader(header);
    if (!fields.ok()) return Refuse(fields.error().message);
    Result<std::unique_ptr<Handler>> opened = host_.open(*fields, &stream_);
    if (!opened.ok()) return Refuse(opened.error().message);
    inner_ = std::move(opened).value();
  }

  /// As ROS 1 reports errors: a header with the field "error", and the end of the connection.
  void Refuse(const std::string& reason) {
    Report(reason);
    refused_ = true;
    stream_.Answer(WriteHeader({{"error", reason}}));
    stream_.SetDeadline(kHeaderTime);
    stream_.CloseWhenSent();
  }

  void Report(const std::string& reason) {
    if (host_.refused) host_.refused(stream_.address(), reason);
  }

  const TcprosHost& host_;
  Stream& stream_;
  FrameReader reader_;
  std::unique_ptr<Handler> inner_;
  bool refused_ = false;
};

}  // namespace

std::unique_ptr<Handler> AcceptTcpros(const TcprosHost* host, Stream* stream) {
  return std::make_unique<Connection>(host, stream);
}

}  // namespace surefoot::gateways::ros1
