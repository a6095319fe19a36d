#include "surefoot/gateways/ros1/xmlrpc/client.h"

#include <deque>
#include <utility>

#include "surefoot/gateways/ros1/net/uri.h"
#include "surefoot/gateways/ros1/xmlrpc/http.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Bytes of an answer. The state of a large system, with thousands of topics, has about one MB.
constexpr std::size_t kMaxAnswer = std::size_t{16} << 20;

}  // namespace

/// The calls to one program and the connection to it.
class XmlRpcClient::Peer : public std::enable_shared_from_this<Peer> {
 public:
  Peer(XmlRpcClient* client, std::string uri) : client_(client), uri_(std::move(uri)) {}

  void Add(MethodCall call, Answer answer, const std::string& key) {
    if (waiting_.size() >= kMaxWaiting) {
      Later([answer = std::move(answer)] {
        if (answer) answer(Error{"too many calls wait for this program"});
      });
      return;
    }
    if (!key.empty()) {
      for (std::size_t i = busy_ ? 1 : 0; i < waiting_.size(); ++i) {
        if (waiting_[i].key != key) continue;
        waiting_[i] = {WriteCall(call), std::move(answer), key};
        return;
      }
    }
    waiting_.push_back({WriteCall(call), std::move(answer), key});
    if (!busy_) Begin();
  }

  void DropWaiting() { waiting_.resize(busy_ ? 1 : 0); }

  /// The client is being destroyed: nothing is called any more.
  void Forget() {
    client_ = nullptr;
    timeout_ = nullptr;
    attempt_ = nullptr;
    waiting_.clear();
    if (stream_ != nullptr) stream_->Close();
  }

 private:
  /// The network's handler. It outlives the peer if that is forgotten.
  class Link final : public Handler {
   public:
    Link(std::shared_ptr<Peer> peer, Stream* stream)
        : peer_(std::move(peer)),
          stream_(stream),
          reader_(HttpReader::Kind::kResponses, kMaxAnswer) {
      peer_->stream_ = stream;
    }
    ~Link() override { peer_->OnClosed(stream_); }
    void OnBytes(std::string_view bytes) override {
      const Status status = reader_.Put(bytes);
      if (!status.ok()) return peer_->Done(Error{"the answer is not HTTP"}, false);
      if (reader_.complete()) peer_->OnAnswer(reader_.Take());
    }

   private:
    std::shared_ptr<Peer> peer_;
    Stream* stream_;
    HttpReader reader_;
  };

  struct Waiting {
    std::string xml = {};
    Answer answer;
    std::string key;
  };

  void Later(std::function<void()> task) {
    client_->reactor_.Post([self = shared_from_this(), task = std::move(task)] {
      if (self->client_ != nullptr) task();
    });
  }

  /// Begins the first waiting call.
  void Begin() {
    busy_ = true;
    timeout_ = client_->reactor_.After(
        client_->timeout_, [this] { Done(Error{"no answer within the time limit"}, false); });
    if (stream_ != nullptr) return Send();
    used_ = false;
    const Result<Uri> uri = ParseUri(uri_);
    if (!uri.ok()) {
      return Later([this, error = uri.error(), call = call_number_] {
        if (call == call_number_) Done(error, false);
      });
    }
    ConnectOptions options;
    options.host = uri->host;
    options.port = uri->port;
    options.timeout = client_->timeout_;
    options.connected = [this](Stream* stream) {
      auto link = std::make_unique<Link>(shared_from_this(), stream);
      Send();
      return link;
    };
    options.failed = [this](const std::string& reason) { Done(Error{reason}, false); };
    attempt_ = client_->reactor_.Connect(std::move(options));
  }

  void Send() {
    const Result<Uri> uri = ParseUri(uri_);
    const std::string text =
        HttpPost(HostText(uri->host, uri->port), uri->path, waiting_.front().xml);
    stream_->Answer(std::make_shared<const Bytes>(text.begin(), text.end()));
  }

  void OnAnswer(const HttpMessage& message) {
    used_ = true;
    if (message.status != 200) {
      return Done(Error{"HTTP status " + std::to_string(message.status)}, false);
    }
    Done(ParseResponse(message.body), message.keep_alive);
  }

  void OnClosed(const Stream* stream) {
    if (stream != stream_) return;
    stream_ = nullptr;
    if (client_ == nullptr || !busy_) return;
    // The program closed the connection while the next request was on its way: once more. A
    // connection that is not used yet is not tried again.
    const bool again = std::exchange(used_, false);
    Later([this, again, call = call_number_] {
      // Its time may have ended meanwhile.
      if (call != call_number_ || !busy_) return;
      if (again) return Begin();
      Done(Error{"the connection was closed"}, false);
    });
  }

  /// Answers the present call and begins the next one. `keep`: the connection can be used again.
  void Done(const Result<Value>& result, bool keep) {
    if (!busy_ || waiting_.empty()) return;
    const auto self = shared_from_this();
    busy_ = false;
    ++call_number_;
    timeout_ = nullptr;
    attempt_ = nullptr;
    const Answer answer = std::move(waiting_.front().answer);
    waiting_.pop_front();
    if (stream_ != nullptr && (!keep || waiting_.empty())) std::exchange(stream_, nullptr)->Close();
    if (answer) answer(result);
    if (client_ == nullptr || busy_) return;
    if (!waiting_.empty()) return Begin();
    client_->Ended(uri_);
    client_ = nullptr;
  }

  XmlRpcClient* client_;
  std::string uri_;
  std::deque<Waiting> waiting_;
  /// Whether the first of `waiting_` is in progress.
  bool busy_ = false;
  /// Counts ended calls.
  std::uint64_t call_number_ = 0;
  /// Whether the present connection has delivered an answer before.
  bool used_ = false;
  Stream* stream_ = nullptr;
  std::unique_ptr<Timer> timeout_;
  std::unique_ptr<Timer> attempt_;
};

XmlRpcClient::XmlRpcClient(Reactor* reactor, std::chrono::milliseconds timeout)
    : reactor_(*reactor), timeout_(timeout) {}

XmlRpcClient::~XmlRpcClient() {
  for (const auto& [uri, peer] : peers_) peer->Forget();
}

void XmlRpcClient::Call(const std::string& uri, MethodCall call, Answer answer,
                        const std::string& key) {
  std::shared_ptr<Peer>& peer = peers_[uri];
  if (peer == nullptr) peer = std::make_shared<Peer>(this, uri);
  // A copy, because the call may end and remove the peer.
  const std::shared_ptr<Peer> kept = peer;
  kept->Add(std::move(call), std::move(answer), key);
}

void XmlRpcClient::DropWaiting(const std::string& uri) {
  const auto found = peers_.find(uri);
  if (found != peers_.end()) found->second->DropWaiting();
}

void XmlRpcClient::Ended(const std::string& uri) { peers_.erase(uri); }

}  // namespace surefoot::gateways::ros1
