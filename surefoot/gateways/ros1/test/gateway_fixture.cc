#include "surefoot/gateways/ros1/test/gateway_fixture.h"

#include <chrono>
#include <cstdlib>
#include <sstream>

#include "surefoot/gateways/ros1/xmlrpc/http.h"

namespace surefoot::gateways::ros1 {

// The environment of the person who runs the tests must not count.
GatewayFixture::GatewayFixture() : kind_(Kind("")) {
  for (const char* name : {"ROS_MASTER_URI", "ROS_HOSTNAME", "ROS_IP"}) ::unsetenv(name);
}

GatewayFixture::~GatewayFixture() = default;

void GatewayFixture::Start(const Settings& more) {
  Settings settings = {{"", "master"}, {"master-port", "0"}};
  for (const auto& [name, value] : more) settings[name] = value;
  const auto log = [this](const std::string& text) {
    const std::lock_guard lock(log_mutex_);
    logged_ += text + "\n";
  };
  auto gateway = kind_.start({&server_.bridge(), &metrics_, nullptr, log}, settings);
  ASSERT_TRUE(gateway.ok()) << gateway.error().message;
  gateway_ = std::move(*gateway);
  // The node registers on its own thread; the service is its last registration of the graph.
  if (more.count("") > 0) return;
  ASSERT_TRUE(Until([&] {
    const Value service = Master("lookupService", {"/test", "/husky/beep"});
    return service.text() != nullptr && !service.text()->empty();
  }));
}

int GatewayFixture::PortOf(const std::string& address) {
  const std::string text = address.substr(address.rfind(':') + 1);
  return std::atoi(text.c_str());
}

bool GatewayFixture::Until(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    server_.Turn();
  }
  return true;
}

Result<Value> GatewayFixture::Call(int port, const std::string& method,
                                   const Value::Array& params) {
  TestClient client(port);
  HttpReader reader(HttpReader::Kind::kResponses, std::size_t{64} << 20);
  if (!client.Send(HttpPost("127.0.0.1", "/", WriteCall({method, params})))) {
    return Error{"no connection"};
  }
  const bool answered = Until([&] {
    const bool open = client.Receive();
    const bool good = reader.Put(std::exchange(client.bytes(), "")).ok();
    return reader.complete() || !good || !open;
  });
  if (!answered || !reader.complete()) return Error{"no answer"};
  const HttpMessage message = reader.Take();
  if (message.status != 200) return Error{"HTTP " + std::to_string(message.status)};
  return ParseResponse(message.body);
}

Value GatewayFixture::Master(const std::string& method, const Value::Array& params) {
  const Result<Value> answer = Call(master_port(), method, params);
  const Value::Array* items = answer.ok() ? answer->array() : nullptr;
  const bool good = items != nullptr && items->size() == 3 && (*items)[0] == Value(1);
  return good ? (*items)[2] : Value("");
}

int GatewayFixture::NodePort() {
  const Value uri = Master("lookupNode", {"/test", "/surefoot"});
  const std::string* text = uri.text();
  return text == nullptr ? 0 : PortOf(text->substr(0, text->rfind('/')));
}

int GatewayFixture::TcprosPort() {
  const Result<Value> answer =
      Call(NodePort(), "requestTopic", {"/test", "/rosout", Value::Array{Value::Array{"TCPROS"}}});
  if (!answer.ok() || answer->array() == nullptr) return 0;
  const Value::Array* protocol = answer->array()->at(2).array();
  const std::int32_t* port = protocol == nullptr ? nullptr : protocol->at(2).As<std::int32_t>();
  return port == nullptr ? 0 : *port;
}

TestClient GatewayFixture::Connect(const Fields& fields, Fields* answer) {
  TestClient client(TcprosPort());
  EXPECT_TRUE(client.Send(*WriteHeader(fields)));
  const Result<Fields> header = ParseHeader(NextFrame(&client));
  if (header.ok()) *answer = *header;
  return client;
}

TestClient GatewayFixture::Subscribe(const std::string& topic, Fields* answer) {
  return Connect({{"callerid", "/test"}, {"topic", topic}, {"type", "*"}, {"md5sum", "*"}}, answer);
}

Bytes GatewayFixture::NextFrame(TestClient* client) {
  Bytes frame;
  bool taken = false;
  Until([&] {
    const bool open = client->Receive();
    taken = client->TakeFrame(&frame);
    return taken || !open;
  });
  return taken ? frame : Bytes();
}

double GatewayFixture::Metric(const std::string& name) const {
  std::istringstream text(metrics_.Text());
  for (std::string line; std::getline(text, line);) {
    if (line.rfind(name + " ", 0) == 0) return std::stod(line.substr(name.size() + 1));
  }
  return -1.0;
}

std::string GatewayFixture::Logged() {
  const std::lock_guard lock(log_mutex_);
  return logged_;
}

}  // namespace surefoot::gateways::ros1
