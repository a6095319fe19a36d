#include "surefoot/gateways/ros1/tcpros/publication.h"

#include <algorithm>
#include <utility>

namespace surefoot::gateways::ros1 {

/// The connection of one subscriber. It may outlive the publication while it is being closed.
class Publication::Link final : public Handler {
 public:
  Link(Publication* publication, Stream* stream, std::string node, int id)
      : publication_(publication), stream_(stream), node_(std::move(node)), id_(id) {
    stream_->SetQueue(publication_->options_.queue);
    publication_->links_.insert(this);
    if (publication_->subscribers_count_ != nullptr) publication_->subscribers_count_->Add(1.0);
  }
  ~Link() override {
    if (publication_ == nullptr) return;
    Detach();
    if (publication_->links_.empty() && publication_->wanted) publication_->wanted(false);
  }

  /// Subscribers send nothing after their header.
  void OnBytes(std::string_view) override {}

  void Send(const Chunk& frame) {
    const std::uint64_t dropped = stream_->dropped();
    stream_->Sample(frame);
    ++messages_;
    if (stream_->dropped() > dropped && publication_->dropped_count_ != nullptr) {
      publication_->dropped_count_->Add(static_cast<double>(stream_->dropped() - dropped));
    }
  }

  /// The publication is being destroyed.
  void Leave() {
    publication_ = nullptr;
    stream_->Close();
  }

  Subscriber Describe() const {
    return {
        id_, node_, stream_->sent_bytes(), messages_, stream_->dropped(), EndpointText(*stream_)};
  }

 private:
  void Detach() {
    publication_->links_.erase(this);
    if (publication_->subscribers_count_ != nullptr) publication_->subscribers_count_->Add(-1.0);
  }

  Publication* publication_;
  Stream* stream_;
  std::string node_;
  int id_;
  std::uint64_t messages_ = 0;
};

Publication::Publication(std::string topic, TopicType type, Options options,
                         const std::string* node)
    : topic_(std::move(topic)), type_(std::move(type)), options_(options), node_(*node) {}

Publication::~Publication() {
  if (subscribers_count_ != nullptr) subscribers_count_->Add(-static_cast<double>(links_.size()));
  for (Link* link : links_) link->Leave();
}

Result<std::unique_ptr<Handler>> Publication::Accept(const Fields& fields, Stream* stream, int id) {
  const std::string md5 = FieldOf(fields, "md5sum");
  const std::string client = FieldOf(fields, "callerid");
  if (md5 != "*" && md5 != type_.md5) {
    return Error{"Client [" + client + "] wants topic " + topic_ + " to have datatype/md5sum [" +
                 FieldOf(fields, "type") + "/" + md5 + "], but our version has [" + type_.name +
                 "/" + type_.md5 + "]. Dropping connection."};
  }
  stream->Answer(WriteHeader({{"callerid", node_},
                              {"latching", options_.latched ? "1" : "0"},
                              {"md5sum", type_.md5},
                              {"message_definition", type_.definition},
                              {"topic", topic_},
                              {"type", type_.name}}));
  const bool first = links_.empty();
  auto link = std::make_unique<Link>(this, stream, client, id);
  if (kept_ != nullptr) link->Send(kept_);
  if (first && wanted) wanted(true);
  return std::unique_ptr<Handler>(std::move(link));
}

void Publication::Publish(Chunk frame) {
  bytes_ += frame->size();
  for (Link* link : links_) link->Send(frame);
  if (options_.latched) kept_ = std::move(frame);
}

std::vector<Publication::Subscriber> Publication::subscribers() const {
  std::vector<Subscriber> all;
  for (const Link* link : links_) all.push_back(link->Describe());
  std::sort(all.begin(), all.end(),
            [](const Subscriber& a, const Subscriber& b) { return a.id < b.id; });
  return all;
}

}  // namespace surefoot::gateways::ros1
