// What programs send to a ROS 1 node and its master. The first byte chooses: 'm' the master's port
// and 'n' the node's (HTTP with XML-RPC), 't' the port for topics and services (TCPROS), 'd' a
// message of the type whose number is the second byte. Input for ports comes in pieces of 97 bytes.

#include <vector>

#include "fuzz/target.h"
#include "surefoot/gateways/ros/test/fake_server.h"
#include "surefoot/gateways/ros1/node/node.h"
#include "surefoot/gateways/ros1/tcpros/acceptor.h"
#include "surefoot/gateways/ros1/xmlrpc/server.h"

namespace surefoot::fuzz {
namespace {

using namespace gateways::ros1;  // NOLINT: this file is about it
using gateways::Metrics;

constexpr std::size_t kPiece = 97;

/// A connection without a socket.
class FuzzStream final : public Stream {
 public:
  const std::string& address() const override { return address_; }
  int port() const override { return 4711; }
  void Answer(Chunk bytes) override { Check(*bytes); }
  void Sample(Chunk bytes) override { Check(*bytes); }
  void SetQueue(const QueueLimits&) override {}
  bool idle() const override { return true; }
  std::uint64_t dropped() const override { return 0; }
  std::uint64_t sent_bytes() const override { return sent_; }
  void Close() override { closed = true; }
  void CloseWhenSent() override { closed = true; }
  void Resume() override {}
  void SetDeadline(std::chrono::milliseconds) override {}

  bool closed = false;

 private:
  void Check(const Bytes& bytes) {
    Require(!bytes.empty(), "something is sent");
    Require(!closed, "nothing is sent after the end");
    sent_ += bytes.size();
  }

  std::string address_ = "127.0.0.1";
  std::uint64_t sent_ = 0;
};

/// A message that can be decoded is the same after being encoded and decoded again.
void RunMessage(std::string_view input) {
  const auto& types = msgs::AllTypes();
  const msgs::TypeInfo& type = *types[static_cast<unsigned char>(input.front()) % types.size()];
  input.remove_prefix(1);
  const std::shared_ptr<void> message = type.make();
  const auto* data = reinterpret_cast<const std::uint8_t*>(input.data());
  if (!msgs::DecodeRos1(type, data, input.size(), message.get())) return;
  Bytes first;
  msgs::EncodeRos1(type, message.get(), 7, &first);
  const std::shared_ptr<void> again = type.make();
  Require(msgs::DecodeRos1(type, first.data(), first.size(), again.get()),
          "an own message is read");
  Bytes second;
  msgs::EncodeRos1(type, again.get(), 7, &second);
  Require(first == second, "an own message comes back");
}

void RunPort(char port, std::string_view input) {
  gateways::ros::FakeServer server;
  Metrics metrics;
  // It is not started: nothing is connected to.
  Reactor reactor;
  XmlRpcClient client(&reactor);
  Master master("http://127.0.0.1:1/");
  master.call_node = [](const std::string&, const MethodCall&, const std::string&,
                        const std::function<void(const Result<Value>&)>&) {};
  const auto link = LinkToOwnMaster(&reactor, &master, "http://127.0.0.1:1/");
  Node node({.bridge = &server.bridge(),
             .reactor = &reactor,
             .client = &client,
             .master = link.get(),
             .metrics = &metrics},
            Options(), {.host = "127.0.0.1", .tcpros_port = 2, .api_port = 3});
  const auto turn = [&] {
    server.Turn();
    node.Take();
  };
  turn();
  node.Start();
  XmlRpcHost calls;
  calls.answer = [&](const MethodCall& call, const std::string&) {
    return port == 'm' ? master.Call(call) : node.Answer(call);
  };
  TcprosHost connections;
  connections.open = [&](const Fields& fields, Stream* stream) {
    return node.OpenConnection(fields, stream);
  };
  FuzzStream stream;
  const auto handler =
      port == 't' ? AcceptTcpros(&connections, &stream) : ServeXmlRpc(&calls, &stream);
  while (!input.empty() && !stream.closed) {
    turn();
    if (!handler->WantsBytes()) continue;
    const std::string_view piece = input.substr(0, kPiece);
    handler->OnBytes(piece);
    input.remove_prefix(piece.size());
  }
  turn();
  turn();
}

void Run(std::string_view input) {
  if (input.size() < 2) return;
  const char kind = input.front();
  input.remove_prefix(1);
  if (kind == 'd') return RunMessage(input);
  RunPort(kind, input);
}

std::string Text(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

void AddCall(char port, const MethodCall& call, SeedList* seeds) {
  const std::string xml = WriteCall(call);
  seeds->Add(port +
             ("POST /RPC2 HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: " +
              std::to_string(xml.size()) + "\r\n\r\n" + xml));
}

void AddSeeds(SeedList* seeds) {
  const char* api = "http://h:1/";
  AddCall('m', {"registerPublisher", {"/a", "t", "std_msgs/String", api}}, seeds);
  AddCall('m', {"registerSubscriber", {"/a", "/clock", "*", api}}, seeds);
  AddCall('m', {"registerService", {"/a", "s", "rosrpc://h:2", api}}, seeds);
  AddCall('m', {"setParam", {"/a", "/p/q", Value::Struct{{"x", Value::Array{1, 2.5, true}}}}},
          seeds);
  AddCall('m', {"subscribeParam", {"/a", api, "~p"}}, seeds);
  AddCall('m', {"getSystemState", {"/a"}}, seeds);
  const Value inner =
      Value::Struct{{"methodName", "getParam"}, {"params", Value::Array{"/a", "/"}}};
  AddCall('m', {"system.multicall", {Value::Array{inner, inner}}}, seeds);
  AddCall('n', {"requestTopic", {"/a", "/clock", Value::Array{Value::Array{"TCPROS"}}}}, seeds);
  AddCall('n', {"publisherUpdate", {"/m", "/husky/cmd_vel", Value::Array{api}}}, seeds);
  AddCall('n', {"getBusInfo", {"/a"}}, seeds);
  const Fields subscriber = {
      {"callerid", "/a"}, {"topic", "/husky/speed"}, {"type", "*"}, {"md5sum", "*"}};
  seeds->Add("t" + Text(*WriteHeader(subscriber)));
  Fields caller = {
      {"callerid", "/a"}, {"service", "/husky/beep"}, {"md5sum", "*"}, {"persistent", "1"}};
  const std::string requests("\x01\0\0\0\x01\x01\0\0\0\0", 10);
  seeds->Add("t" + Text(*WriteHeader(caller)) + requests);
  caller["probe"] = "1";
  seeds->Add("t" + Text(*WriteHeader(caller)));
  unsigned char number = 0;
  for (const msgs::TypeInfo* type : msgs::AllTypes()) {
    Bytes bytes;
    msgs::EncodeRos1(*type, type->make().get(), 1, &bytes);
    seeds->Add("d" + std::string(1, static_cast<char>(number++)) + Text(bytes));
  }
}

SUREFOOT_FUZZ_TARGET(ros1, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
