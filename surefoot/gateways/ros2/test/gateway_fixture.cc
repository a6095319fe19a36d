#include "surefoot/gateways/ros2/test/gateway_fixture.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>

#include "surefoot/gateways/ros2/gateway.h"

namespace surefoot::gateways::ros2 {
namespace {

/// Tests of several programs run at once; the ports of domains from 102 on may be ephemeral ones.
int OwnDomain() { return 1 + static_cast<int>(::getpid() % 101); }

}  // namespace

// The environment of the person who runs the tests must not count.
Ros2GatewayTest::Ros2GatewayTest() : domain_(OwnDomain()), kind_(Kind("")) {
  for (const char* name : {"RMW_IMPLEMENTATION", "ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE",
                           "ROS_STATIC_PEERS", "ROS_DISTRO", "ROS_LOCALHOST_ONLY"}) {
    ::unsetenv(name);
  }
  server_ = std::make_unique<ros::FakeServer>();
  peer_.emplace(GetParam(), domain_);
}

Ros2GatewayTest::~Ros2GatewayTest() = default;

void Ros2GatewayTest::Stop() {
  gateway_ = nullptr;
  // A bridge serves one gateway.
  server_ = std::make_unique<ros::FakeServer>();
}

void Ros2GatewayTest::Start(const Settings& more) {
  Settings settings = {{"", GetParam()}, {"domain", std::to_string(domain_)}};
  for (const auto& [name, value] : more) settings[name] = value;
  const auto log = [this](const std::string& text) {
    const std::lock_guard lock(log_mutex_);
    logged_ += text + "\n";
  };
  auto gateway = kind_.start({&server_->bridge(), &metrics_, nullptr, log}, settings);
  ASSERT_TRUE(gateway.ok()) << gateway.error().message;
  gateway_ = std::move(*gateway);
}

bool Ros2GatewayTest::Until(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    server_->Turn();
    ::usleep(500);
  }
  return true;
}

void Ros2GatewayTest::Wait() {
  for (int i = 0; i < 200; ++i) {
    server_->Turn();
    ::usleep(500);
  }
}

std::optional<Bytes> Ros2GatewayTest::Call(const std::string& service, const std::string& ros_type,
                                           const Bytes& request) {
  peer_->MakeClient(service, ros_type);
  if (!Until([&] { return peer_->IsReady(service); })) return std::nullopt;
  const std::int64_t number = peer_->Call(service, request);
  Until([&] { return peer_->Reply(service, number).has_value(); });
  return peer_->Reply(service, number);
}

double Ros2GatewayTest::Metric(const std::string& name) const {
  std::istringstream text(metrics_.Text());
  for (std::string line; std::getline(text, line);) {
    if (line.rfind(name + " ", 0) == 0) return std::stod(line.substr(name.size() + 1));
  }
  return -1.0;
}

std::string Ros2GatewayTest::Logged() {
  const std::lock_guard lock(log_mutex_);
  return logged_;
}

}  // namespace surefoot::gateways::ros2
