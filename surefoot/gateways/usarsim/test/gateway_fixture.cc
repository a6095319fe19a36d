#include "surefoot/gateways/usarsim/test/gateway_fixture.h"

#include <chrono>
#include <sstream>
#include <thread>

#include "tests/source_dir.h"

namespace surefoot::gateways::usarsim {

GatewayFixture::GatewayFixture() : kind_(Kind(SUREFOOT_SOURCE_DIR)) { AddPioneer(&server_); }

void GatewayFixture::Start(const Settings& more) {
  Settings settings = {{"port", "0"}, {"image-port", "0"}, {"pose-port", "0"}};
  for (const auto& [name, value] : more) settings[name] = value;
  auto gateway = kind_.start(
      {&server_.bridge(), &metrics_, nullptr, [this](const std::string& text) { Log(text); }},
      settings);
  ASSERT_TRUE(gateway.ok()) << gateway.error().message;
  gateway_ = std::move(*gateway);
}

int GatewayFixture::Port(const std::string& what) const {
  for (const std::string& address : gateway_->addresses()) {
    if (address.rfind(what + "://", 0) != 0) continue;
    return std::stoi(address.substr(address.rfind(':') + 1));
  }
  return -1;
}

bool GatewayFixture::Until(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    server_.bridge().Pump();
    server_.Advance(step_);
    if (!measure_) continue;
    for (const auto& [name, pose] : server_.entities) PublishPioneer(&server_, name);
  }
  return true;
}

bool GatewayFixture::WaitFor(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

void GatewayFixture::Log(const std::string& text) {
  const std::lock_guard lock(log_mutex_);
  logged_.push_back(text);
}

std::string GatewayFixture::LineWith(TestClient* client, const std::string& text) {
  std::string line;
  const bool found = Until([&] {
    const bool open = client->Receive();
    line = client->TakeLine(text);
    return !line.empty() || !open;
  });
  EXPECT_TRUE(found && !line.empty()) << "no line with '" << text << "'; got:\n"
                                      << client->bytes().substr(0, 2000);
  return line;
}

double GatewayFixture::Metric(const std::string& name) {
  std::istringstream text(metrics_.Text());
  for (std::string line; std::getline(text, line);) {
    if (line.rfind(name + " ", 0) == 0) return std::stod(line.substr(name.size() + 1));
  }
  return -1.0;
}

}  // namespace surefoot::gateways::usarsim
