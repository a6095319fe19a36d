#include "surefoot/gateways/dds/cyclone/services.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/gateways/dds/cyclone/in_port.h"
#include "surefoot/gateways/dds/cyclone/out_port.h"
#include "surefoot/gateways/dds/options.h"

namespace surefoot::gateways::dds::cyclone {
namespace {

constexpr std::size_t kEncapsulation = 4;
constexpr std::size_t kHeader = 16;

/// Replies that wait for the match with their client; a client may vanish before it.
constexpr std::size_t kMostPending = 64;
constexpr std::size_t kMostKnownClients = 1024;

struct Numbered {
  std::uint64_t client = 0;
  std::int64_t number = 0;
  Bytes cdr;
};

Bytes WithNumbers(std::uint64_t client, std::int64_t number, const Bytes& cdr) {
  Bytes all(cdr.begin(), cdr.begin() + kEncapsulation);
  all.reserve(cdr.size() + kHeader);
  ByteWriter writer(&all);
  writer.Put(client);
  writer.Put(number);
  all.insert(all.end(), cdr.begin() + kEncapsulation, cdr.end());
  return all;
}

/// Nothing if the message is too short or big endian.
std::optional<Numbered> ReadNumbers(const Bytes& all) {
  if (all.size() < kEncapsulation + kHeader || (all[1] & 1) == 0) return std::nullopt;
  Numbered numbered;
  std::memcpy(&numbered.client, all.data() + kEncapsulation, sizeof numbered.client);
  std::memcpy(&numbered.number, all.data() + kEncapsulation + 8, sizeof numbered.number);
  numbered.cdr.assign(all.begin(), all.begin() + kEncapsulation);
  numbered.cdr.insert(numbered.cdr.end(), all.begin() + kEncapsulation + kHeader, all.end());
  return numbered;
}

/// The number of a client in the first octets of a GUID.
Guid GuidOfClient(std::uint64_t client) {
  Guid guid = {};
  std::memcpy(guid.data(), &client, sizeof client);
  return guid;
}
std::uint64_t ClientOf(const Guid& guid) {
  std::uint64_t client = 0;
  std::memcpy(&client, guid.data(), sizeof client);
  return client;
}

class Server : public ServiceServer {
 public:
  const Guid& request_reader() const override { return requests_->guid(); }
  const Guid& reply_writer() const override { return replies_->guid(); }

  /// A client can match the reader of requests, and send one, before the writer of replies matches
  /// the client's reader. A reply would be lost, so it waits for a reader of the same participant.
  bool Reply(const RequestId& id, const Bytes& cdr) override {
    if (cdr.size() < kEncapsulation) return false;
    const Bytes all = WithNumbers(ClientOf(id.client), id.number, cdr);
    const std::lock_guard lock(mutex_);
    const auto known = writers_.find(ClientOf(id.client));
    if (known != writers_.end() && !replies_->ReachesParticipantOf(known->second)) {
      if (pending_.size() >= kMostPending) pending_.pop_front();
      pending_.emplace_back(known->second, all);
      return true;
    }
    return replies_->Write(all);
  }

  static Result<std::unique_ptr<ServiceServer>> Make(const ServiceSpec& spec, const Shared& shared,
                                                     Participant::OnRequest request) {
    auto server = std::make_unique<Server>();
    Server* const self = server.get();
    auto replies = SUREFOOT_TRY(
        OutPort::Make(ReplyEndpoint(spec), shared, [self](int) { self->SendPending(); }));
    {
      // A client's reader may have matched already.
      const std::lock_guard lock(self->mutex_);
      self->replies_ = std::move(replies);
    }
    self->requests_ = SUREFOOT_TRY(InPort::Make(
        RequestEndpoint(spec), shared,
        [self, callback = std::move(request)](const Sample& sample) {
          const std::optional<Numbered> read = ReadNumbers(sample.cdr);
          if (!read) return;
          self->Remember(read->client, sample.writer);
          if (callback) {
            callback({.client = GuidOfClient(read->client), .number = read->number}, read->cdr);
          }
        },
        nullptr));
    return std::unique_ptr<ServiceServer>(std::move(server));
  }

 private:
  void Remember(std::uint64_t client, const Guid& writer) {
    const std::lock_guard lock(mutex_);
    if (writers_.size() >= kMostKnownClients) writers_.clear();
    writers_.insert_or_assign(client, writer);
  }

  void SendPending() {
    const std::lock_guard lock(mutex_);
    if (replies_ == nullptr) return;
    std::erase_if(pending_, [&](const auto& pending) {
      return replies_->ReachesParticipantOf(pending.first) && replies_->Write(pending.second);
    });
  }

  std::mutex mutex_;
  /// The writer of each client's requests.
  std::map<std::uint64_t, Guid> writers_;
  std::deque<std::pair<Guid, Bytes>> pending_;
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
    if (cdr.size() < kEncapsulation) return 0;
    const std::lock_guard lock(mutex_);
    if (!requests_->Write(WithNumbers(requests_->handle(), next_, cdr))) return 0;
    return next_++;
  }

  static Result<std::unique_ptr<ServiceClient>> Make(const ServiceSpec& spec, const Shared& shared,
                                                     Participant::OnReply reply) {
    auto client = std::make_unique<Client>();
    client->requests_ = SUREFOOT_TRY(OutPort::Make(RequestEndpoint(spec), shared, nullptr));
    client->replies_ = SUREFOOT_TRY(InPort::Make(
        ReplyEndpoint(spec), shared,
        [own = client->requests_->handle(), callback = std::move(reply)](const Sample& sample) {
          const std::optional<Numbered> read = ReadNumbers(sample.cdr);
          if (callback && read && read->client == own) callback(read->number, read->cdr);
        },
        nullptr));
    return std::unique_ptr<ServiceClient>(std::move(client));
  }

 private:
  std::mutex mutex_;
  std::int64_t next_ = 1;
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

}  // namespace surefoot::gateways::dds::cyclone
