#include "surefoot/gateways/ros1/tcpros/subscription.h"

#include <algorithm>
#include <set>
#include <utility>

#include "surefoot/gateways/ros1/tcpros/frame_reader.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Pauses between attempts to connect: they double up to the largest.
constexpr std::chrono::milliseconds kFirstPause{100};
constexpr std::chrono::milliseconds kMaxPause{5000};
constexpr std::chrono::milliseconds kConnectTime{5000};

/// Host and port in the answer to requestTopic, [1, text, ["TCPROS", host, port]].
bool ReadEndpoint(const Result<Value>& answer, std::string* host, int* port) {
  const Value::Array* items = answer.ok() ? answer->array() : nullptr;
  if (items == nullptr || items->size() != 3 || (*items)[0] != Value(1)) return false;
  const Value::Array* protocol = (*items)[2].array();
  if (protocol == nullptr || protocol->size() < 3) return false;
  const std::string* given_host = (*protocol)[1].text();
  const std::int32_t* given_port = (*protocol)[2].As<std::int32_t>();
  if (given_host == nullptr || given_port == nullptr || (*protocol)[0] != Value("TCPROS")) {
    return false;
  }
  if (*given_port <= 0 || *given_port > 65535) return false;
  *host = *given_host;
  *port = *given_port;
  return true;
}

}  // namespace

/// The way to one publisher: it is asked for its port (requestTopic), then connected to.
class Subscription::Link : public std::enable_shared_from_this<Link> {
 public:
  Link(Subscription* owner, const std::string& uri) : owner_(owner) { publisher_.uri = uri; }

  void Request() {
    const Value protocols = Value::Array{Value::Array{"TCPROS"}};
    host().client->Call(publisher_.uri, {"requestTopic", {host().node, owner_->topic_, protocols}},
                        [self = shared_from_this()](const Result<Value>& answer) {
                          if (self->owner_ != nullptr) self->OnEndpoint(answer);
                        });
  }

  /// The publisher or the subscription is gone.
  void Leave() {
    if (owner_ == nullptr) return;
    Subscription* owner = std::exchange(owner_, nullptr);
    attempt_ = nullptr;
    pause_timer_ = nullptr;
    if (stream_ != nullptr) std::exchange(stream_, nullptr)->Close();
    if (std::exchange(accepted_, false)) owner->callbacks_.left(publisher_);
  }

  void Resume() {
    if (stream_ != nullptr) stream_->Resume();
  }
  bool connected() const { return accepted_; }
  /// Whether the publisher cannot be used and is not tried again.
  bool refused() const { return refused_; }
  Connection Describe() const { return {publisher_, messages_, bytes_}; }

 private:
  /// The network's handler: the publisher's header, then messages.
  class Network final : public Handler {
   public:
    Network(std::shared_ptr<Link> link, Stream* stream)
        : link_(std::move(link)), stream_(stream), reader_(kMaxHeader) {
      stream_->SetDeadline(kConnectTime);
    }
    ~Network() override { link_->OnClosed(stream_); }

    void OnBytes(std::string_view bytes) override {
      if (link_->stream_ != stream_) return;
      while (reader_.Put(&bytes)) {
        const Bytes frame = reader_.Take();
        if (link_->accepted_) {
          link_->OnMessage(frame);
        } else if (link_->OnHeader(frame)) {
          stream_->SetDeadline(std::chrono::milliseconds(0));
          reader_.set_max_bytes(link_->host().max_message);
        }
        // The message may have ended the subscription.
        if (link_->stream_ != stream_) return;
      }
      if (!reader_.status().ok()) link_->Refuse(reader_.status().error());
    }

    bool WantsBytes() const override {
      if (link_->owner_ == nullptr) return true;
      const auto& congested = link_->host().congested;
      return !congested || !congested();
    }

   private:
    std::shared_ptr<Link> link_;
    Stream* stream_;
    FrameReader reader_;
  };

  const SubscriptionHost& host() const { return owner_->host_; }

  void OnEndpoint(const Result<Value>& answer) {
    ConnectOptions options;
    if (!ReadEndpoint(answer, &options.host, &options.port)) return Retry();
    options.timeout = kConnectTime;
    options.connected = [this](Stream* stream) { return OnConnected(stream); };
    options.failed = [this](const std::string&) { Retry(); };
    attempt_ = host().reactor->Connect(std::move(options));
  }

  std::unique_ptr<Handler> OnConnected(Stream* stream) {
    stream_ = stream;
    publisher_.address = stream->address();
    stream->Answer(WriteHeader({{"callerid", host().node},
                                {"md5sum", owner_->type_.md5},
                                {"message_definition", owner_->type_.definition},
                                {"tcp_nodelay", "1"},
                                {"topic", owner_->topic_},
                                {"type", owner_->type_.name}}));
    return std::make_unique<Network>(shared_from_this(), stream);
  }

  /// False if the publisher is refused.
  bool OnHeader(const Bytes& bytes) {
    const Result<Fields> fields = ParseHeader(bytes);
    if (!fields.ok()) return Refuse(fields.error());
    if (fields->count("error") > 0) return Refuse(Error{FieldOf(*fields, "error")});
    publisher_.node = FieldOf(*fields, "callerid");
    publisher_.type = {FieldOf(*fields, "type"), FieldOf(*fields, "md5sum"),
                       FieldOf(*fields, "message_definition")};
    const Status status = owner_->callbacks_.accept(publisher_);
    if (!status.ok()) return Refuse(status.error());
    accepted_ = true;
    pause_ = kFirstPause;
    return true;
  }

  void OnMessage(const Bytes& bytes) {
    ++messages_;
    bytes_ += bytes.size();
    const Status status = owner_->callbacks_.message(publisher_, bytes);
    if (!status.ok()) Refuse(status.error());
  }

  /// Disconnects: another attempt would end in the same way until the master reports a change of
  /// the topic's publishers. Returns false.
  bool Refuse(const Error& error) {
    if (owner_ == nullptr) return false;
    refused_ = true;
    if (host().log) {
      host().log("topic " + owner_->topic_ + " of node " +
                 (publisher_.node.empty() ? publisher_.uri : publisher_.node) + ": " +
                 error.message);
    }
    if (stream_ != nullptr) std::exchange(stream_, nullptr)->Close();
    if (std::exchange(accepted_, false)) owner_->callbacks_.left(publisher_);
    return false;
  }

  void OnClosed(const Stream* stream) {
    if (stream != stream_ || owner_ == nullptr) return;
    stream_ = nullptr;
    if (std::exchange(accepted_, false)) owner_->callbacks_.left(publisher_);
    Retry();
  }

  void Retry() {
    pause_timer_ = host().reactor->After(pause_, [this] { Request(); });
    pause_ = std::min(pause_ * 2, kMaxPause);
  }

  Subscription* owner_;
  Publisher publisher_;
  Stream* stream_ = nullptr;
  bool accepted_ = false;
  bool refused_ = false;
  std::chrono::milliseconds pause_ = kFirstPause;
  std::unique_ptr<Timer> attempt_;
  std::unique_ptr<Timer> pause_timer_;
  std::uint64_t messages_ = 0;
  std::uint64_t bytes_ = 0;
};

Subscription::Subscription(const SubscriptionHost* host, std::string topic, TopicType type,
                           Callbacks callbacks)
    : host_(*host),
      topic_(std::move(topic)),
      type_(std::move(type)),
      callbacks_(std::move(callbacks)) {}

Subscription::~Subscription() {
  for (const auto& [uri, link] : links_) link->Leave();
}

void Subscription::SetPublishers(const std::vector<std::string>& uris) {
  std::set<std::string> wanted(uris.begin(), uris.end());
  wanted.erase(host_.uri);
  for (auto it = links_.begin(); it != links_.end();) {
    // A refused publisher is tried again: the master may have left out that it was gone meanwhile.
    const bool is_wanted = wanted.count(it->first) > 0;
    if (is_wanted && !it->second->refused()) {
      wanted.erase(it->first);
      ++it;
      continue;
    }
    it->second->Leave();
    it = links_.erase(it);
  }
  for (const std::string& uri : wanted) {
    const auto link = std::make_shared<Link>(this, uri);
    links_[uri] = link;
    link->Request();
  }
}

void Subscription::Resume() {
  for (const auto& [uri, link] : links_) link->Resume();
}

std::vector<Subscription::Connection> Subscription::connections() const {
  std::vector<Connection> all;
  for (const auto& [uri, link] : links_) {
    if (link->connected()) all.push_back(link->Describe());
  }
  return all;
}

}  // namespace surefoot::gateways::ros1
