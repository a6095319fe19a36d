/// Sends random and mutated messages to a web gateway until it has read N of them (what follows a
/// broken frame is not read): hostile_frames [--frames N] [--seed S].
/// Exits with 1 if a well-behaved client is no longer served. Built with sanitizers it
/// also finds invalid memory accesses and leaks.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "surefoot/gateways/web/http/server.h"
#include "surefoot/gateways/web/test/test_world.h"
#include "surefoot/gateways/web/test/ws_client.h"
#include "tests/damaged_text.h"

namespace surefoot::gateways::web {
namespace {

/// Complete messages of every op, to be mutated.
const std::vector<std::string>& Samples() {
  static const std::vector<std::string> kSamples{
      R"({"op":"subscribe","id":"s","topic":"/robot_0/odom","type":"nav_msgs/Odometry","throttle_rate":1,"queue_length":3,"compression":"png"})",
      R"({"op":"subscribe","topic":"/robot_0/imu/data","compression":"cbor","fragment_size":100})",
      R"({"op":"subscribe","topic":"/map","compression":"cbor-raw"})",
      R"({"op":"unsubscribe","id":"s","topic":"/robot_0/odom"})",
      R"({"op":"advertise","id":"a","topic":"/talk","type":"std_msgs/String","latch":true})",
      R"({"op":"publish","topic":"/talk","msg":{"data":"h\u00e4llo \ud83e\udd16"}})",
      R"({"op":"publish","topic":"/robot_0/cmd_vel","msg":{"linear":{"x":1e-3,"y":0,"z":-0},"angular":{"z":2}}})",
      R"({"op":"advertise","topic":"/im","type":"sensor_msgs/Image"})",
      R"({"op":"publish","topic":"/im","msg":{"header":{"stamp":{"secs":1,"nsecs":2}},"data":"AAECAw=="}})",
      R"({"op":"unadvertise","id":"a","topic":"/talk"})",
      R"({"op":"call_service","id":"c","service":"/set","args":{"data":true},"timeout":0.01})",
      R"({"op":"call_service","id":1,"service":"rosapi/message_details","args":["sensor_msgs/Imu"]})",
      R"({"op":"call_service","service":"/rosapi/set_param","args":{"name":"/a:b","value":"1"}})",
      R"({"op":"call_service","service":"/rosapi/topics_and_raw_types"})",
      R"({"op":"advertise_service","service":"/mine","type":"std_srvs/SetBool"})",
      R"({"op":"call_service","id":"m","service":"/mine","args":[true]})",
      R"({"op":"service_response","service":"/mine","id":"service_request:/mine:1","values":{"success":true},"result":true})",
      R"({"op":"unadvertise_service","service":"/mine"})",
      R"({"op":"send_action_goal","id":"g","action":"/count","action_type":"simulation_interfaces/SimulateSteps","args":{"steps":3},"feedback":true})",
      R"({"op":"cancel_action_goal","id":"g","action":"/count"})",
      R"({"op":"advertise_action","action":"/act","type":"simulation_interfaces/SimulateSteps"})",
      R"({"op":"send_action_goal","id":"h","action":"/act","args":{}})",
      R"({"op":"action_feedback","action":"/act","id":"action_goal:/act:1","values":{"completed_steps":1}})",
      R"({"op":"action_result","action":"/act","id":"action_goal:/act:1","values":{},"status":4,"result":true})",
      R"({"op":"unadvertise_action","action":"/act"})",
      R"({"op":"fragment","id":"f","data":"{\"op\":\"set_level\",","num":0,"total":2})",
      R"({"op":"fragment","id":"f","data":"\"level\":\"info\"}","num":1,"total":2})",
      R"({"op":"set_level","level":"warning"})",
      R"({"op":"auth","mac":"00","client":"c","dest":"d","rand":"r","t":1,"level":"l","end":2})",
      R"({"op":"status","level":"error","msg":"x"})",
  };
  return kSamples;
}

/// Texts inserted by mutations.
const std::vector<std::string>& Words() {
  static const std::vector<std::string> kWords{
      "null", "-1",     "1e999",    "1e308",   "18446744073709551616",
      "[",    "]",      "{",        "}",       "\"",
      "\\",   ",",      ":",        "\\u0000", "\\ud800",
      "true", "[[[[[[", "{\"op\":", "/",       "99999999",
      "0.5",  "\"\"",   "\xc3\xa4"};
  return kWords;
}

class Attacker {
 public:
  Attacker(int port, std::uint64_t seed) : port_(port), text_(Samples(), Words(), seed) {}

  void SendOne() {
    if (client_.fd() < 0 || Pick(2000) == 0) Reconnect();
    if (!SendFrame()) Reconnect();
    if (++sent_ % 16 == 0) Drain();
  }
  std::uint64_t connections() const { return connections_; }

 private:
  std::size_t Pick(std::size_t count) { return text_.Pick(count); }
  /// Always UTF-8, or the frame would end the connection.
  std::string Damaged() { return text_.Next(/*printable=*/true); }

  void Reconnect() {
    client_ = WsClient();
    ++connections_;
    static_cast<void>(client_.Open(port_));
  }
  /// Reads what has arrived, so that neither side blocks.
  void Drain() {
    while (client_.fd() >= 0 && client_.Receive(0).has_value()) {
    }
  }

  bool SendFrame() {
    const std::size_t kind = Pick(1000);
    if (kind < 930) return client_.SendText(Damaged());
    if (kind < 960) return client_.SendFrame(2, text_.RandomBytes());
    if (kind < 990) return SendInPieces();
    if (kind < 993) return client_.SendFrame(static_cast<int>(Pick(256)), text_.RandomBytes());
    if (kind < 996) return client_.SendFrame(9, std::string(Pick(130), 'p'));
    if (kind < 998) return client_.SendFrame(8, text_.RandomBytes().substr(0, 100));
    return client_.SendRaw(text_.RandomBytes());
  }
  bool SendInPieces() {
    const std::string text = Damaged();
    const std::size_t cut = Pick(text.size() + 1);
    return client_.SendFrame(1, text.substr(0, cut), false) &&
           client_.SendFrame(0, text.substr(cut));
  }
  int port_;
  test::DamagedText text_;
  WsClient client_;
  std::uint64_t connections_ = 0;
  std::uint64_t sent_ = 0;
};

bool Serves(int port) {
  WsClient client;
  if (!client.Open(port)) return false;
  client.SendText(R"({"op":"call_service","id":"ok","service":"/set","args":{"data":true}})");
  return client.ReceiveWith("\"id\":\"ok\"", 10000).has_value();
}

int Run(std::uint64_t frames, std::uint64_t seed) {
  TestWorld world;
  Metrics metrics;
  WebOptions options;
  options.port = 0;
  auto gateway = StartServer({&world.bridge(), &metrics, nullptr}, options);
  if (!gateway.ok()) return 1;
  world.Start(std::chrono::milliseconds(10));
  const int port = PortOf((*gateway)->addresses()[0]);
  std::vector<Attacker> attackers;
  for (std::uint64_t i = 0; i < 4; ++i) attackers.emplace_back(port, seed * 4 + i);
  bool good = true;
  const auto* read = metrics.Find("surefoot_web_messages_in_total", Metrics::Kind::kCounter, "");
  std::uint64_t sent = 0;
  for (; good && read->value() < static_cast<double>(frames); ++sent) {
    attackers[sent % attackers.size()].SendOne();
    if (sent % 20000 == 0) good = Serves(port);
  }
  good = good && Serves(port);
  std::uint64_t connections = 0;
  for (const Attacker& attacker : attackers) connections += attacker.connections();
  std::printf("%llu frames over %llu connections, seed %llu: %.0f messages read; %s\n",
              static_cast<unsigned long long>(sent), static_cast<unsigned long long>(connections),
              static_cast<unsigned long long>(seed), read->value(),
              good ? "still serves" : "NO LONGER SERVES");
  gateway->reset();
  world.Stop();
  return good ? 0 : 1;
}

}  // namespace
}  // namespace surefoot::gateways::web

int main(int argc, char** argv) {
  std::uint64_t frames = 20000;
  std::uint64_t seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--frames") == 0) frames = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
  }
  return surefoot::gateways::web::Run(frames, seed);
}
