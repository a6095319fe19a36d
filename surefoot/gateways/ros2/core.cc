#include "surefoot/gateways/ros2/core.h"

#include <utility>

namespace surefoot::gateways::ros2 {
namespace {

using Kind = Metrics::Kind;

/// Octets that may wait for the server. A vendor's threads cannot be held up, so what comes beyond
/// that is dropped.
constexpr std::size_t kMaxWaiting = std::size_t{64} << 20;

/// A callback of the vendor that runs on the loop's thread while `life` exists.
template <typename... Args>
auto OnLoop(const std::shared_ptr<ros::EventLoop>& loop, const std::shared_ptr<void>& life,
            std::function<void(Args...)> call) {
  using Call = std::function<void(Args...)>;
  return [loop, life = std::weak_ptr<void>(life),
          call = std::make_shared<const Call>(std::move(call))](Args... args) {
    loop->Post([life, call, ... args = std::decay_t<Args>(args)] {
      if (!life.expired()) (*call)(args...);
    });
  };
}

std::shared_ptr<void> NewLife() { return std::make_shared<char>(); }

}  // namespace

Counters::Counters(Metrics* metrics)
    : subscribers(metrics->Find("surefoot_ros2_matched_topics", Kind::kGauge,
                                "Topics that nodes of ROS 2 subscribe to now.")),
      messages_out(metrics->Find("surefoot_ros2_messages_out_total", Kind::kCounter,
                                 "Messages published, each counted once for all subscribers.")),
      bytes_out(metrics->Find("surefoot_ros2_bytes_out_total", Kind::kCounter,
                              "Bytes of these messages.")),
      messages_in(metrics->Find("surefoot_ros2_messages_in_total", Kind::kCounter,
                                "Messages received from nodes.")),
      dropped(metrics->Find("surefoot_ros2_dropped_total", Kind::kCounter,
                            "Messages of nodes that were dropped because the server was too slow, "
                            "or because they were damaged.")),
      calls(metrics->Find("surefoot_ros2_calls_total", Kind::kCounter, "Calls of services.")),
      refused(metrics->Find("surefoot_ros2_refused_total", Kind::kCounter,
                            "Messages of nodes that the server refused.")) {}

std::unique_ptr<Core::Writer> Core::MakeWriter(const dds::EndpointSpec& spec, OnMatched matched) {
  auto life = NewLife();
  dds::Participant::OnMatched on_matched;
  if (matched) on_matched = OnLoop<int>(loop, life, std::move(matched));
  auto writer = participant->MakeWriter(spec, std::move(on_matched));
  if (!writer.ok()) {
    Log("cannot publish " + spec.topic + ": " + writer.error().message);
    return nullptr;
  }
  return std::make_unique<Writer>(this, std::move(*writer), std::move(life));
}

std::unique_ptr<Core::Reader> Core::MakeReaderIn(dds::Participant* of,
                                                 const dds::EndpointSpec& spec, OnSample sample,
                                                 OnMatched matched) {
  auto life = NewLife();
  dds::Participant::OnMatched on_matched;
  if (matched) on_matched = OnLoop<int>(loop, life, std::move(matched));
  auto reader = of->MakeReader(spec, OnLoop<const dds::Sample&>(loop, life, std::move(sample)),
                               std::move(on_matched));
  if (!reader.ok()) {
    Log("cannot subscribe to " + spec.topic + ": " + reader.error().message);
    return nullptr;
  }
  return std::make_unique<Reader>(this, std::move(*reader), std::move(life), of == participant);
}

std::unique_ptr<Core::Server> Core::MakeServer(const dds::ServiceSpec& spec, OnRequest request) {
  auto life = NewLife();
  auto server = participant->MakeServer(
      spec, OnLoop<const dds::RequestId&, const Bytes&>(loop, life, std::move(request)));
  if (!server.ok()) {
    Log("cannot offer the service " + spec.name + ": " + server.error().message);
    return nullptr;
  }
  return std::make_unique<Server>(this, std::move(*server), std::move(life));
}

bool Core::Congested() const { return bridge->waiting_bytes() > kMaxWaiting; }

Core::Writer::Writer(Core* core, std::unique_ptr<dds::Writer> writer, std::shared_ptr<void> life)
    : core_(*core), life_(std::move(life)), writer_(std::move(writer)) {
  core_.graph_info.AddWriter(writer_->guid());
  core_.announce();
}

Core::Writer::~Writer() {
  core_.graph_info.Remove(writer_->guid());
  core_.announce();
}

void Core::Writer::Write(const Bytes& cdr) {
  if (!writer_->Write(cdr)) return;
  core_.counters->messages_out->Add();
  core_.counters->bytes_out->Add(static_cast<double>(cdr.size()));
}

Core::Reader::Reader(Core* core, std::unique_ptr<dds::Reader> reader, std::shared_ptr<void> life,
                     bool listed)
    : core_(*core), life_(std::move(life)), reader_(std::move(reader)) {
  if (!listed) return;
  core_.graph_info.AddReader(reader_->guid());
  core_.announce();
}

Core::Reader::~Reader() {
  core_.graph_info.Remove(reader_->guid());
  core_.announce();
}

Core::Server::Server(Core* core, std::unique_ptr<dds::ServiceServer> server,
                     std::shared_ptr<void> life)
    : core_(*core), life_(std::move(life)), server_(std::move(server)) {
  core_.graph_info.AddReader(server_->request_reader());
  core_.graph_info.AddWriter(server_->reply_writer());
  core_.announce();
}

Core::Server::~Server() {
  core_.graph_info.Remove(server_->request_reader());
  core_.graph_info.Remove(server_->reply_writer());
  core_.announce();
}

dds::Qos QosOf(const ros::TopicQos& qos) {
  return {.reliable = qos.reliable, .latched = qos.latched, .depth = qos.depth};
}

std::string HashData(const std::string& hash) { return "typehash=" + hash + ";"; }

}  // namespace surefoot::gateways::ros2
