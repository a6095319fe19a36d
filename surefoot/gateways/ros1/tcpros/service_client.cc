/// Calling services of other nodes over TCPROS.

#include <utility>

#include "surefoot/gateways/ros1/net/uri.h"
#include "surefoot/gateways/ros1/tcpros/frame_reader.h"
#include "surefoot/gateways/ros1/tcpros/service.h"

namespace surefoot::gateways::ros1 {
namespace {

constexpr std::chrono::milliseconds kConnectTime{5000};
/// Time for the header; the answer itself may take as long as the node needs.
constexpr std::chrono::milliseconds kHeaderTime{5000};

/// One connection to a service. Kept alive by its network handler and by the caller's Timer.
class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  /// Either `answer` or `found` is set.
  Conversation(std::string node, RemoteService service, Bytes request, std::size_t max_message,
               ServiceAnswer answer, std::function<void(const Result<ServiceType>&)> found)
      : node_(std::move(node)),
        service_(std::move(service)),
        request_(std::move(request)),
        max_message_(max_message),
        answer_(std::move(answer)),
        found_(std::move(found)) {}

  void Start(Reactor* reactor) {
    const Result<Uri> uri = ParseUri(service_.uri);
    ConnectOptions options;
    options.timeout = kConnectTime;
    options.connected = [self = shared_from_this()](Stream* stream) {
      return self->OnConnected(stream);
    };
    options.failed = [self = shared_from_this()](const std::string& reason) {
      self->Fail(Error{reason});
    };
    if (uri.ok()) {
      options.host = uri->host;
      options.port = uri->port;
      attempt_ = reactor->Connect(std::move(options));
    } else {
      attempt_ =
          reactor->After(std::chrono::milliseconds(0),
                         [self = shared_from_this(), error = uri.error()] { self->Fail(error); });
    }
  }

  /// Nothing is called any more.
  void Cancel() {
    done_ = true;
    attempt_ = nullptr;
    if (stream_ != nullptr) std::exchange(stream_, nullptr)->Close();
  }

 private:
  class Network final : public Handler {
   public:
    Network(std::shared_ptr<Conversation> owner, Stream* stream)
        : owner_(std::move(owner)), stream_(stream), reader_(kMaxHeader) {
      stream_->SetDeadline(kHeaderTime);
    }
    ~Network() override {
      owner_->stream_ = nullptr;
      owner_->Fail(Error{"the node closed the connection"});
    }

    void OnBytes(std::string_view bytes) override {
      if (owner_->done_) return;
      if (!has_header_ && !ReadHeader(&bytes)) return;
      if (!has_status_ && !bytes.empty()) {
        has_status_ = true;
        ok_ = bytes.front() != 0;
        bytes.remove_prefix(1);
      }
      if (has_status_ && reader_.Put(&bytes)) owner_->OnResponse(ok_, reader_.Take());
      CheckReader();
    }

   private:
    /// False if the header is not complete or the conversation ended with it.
    bool ReadHeader(std::string_view* bytes) {
      if (!reader_.Put(bytes)) {
        CheckReader();
        return false;
      }
      has_header_ = true;
      reader_.set_max_bytes(owner_->max_message_);
      stream_->SetDeadline(std::chrono::milliseconds(0));
      return owner_->OnHeader(reader_.Take());
    }
    void CheckReader() {
      if (!reader_.status().ok()) owner_->Fail(reader_.status().error());
    }

    std::shared_ptr<Conversation> owner_;
    Stream* stream_;
    FrameReader reader_;
    bool has_header_ = false;
    bool has_status_ = false;
    bool ok_ = false;
  };

  std::unique_ptr<Handler> OnConnected(Stream* stream) {
    if (done_) return nullptr;
    stream_ = stream;
    Fields fields = {{"callerid", node_},
                     {"md5sum", service_.type.md5},
                     {"service", service_.name},
                     {"type", service_.type.name}};
    if (found_) fields["probe"] = "1";
    stream->Answer(WriteHeader(fields));
    return std::make_unique<Network>(shared_from_this(), stream);
  }

  bool OnHeader(const Bytes& bytes) {
    const Result<Fields> fields = ParseHeader(bytes);
    if (!fields.ok() || fields->count("error") > 0) {
      Fail(fields.ok() ? Error{FieldOf(*fields, "error")} : fields.error());
      return false;
    }
    if (found_) {
      Finish([&] { found_(ServiceType{FieldOf(*fields, "type"), FieldOf(*fields, "md5sum")}); });
      return false;
    }
    auto request = std::make_shared<Bytes>();
    ByteWriter writer(request.get());
    writer.Put(static_cast<std::uint32_t>(request_.size()));
    writer.PutRaw(request_.data(), request_.size());
    stream_->Answer(std::move(request));
    return true;
  }

  void OnResponse(bool ok, Bytes bytes) {
    if (ok) return Finish([&] { answer_(std::move(bytes)); });
    const std::string text(bytes.begin(), bytes.end());
    Fail(Error{text.empty() ? "the node reported a failure" : text});
  }

  void Fail(const Error& error) {
    Finish([&] { found_ ? found_(error) : answer_(error); });
  }

  template <typename Report>
  void Finish(const Report& report) {
    const auto self = shared_from_this();
    if (std::exchange(done_, true)) return;
    if (stream_ != nullptr) std::exchange(stream_, nullptr)->Close();
    report();
  }

  std::string node_;
  RemoteService service_;
  Bytes request_;
  std::size_t max_message_;
  ServiceAnswer answer_;
  std::function<void(const Result<ServiceType>&)> found_;
  std::unique_ptr<Timer> attempt_;
  Stream* stream_ = nullptr;
  bool done_ = false;
};

class ConversationTimer final : public Timer {
 public:
  explicit ConversationTimer(std::shared_ptr<Conversation> conversation)
      : conversation_(std::move(conversation)) {}
  ~ConversationTimer() override { conversation_->Cancel(); }

 private:
  std::shared_ptr<Conversation> conversation_;
};

std::unique_ptr<Timer> Begin(Reactor* reactor, std::shared_ptr<Conversation> conversation) {
  conversation->Start(reactor);
  return std::make_unique<ConversationTimer>(std::move(conversation));
}

}  // namespace

std::unique_ptr<Timer> CallService(Reactor* reactor, const std::string& node,
                                   const RemoteService& service, const Bytes& request,
                                   std::size_t max_message, ServiceAnswer answer) {
  return Begin(reactor, std::make_shared<Conversation>(node, service, request, max_message,
                                                       std::move(answer), nullptr));
}

std::unique_ptr<Timer> ProbeService(Reactor* reactor, const std::string& node,
                                    const RemoteService& service,
                                    std::function<void(const Result<ServiceType>&)> found) {
  return Begin(reactor, std::make_shared<Conversation>(node, service, Bytes(), 0, nullptr,
                                                       std::move(found)));
}

}  // namespace surefoot::gateways::ros1
