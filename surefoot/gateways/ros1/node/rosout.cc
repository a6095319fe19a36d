#include "surefoot/gateways/ros1/node/rosout.h"

#include <utility>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/rosgraph_msgs.h"

namespace surefoot::gateways::ros1 {
namespace {

using LogRecord = msgs::rosgraph_msgs::Log;

constexpr const char* kLog = "/rosout";
constexpr const char* kAggregated = "/rosout_agg";

}  // namespace

Rosout::Rosout(Core* core, Types* types) : core_(*core) {
  const msgs::Ros1Type& type = types->Of(LogRecord::type());
  type_ = {type.name, type.md5, type.definition};
  log_ = MakePublication(kLog, &core_.node());
  core_.Open(log_.get());
}

Rosout::~Rosout() {
  core_.Close(log_.get());
  if (aggregated_ == nullptr) return;
  core_.publications.erase(kAggregated);
  core_.subscriptions.erase(kLog);
}

std::unique_ptr<Publication> Rosout::MakePublication(const std::string& topic,
                                                     const std::string* node) {
  return std::make_unique<Publication>(
      topic, type_, Publication::Options{.latched = false, .queue = core_.queue}, node);
}

void Rosout::Log(Level level, const std::string& text) {
  LogRecord log;
  log.header.stamp = msgs::ToTime(core_.bridge->time_ns());
  log.level = static_cast<std::uint8_t>(level);
  log.name = core_.node();
  log.msg = text;
  Bytes cdr;
  msgs::Encode(log, &cdr);
  const Chunk frame = FrameOf(&core_.frames, LogRecord::type(), cdr, seq_++);
  log_->Publish(frame);
  // Its own subscription does not connect to this program.
  if (aggregated_ != nullptr) aggregated_->Publish(frame);
}

void Rosout::Aggregate(std::unique_ptr<Registrar> registrar) {
  registrar_ = std::move(registrar);
  host_ = core_.subscription_host;
  host_.node = registrar_->node().name;
  aggregated_ = MakePublication(kAggregated, &host_.node);
  Subscription::Callbacks callbacks;
  callbacks.accept = [this](const Subscription::Publisher& publisher) {
    if (publisher.type.md5 == type_.md5) return Status();
    return Status(Error{"it is not a topic of logs"});
  };
  callbacks.message = [this](const Subscription::Publisher&, const Bytes& message) {
    auto frame = std::make_shared<Bytes>();
    ByteWriter writer(frame.get());
    writer.Put(static_cast<std::uint32_t>(message.size()));
    writer.PutRaw(message.data(), message.size());
    aggregated_->Publish(std::move(frame));
    return Status();
  };
  callbacks.left = [](const Subscription::Publisher&) {};
  logs_ = std::make_unique<Subscription>(&host_, kLog, type_, std::move(callbacks));
  core_.publications[kAggregated] = aggregated_.get();
  core_.subscriptions[kLog] = logs_.get();
  registrar_->AddPublisher(kAggregated, type_.name);
  registrar_->AddSubscriber(kLog, type_.name);
  registrar_->Start();
}

void Rosout::Finish(std::function<void()> done) {
  if (registrar_ == nullptr) return done();
  registrar_->Finish(std::move(done));
}

}  // namespace surefoot::gateways::ros1
