#include "surefoot/gateways/ros2/gateway.h"

#include <memory>
#include <utility>

#include "surefoot/gateways/dds/vendors.h"
#include "surefoot/gateways/ros2/node.h"
#include "surefoot/gateways/ros2/options.h"

namespace surefoot::gateways::ros2 {
namespace {

/// Everything behind the loop runs on its thread; the bridge and the vendor's threads post to it.
class Ros2Gateway final : public Gateway {
 public:
  Ros2Gateway(const GatewayHost& host, Options options)
      : host_(host), options_(std::move(options)) {}

  ~Ros2Gateway() override {
    host_.bridge->set_wake_gateway(nullptr);
    loop_->Stop([this] { node_ = nullptr; });
  }

  Status Start() {
    for (const std::string& warning : options_.warnings) Log(warning);
    if (!options_.role) return Status();
    // The first task, so that the node sees all that is discovered. The endpoints are made beside
    // the start of the server.
    loop_->Post([this] {
      MakeNode();
      Take();
    });
    dds::ParticipantOptions join = options_.participant;
    join.endpoint = [this, loop = loop_](const dds::RemoteEndpoint& endpoint, bool alive) {
      loop->Post([this, endpoint, alive] {
        if (node_ != nullptr) node_->OnEndpoint(endpoint, alive);
      });
    };
    Result<std::unique_ptr<dds::Participant>> participant =
        dds::OpenParticipant(options_.vendor, join);
    if (!participant.ok()) return participant.error();
    participant_ = std::move(*participant);
    // A wake that is under way keeps the loop alive after the gateway; its thread has ended then.
    host_.bridge->set_wake_gateway([loop = loop_, this] { loop->Post([this] { Take(); }); });
    loop_->Start();
    return Status();
  }

  std::vector<std::string> addresses() const override {
    if (participant_ == nullptr) return {};
    return {"domain " + std::to_string(options_.participant.domain) + ", " + options_.vendor +
            ", node " + options_.full_node_name()};
  }

 private:
  void Log(const std::string& text) {
    if (host_.log) host_.log(text);
  }

  void Take() {
    if (node_ != nullptr) node_->Take();
  }

  void MakeNode() {
    Node::Host host;
    host.bridge = host_.bridge;
    host.loop = loop_;
    host.participant = participant_.get();
    host.open_second = [this] {
      // Without the user data of ROS, tools do not take it for another node.
      dds::ParticipantOptions join = options_.participant;
      join.user_data.clear();
      return dds::OpenParticipant(options_.vendor, join);
    };
    host.metrics = host_.metrics;
    host.audit = host_.audit;
    host.log = host_.log;
    node_ = std::make_unique<Node>(host, options_);
  }

  GatewayHost host_;
  Options options_;
  std::shared_ptr<ros::EventLoop> loop_ = std::make_shared<ros::EventLoop>();
  std::unique_ptr<dds::Participant> participant_;
  /// Made and destroyed on the loop's thread, and destroyed before the participant.
  std::unique_ptr<Node> node_;
};

}  // namespace

GatewayKind Kind(const std::string&) {
  GatewayKind kind;
  kind.help = "A node of ROS 2, over Fast DDS or Cyclone DDS.";
  kind.options = OptionList();
  kind.is_off = IsOff;
  kind.start = [kind](const GatewayHost& host,
                      const Settings& settings) -> Result<std::unique_ptr<Gateway>> {
    Result<Options> options = ReadOptions(kind, settings, Environment::OfProcess(), host.guests);
    if (!options.ok()) return options.error();
    auto gateway = std::make_unique<Ros2Gateway>(host, std::move(*options));
    const Status status = gateway->Start();
    if (!status.ok()) return status.error();
    return std::unique_ptr<Gateway>(std::move(gateway));
  };
  return kind;
}

}  // namespace surefoot::gateways::ros2
