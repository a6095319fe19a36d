#include "surefoot/gateways/dds/fastdds/services.h"

#include <deque>
#include <mutex>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/fastdds/ids.h"
#include "surefoot/gateways/dds/fastdds/in_port.h"
#include "surefoot/gateways/dds/fastdds/out_port.h"
#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::fastdds {
namespace {

/// Replies that wait for the match with their client's reader; a client may vanish before it.
constexpr std::size_t kMostPending = 64;

class Server : public ServiceServer {
 public:
  /// Callbacks that come while the ports end have nothing to send.
  ~Server() override {
    const std::lock_guard lock(mutex_);
    pending_.clear();
  }
  const Guid& request_reader() const override { return requests_->guid(); }
  const Guid& reply_writer() const override { return replies_->guid(); }

  /// A client can match the reader of requests, and send one, before the writer of replies matches
  /// the client's reader. A reply would be lost, so it waits.
  bool Reply(const RequestId& id, const Bytes& cdr) override {
    const std::lock_guard lock(mutex_);
    if (!IsMatched(id.client)) {
      if (pending_.size() >= kMostPending) pending_.pop_front();
      pending_.emplace_back(id, cdr);
      return true;
    }
    return replies_->Write(cdr, &id) > 0;
  }

  /// After a change of matches.
  void SendPending() {
    const std::lock_guard lock(mutex_);
    std::deque<std::pair<RequestId, Bytes>> rest;
    for (auto& [id, cdr] : pending_) {
      if (IsMatched(id.client)) {
        replies_->Write(cdr, &id);
      } else {
        rest.emplace_back(id, std::move(cdr));
      }
    }
    pending_ = std::move(rest);
  }

  static Result<std::unique_ptr<ServiceServer>> Make(const ServiceSpec& spec, const Shared& shared,
                                                     Participant::OnRequest request) {
    auto server = std::make_unique<Server>();
    Server* const self = server.get();
    auto replies = SUREFOOT_TRY(OutPort::Make(
        ReplyEndpoint(spec), shared, [self](const Guid&, bool, int) { self->SendPending(); }));
    {
      // A client's reader may have matched already.
      const std::lock_guard lock(self->mutex_);
      self->replies_ = std::move(replies);
    }
    auto requests = SUREFOOT_TRY(InPort::Make(
        RequestEndpoint(spec), shared,
        [callback = std::move(request)](const InPort::Received& received) {
          if (callback) callback(IdOf(received), received.sample.cdr);
        },
        [self](int) { self->SendPending(); }));
    const std::lock_guard lock(self->mutex_);
    self->requests_ = std::move(requests);
    return std::unique_ptr<ServiceServer>(std::move(server));
  }

 private:
  /// Whether a reply reaches the client. A client that names its writer instead of its reader, as
  /// ros2-client does, has one of each, so that there are as many readers as writers then.
  bool IsMatched(const Guid& client) const {
    if (IsReader(client)) return replies_->IsMatched(client);
    return requests_ == nullptr || replies_->MatchedOf(client) >= requests_->MatchedOf(client);
  }

  /// Clients of old versions do not name their reader; the writer stands for them.
  static RequestId IdOf(const InPort::Received& received) {
    const bool named = received.related.client != Guid{};
    return {.client = named ? received.related.client : received.sample.writer,
            .number = received.number};
  }

  std::mutex mutex_;
  std::deque<std::pair<RequestId, Bytes>> pending_;
  // The reader ends first: its callback may reply.
  std::unique_ptr<OutPort> replies_;
  std::unique_ptr<InPort> requests_;
};

class Client : public ServiceClient {
 public:
  const Guid& request_writer() const override { return requests_->guid(); }
  const Guid& reply_reader() const override { return replies_->guid(); }
  bool ready() const override { return requests_->matched() > 0 && replies_->matched() > 0; }

  std::int64_t Send(const Bytes& cdr) override {
    const RequestId id = {.client = replies_->guid(), .number = 0};
    return requests_->Write(cdr, &id);
  }

  static Result<std::unique_ptr<ServiceClient>> Make(const ServiceSpec& spec, const Shared& shared,
                                                     Participant::OnReply reply) {
    auto client = std::make_unique<Client>();
    client->requests_ = SUREFOOT_TRY(OutPort::Make(RequestEndpoint(spec), shared, nullptr));
    const Guid writer = client->requests_->guid();
    client->replies_ = SUREFOOT_TRY(InPort::Make(
        ReplyEndpoint(spec), shared,
        [writer, callback = std::move(reply),
         own = client->reader_](const InPort::Received& received) {
          const Guid& to = received.related.client;
          if (callback && (to == writer || to == own->Get())) {
            callback(received.related.number, received.sample.cdr);
          }
        },
        nullptr));
    client->reader_->Set(client->replies_->guid());
    return std::unique_ptr<ServiceClient>(std::move(client));
  }

 private:
  /// The GUID of the reader, for its callback, which may run before Make() knows it.
  class ReaderGuid {
   public:
    void Set(const Guid& guid) {
      const std::lock_guard lock(mutex_);
      guid_ = guid;
    }
    Guid Get() const {
      const std::lock_guard lock(mutex_);
      return guid_;
    }

   private:
    mutable std::mutex mutex_;
    Guid guid_ = {};
  };

  std::shared_ptr<ReaderGuid> reader_ = std::make_shared<ReaderGuid>();
  std::unique_ptr<OutPort> requests_;
  std::unique_ptr<InPort> replies_;
};

}  // namespace

Result<std::unique_ptr<ServiceServer>> MakeServer(const ServiceSpec& spec, const Shared& shared,
                                                  Participant::OnRequest request) {
  return Server::Make(spec, shared, std::move(request));
}

Result<std::unique_ptr<ServiceClient>> MakeClient(const ServiceSpec& spec, const Shared& shared,
                                                  Participant::OnReply reply) {
  return Client::Make(spec, shared, std::move(reply));
}

}  // namespace surefoot::gateways::dds::fastdds
