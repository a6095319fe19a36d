/// Serving services over TCPROS. After the header each request is a frame; each response is a byte,
/// 1 for success, and a frame with the response or the text of the error.

#include <utility>

#include "surefoot/gateways/ros1/tcpros/frame_reader.h"
#include "surefoot/gateways/ros1/tcpros/service.h"

namespace surefoot::gateways::ros1 {
namespace {

/// The connection of a client. Calls may be answered when it is gone.
class ServiceLink final : public Handler {
 public:
  ServiceLink(const OfferedService& service, std::string client, bool persistent, Stream* stream,
              std::size_t max_message)
      : service_(service),
        client_(std::move(client)),
        persistent_(persistent),
        stream_(*stream),
        reader_(max_message) {}

  void OnBytes(std::string_view bytes) override {
    waiting_ += bytes;
    Continue();
  }

  /// One call at a time; further requests wait in the network.
  bool WantsBytes() const override { return !busy_ && !done_; }

 private:
  void Continue() {
    in_loop_ = true;
    std::string_view bytes = waiting_;
    while (!busy_ && !done_ && reader_.Put(&bytes)) {
      busy_ = true;
      service_.call(client_, reader_.Take(),
                    [this, alive = std::weak_ptr(alive_)](const Result<Bytes>& response) {
                      if (!alive.expired()) Answer(response);
                    });
    }
    in_loop_ = false;
    waiting_.erase(0, waiting_.size() - bytes.size());
    if (reader_.status().ok() || done_) return;
    done_ = true;
    stream_.Close();
  }

  void Answer(const Result<Bytes>& response) {
    auto bytes = std::make_shared<Bytes>();
    ByteWriter writer(bytes.get());
    writer.Put(static_cast<std::uint8_t>(response.ok() ? 1 : 0));
    if (response.ok()) {
      writer.Put(static_cast<std::uint32_t>(response->size()));
      writer.PutRaw(response->data(), response->size());
    } else {
      writer.PutString(response.error().message);
    }
    stream_.Answer(std::move(bytes));
    busy_ = false;
    if (!persistent_) {
      done_ = true;
      return stream_.CloseWhenSent();
    }
    // Not within the call: the loop goes on by itself.
    if (in_loop_) return;
    Continue();
    stream_.Resume();
  }

  OfferedService service_;
  std::string client_;
  bool persistent_;
  Stream& stream_;
  FrameReader reader_;
  /// Bytes that arrived while a call was in progress.
  std::string waiting_;
  bool busy_ = false;
  bool done_ = false;
  bool in_loop_ = false;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

/// A client that only asked for the type; it closes the connection.
class ProbeLink final : public Handler {
 public:
  void OnBytes(std::string_view) override {}
};

}  // namespace

Result<std::unique_ptr<Handler>> AcceptServiceClient(const OfferedService& service,
                                                     const std::string& node, const Fields& fields,
                                                     Stream* stream, std::size_t max_message) {
  const std::string md5 = FieldOf(fields, "md5sum");
  const std::string client = FieldOf(fields, "callerid");
  if (md5 != "*" && md5 != service.type.md5) {
    return Error{"client [" + client + "] wants service " + service.name + " to have md5sum " +
                 md5 + ", but it has " + service.type.md5 + ". Dropping connection."};
  }
  stream->Answer(WriteHeader({{"callerid", node},
                              {"md5sum", service.type.md5},
                              {"request_type", service.type.name + "Request"},
                              {"response_type", service.type.name + "Response"},
                              {"service", service.name},
                              {"type", service.type.name}}));
  if (FieldOf(fields, "probe") == "1") {
    return std::unique_ptr<Handler>(std::make_unique<ProbeLink>());
  }
  const bool persistent = FieldOf(fields, "persistent") == "1";
  return std::unique_ptr<Handler>(
      std::make_unique<ServiceLink>(service, client, persistent, stream, max_message));
}

}  // namespace surefoot::gateways::ros1
