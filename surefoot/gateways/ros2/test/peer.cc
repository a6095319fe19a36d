#include "surefoot/gateways/ros2/test/peer.h"

#include <gtest/gtest.h>

#include "surefoot/gateways/dds/vendors.h"
#include "surefoot/gateways/ros2/wire_names.h"

namespace surefoot::gateways::ros2 {

Peer::Peer(const std::string& vendor, int domain) {
  dds::ParticipantOptions options;
  options.domain = domain;
  options.endpoint = [this](const dds::RemoteEndpoint& endpoint, bool alive) {
    const std::lock_guard lock(mutex_);
    if (alive) {
      endpoints_[endpoint.guid] = endpoint.topic;
    } else {
      endpoints_.erase(endpoint.guid);
    }
  };
  auto participant = dds::OpenParticipant(vendor, options);
  EXPECT_TRUE(participant.ok()) << participant.error().message;
  if (participant.ok()) participant_ = std::move(*participant);
}

Peer::~Peer() = default;

void Peer::Subscribe(const std::string& topic, const std::string& ros_type, const dds::Qos& qos) {
  SubscribeRaw(topic, TypeOnWire(ros_type), qos);
}

void Peer::SubscribeRaw(const std::string& topic, const std::string& dds_type,
                        const dds::Qos& qos) {
  const std::string dds_topic = topic[0] == '/' ? TopicOnWire(topic) : topic;
  auto reader = participant_->MakeReader(
      {.topic = dds_topic, .type = dds_type, .qos = qos},
      [this, topic](const dds::Sample& sample) {
        const std::lock_guard lock(mutex_);
        received_[topic].push_back(sample.cdr);
      },
      nullptr);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  readers_[topic] = std::move(*reader);
}

std::vector<Bytes> Peer::Received(const std::string& topic) const {
  const std::lock_guard lock(mutex_);
  const auto found = received_.find(topic);
  return found == received_.end() ? std::vector<Bytes>() : found->second;
}

void Peer::Advertise(const std::string& topic, const std::string& ros_type, const dds::Qos& qos) {
  auto writer = participant_->MakeWriter(
      {.topic = TopicOnWire(topic), .type = TypeOnWire(ros_type), .qos = qos}, nullptr);
  ASSERT_TRUE(writer.ok()) << writer.error().message;
  writers_[topic] = std::move(*writer);
}

void Peer::MakeClient(const std::string& service, const std::string& ros_type) {
  if (clients_.count(service) > 0) return;
  dds::ServiceSpec spec;
  spec.name = service;
  spec.request_type = TypeOnWire(ros_type, "_Request");
  spec.response_type = TypeOnWire(ros_type, "_Response");
  auto client =
      participant_->MakeClient(spec, [this, service](std::int64_t number, const Bytes& cdr) {
        const std::lock_guard lock(mutex_);
        replies_[service][number] = cdr;
      });
  ASSERT_TRUE(client.ok()) << client.error().message;
  clients_[service] = std::move(*client);
}

std::optional<Bytes> Peer::Reply(const std::string& service, std::int64_t number) const {
  const std::lock_guard lock(mutex_);
  const auto found = replies_.find(service);
  if (found == replies_.end() || found->second.count(number) == 0) return std::nullopt;
  return found->second.at(number);
}

std::map<dds::Guid, std::string> Peer::Endpoints() const {
  const std::lock_guard lock(mutex_);
  return endpoints_;
}

}  // namespace surefoot::gateways::ros2
