#include "surefoot/gateways/ros1/node/core.h"

#include <cstring>

namespace surefoot::gateways::ros1 {
namespace {

using Kind = Metrics::Kind;

/// The message of these bytes, with the frames of ROS; nullptr if they do not fit the type.
std::shared_ptr<void> Decoded(ros::FrameMap* frames, const msgs::TypeInfo& type, const Bytes& cdr) {
  std::shared_ptr<void> message = type.make();
  if (!type.decode(cdr.data(), cdr.size(), message.get())) return nullptr;
  frames->RewriteToRos(type, message.get());
  return message;
}

}  // namespace

Counters::Counters(Metrics* metrics)
    : subscribers(metrics->Find("surefoot_ros1_subscribers", Kind::kGauge,
                                "Connections of subscribers now.")),
      messages_out(metrics->Find("surefoot_ros1_messages_out_total", Kind::kCounter,
                                 "Messages published, each counted once for all subscribers.")),
      bytes_out(metrics->Find("surefoot_ros1_bytes_out_total", Kind::kCounter,
                              "Bytes of these messages.")),
      messages_in(metrics->Find("surefoot_ros1_messages_in_total", Kind::kCounter,
                                "Messages received from publishers.")),
      dropped(metrics->Find("surefoot_ros1_dropped_total", Kind::kCounter,
                            "Messages dropped because a subscriber was too slow.")),
      calls(metrics->Find("surefoot_ros1_calls_total", Kind::kCounter, "Calls of services.")),
      refused(metrics->Find("surefoot_ros1_refused_total", Kind::kCounter,
                            "Messages of publishers that the server refused.")),
      rejected(metrics->Find("surefoot_ros1_rejected_connections_total", Kind::kCounter,
                             "Connections that were closed because there were too many, or that "
                             "were not of the protocol.")) {}

void NodeAudit::Enter(const std::string& node, const std::string& address) {
  if (audit_ == nullptr || ++nodes_[node] > 1) return;
  audit_->Joined({.action = "connect",
                  .client = "ros1:" + node,
                  .role = graph::RoleName(role_),
                  .address = address,
                  .gateway = "ros1"});
}

void NodeAudit::Leave(const std::string& node) {
  const auto found = nodes_.find(node);
  if (found == nodes_.end() || --found->second > 0) return;
  nodes_.erase(found);
  audit_->Left("ros1:" + node);
}

void NodeAudit::Refuse(const std::string& action, const std::string& address,
                       const std::string& reason) {
  if (audit_ == nullptr) return;
  audit_->Write({.action = action,
                 .allowed = false,
                 .reason = reason,
                 .address = address,
                 .gateway = "ros1"});
}

bool Core::Open(Publication* publication) {
  if (!publications.emplace(publication->topic(), publication).second) return false;
  publication->set_counters(counters->subscribers, counters->dropped);
  registrar->AddPublisher(publication->topic(), publication->type().name);
  return true;
}

bool Core::Open(Subscription* subscription) {
  if (!subscriptions.emplace(subscription->topic(), subscription).second) return false;
  registrar->AddSubscriber(subscription->topic(), subscription->type().name);
  return true;
}

void Core::Close(Publication* publication) {
  const auto found = publications.find(publication->topic());
  if (found == publications.end() || found->second != publication) return;
  publications.erase(found);
  registrar->RemovePublisher(publication->topic());
  if (publication->has_subscribers() && publication->wanted) publication->wanted(false);
}

void Core::Close(Subscription* subscription) {
  const auto found = subscriptions.find(subscription->topic());
  if (found == subscriptions.end() || found->second != subscription) return;
  subscriptions.erase(found);
  registrar->RemoveSubscriber(subscription->topic());
}

const msgs::Ros1Type& Types::Of(const msgs::TypeInfo& type) {
  const auto known = types_.find(&type);
  if (known != types_.end()) return known->second;
  return types_.emplace(&type, msgs::MakeRos1Type(type)).first->second;
}

const msgs::Ros1Service& Types::Of(const msgs::ServiceInfo& service) {
  const auto known = services_.find(&service);
  if (known != services_.end()) return known->second;
  return services_.emplace(&service, msgs::MakeRos1Service(service)).first->second;
}

const msgs::TypeInfo* Types::Find(const std::string& name, const std::string& md5) {
  const msgs::TypeInfo* type = msgs::FindType(name);
  return type != nullptr && Of(*type).md5 == md5 ? type : nullptr;
}

Result<Bytes> ToRos1(ros::FrameMap* frames, const msgs::TypeInfo& type, const Bytes& cdr) {
  const std::shared_ptr<void> message = Decoded(frames, type, cdr);
  if (message == nullptr) return Error{std::string("a damaged ") + type.name};
  Bytes bytes;
  msgs::AppendRos1(type, message.get(), 0, &bytes);
  return bytes;
}

Result<std::shared_ptr<void>> FromRos1(ros::FrameMap* frames, const msgs::TypeInfo& type,
                                       const Bytes& bytes) {
  std::shared_ptr<void> message = type.make();
  if (!msgs::DecodeRos1(type, bytes.data(), bytes.size(), message.get())) {
    return Error{std::string("the bytes are not a ") + type.name};
  }
  frames->RewriteToGraph(type, message.get());
  return message;
}

Result<Bytes> CdrFromRos1(ros::FrameMap* frames, const msgs::TypeInfo& type, const Bytes& bytes) {
  const Result<std::shared_ptr<void>> message = FromRos1(frames, type, bytes);
  if (!message.ok()) return message.error();
  Bytes cdr;
  type.encode(message->get(), &cdr);
  return cdr;
}

Chunk FrameOf(ros::FrameMap* frames, const msgs::TypeInfo& type, const Bytes& cdr,
              std::uint32_t seq) {
  const std::shared_ptr<void> message = Decoded(frames, type, cdr);
  if (message == nullptr) return nullptr;
  auto frame = std::make_shared<Bytes>();
  // A message has about the same size in both encodings.
  frame->reserve(cdr.size() + 64);
  frame->resize(sizeof(std::uint32_t));
  msgs::AppendRos1(type, message.get(), seq, frame.get());
  const auto size = static_cast<std::uint32_t>(frame->size() - sizeof(std::uint32_t));
  std::memcpy(frame->data(), &size, sizeof size);
  return frame;
}

}  // namespace surefoot::gateways::ros1
