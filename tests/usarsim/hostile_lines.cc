/// Sends random and mutated lines to the ports of a USARSim gateway until it has read N of them:
/// hostile_lines [--lines N] [--seed S]. Exits with 1 if a well-behaved client is no longer
/// served, or if entities remain. Built with sanitizers it also finds invalid accesses and leaks.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "surefoot/gateways/usarsim/gateway.h"
#include "surefoot/gateways/usarsim/test/fake_server.h"
#include "surefoot/gateways/usarsim/test/pioneer.h"
#include "surefoot/gateways/usarsim/test/test_client.h"
#include "tests/damaged_text.h"
#include "tests/source_dir.h"

namespace surefoot::gateways::usarsim {
namespace {

/// Valid lines of every command, which are then damaged.
const std::vector<std::string>& Samples() {
  static const std::vector<std::string> kSamples{
      "INIT {ClassName USARBot.P3AT} {Name R1} {Location 4.5,1.9,1.8} {Rotation 0,0,1.57}",
      "INIT {ClassName USARBot.P2AT} {Location 47.169998 -55.700001 -2.25}",
      "INIT {Classname USARBot.P3AT} {Name ROS1} {Start RobotStart1}",
      "INIT {ClassName USARBot.Quadruped}{Skin grey}{Location 0,0,-0.3} {Name dog}",
      "INIT {ClassName USARBot.Husky}",
      "INIT {ClassName USARBot.WorldController} {Name boss}",
      "GETSTARTPOSES",
      "GETPATHNODES",
      "DRIVE {Left 1.0} {Right -1.0} {Normalized true} {Light true} {Flip true}",
      "DRIVE {Speed 1} {FrontSteer 0.3} {RearSteer -0.3}",
      "DRIVE {AltitudeVelocity 1} {LinearVelocity 2} {LateralVelocity 3} {RotationalVelocity 4}",
      "DRIVE {Name FrontLeftHip} {Order 1} {Value 0.5}",
      "DRIVE {Name FrontLeftHip} {Steer 0.5}",
      "DRIVE {WheelNumber 0} {WheelSpeed 2} {WheelSteer 0.1} {WheelNumber 3} {WheelSpeed -2}",
      "DRIVE {Propeller 1} {Rudder 2} {SternPlane 3}",
      "MULTIDRIVE {RearRightKnee -1.2} {RearRightHip 0.7} {FrontLeftKnee 1}",
      "MISPKG {Name CameraPanTilt} {Link 1} {Value 0.5} {Link 2} {Value 1} {Order 0}",
      "MISPKG {Name Arm} {Rotation 0.1,0.2,0.3}",
      "ACT {Name Arm} {Link 1} {Value 0.3} {Order 1} {Gripper 1}",
      "SET {Type Joint} {Name FrontLeftHip} {Opcode Angle} {Params 0.9}",
      "SET {Type Joint} {Name AllJoints} {Opcode Target} {Params 1,2,3,4,5,6,7,8,9,10,11,12}",
      "SET {Type Gripper} {Name g} {Opcode Close} {Params 1}",
      "SET {Type RangeScanner} {Name Scanner1} {Opcode SCAN} {Params 0}",
      "SET {Type Camera} {Robot R1} {Name Camera1} {Client 10.0.0.1}",
      "SET {Type Viewports} {Config QuadView} {Viewport1 Camera1} {Viewport2 Disabled}",
      "SET {Type Encoder} {Name ECLeft} {Opcode RESET} {Reset}",
      "GETGEO {Type Robot}",
      "GETGEO {Type Sonar} {Name F3}",
      "GETGEO {Type MisPkg}",
      "GETCONF {Type RangeScanner} {Name Scanner1}",
      "GETCONF {Type Robot} {Name ROS1}",
      "GETCONF {Type Camera}",
      "CONTROL {Type Create} {ClassName WCBox} {Name b} {Location 1,2,3} {Scale 1,2,3} "
      "{Memory x} {Physics RigidBody} {Permanent false}",
      "CONTROL {Type Create} {ClassName WCCrate} {Name c} {Start RobotStart1}",
      "CONTROL {Type AbsMove} {Name b} {Location 0,0,0} {Rotation 0,0,1}",
      "CONTROL {Type RelMove} {Name c} {Location 0.1,0,0}",
      "CONTROL {Type Rotate} {Name b} {Speed 0,0,1}",
      "CONTROL {Type AddWP} {Name b} {WP 1,2,3;4,5,6;7,8,9}",
      "CONTROL {Type SetWP} {Name b} {Speed 1} {Time 2} {Loop true} {Moving true}",
      "CONTROL {Type ClearWP} {Name b}",
      "CONTROL {Type GetSTA} {Name b} {ClassName WCBox}",
      "CONTROL {Type Kill} {Name b}",
      "CONTROL {Type KillAll} {MinPos -1,-1,-1} {MaxPos 1,1,1}",
      "CONTROL {Type KillAll}",
      "{Class Pawn} {Name R1}",
      "{Class Actor}",
      "U",
      "OK",
      "GETIMAGE 0 0 100 100"};
  return kSamples;
}

/// Texts that are inserted.
const std::vector<std::string>& Words() {
  static const std::vector<std::string> kWords{
      "nan", "-inf",  "1e999", "1e308",  "-1",   "18446744073709551616",
      "{",   "}",     "{{",    "}}",     "{}",   ",",
      ";",   " ",     "\t",    "{Name ", "%n",   "%s",
      "..",  "\\",    "0x10",  "1,5",    "true", "\"",
      "<a>", "&amp;", "-",     "+",      "e5",   "{Value 1}"};
  return kWords;
}

class Attacker {
 public:
  Attacker(std::vector<int> ports, std::uint64_t seed)
      : ports_(std::move(ports)), text_(Samples(), Words(), seed) {}

  void SendOne() {
    if (client_ == nullptr || Pick(400) == 0) Reconnect();
    if (!client_->Send(Next())) Reconnect();
    if (++sent_ % 32 == 0) Drain();
  }
  std::uint64_t connections() const { return connections_; }

 private:
  std::size_t Pick(std::size_t count) { return text_.Pick(count); }

  /// Mostly to the control port; sometimes the connection is reset, as by a killed process.
  void Reconnect() {
    if (client_ != nullptr && Pick(2) == 0) client_->Abort();
    const std::size_t port = Pick(10) < 8 ? 0 : Pick(ports_.size());
    client_ = std::make_unique<TestClient>(ports_[port]);
    ++connections_;
    // A connection that does not begin as the protocol does is closed; without a robot, most
    // commands are not parsed.
    if (Pick(4) == 0) return;
    client_->Send(port == 0 ? Samples()[Pick(6)] + "\r\n" : port == 1 ? "OK" : "{Class Pawn}\r\n");
  }
  /// Reads what has arrived, so that neither side blocks.
  void Drain() {
    std::size_t before = 0;
    do {
      client_->bytes().clear();
      before = client_->bytes().size();
      if (!client_->Receive()) return Reconnect();
    } while (client_->bytes().size() > before);
  }

  /// A complete line, a part of one, or random bytes.
  std::string Next() {
    static const std::vector<std::string> kEnds{"\r\n", "\n", "\n\r", "\r", std::string(1, '\0')};
    const std::size_t kind = Pick(5000);
    if (kind < 2) return std::string(70000 + Pick(300000), 'x') + kEnds[0];
    if (kind < 10) return Many() + kEnds[0];
    if (kind < 200) return text_.RandomBytes();
    const std::string text = text_.Next(/*printable=*/false);
    if (kind < 700) return text.substr(0, Pick(text.size() + 1));
    return text + kEnds[Pick(4) == 0 ? Pick(kEnds.size()) : 0];
  }
  std::string Many() {
    std::string text = "DRIVE";
    for (std::size_t i = Pick(6000); i > 0; --i) text += " {Left";
    return text;
  }
  std::vector<int> ports_;
  test::DamagedText text_;
  std::unique_ptr<TestClient> client_;
  std::uint64_t connections_ = 0;
  std::uint64_t sent_ = 0;
};

/// A gateway with a fake server. The calling thread is the graph's.
class Target {
 public:
  Target() {
    AddPioneer(&server_);
    for (int i = 1; i <= 2; ++i) {
      server_.named_poses.emplace_back();
      server_.named_poses.back().name = "RobotStart" + std::to_string(i);
    }
    const GatewayKind kind = Kind(SUREFOOT_SOURCE_DIR);
    auto gateway = kind.start(
        {&server_.bridge(), &metrics_, nullptr},
        {{"port", "0"}, {"image-port", "0"}, {"pose-port", "0"}, {"max-rate", "1000000000"}});
    if (gateway.ok()) gateway_ = std::move(*gateway);
  }
  bool ok() const { return gateway_ != nullptr; }
  std::vector<int> ports() const {
    std::vector<int> ports;
    for (const std::string& address : gateway_->addresses()) {
      ports.push_back(std::atoi(address.substr(address.rfind(':') + 1).c_str()));
    }
    return ports;
  }
  /// Runs for a hundredth of a second.
  void Turn() {
    server_.bridge().Pump();
    server_.Advance(0.01);
    int robots = 0;
    for (const auto& [name, pose] : server_.entities) {
      if (++robots > 3) break;
      if (turns_ % 10 == 0) PublishPioneer(&server_, name);
    }
    ++turns_;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  template <typename Condition>
  bool Until(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      Turn();
    }
    return true;
  }
  double Value(const char* name) {
    return metrics_.Find(name, Metrics::Kind::kCounter, "")->value();
  }
  double lines() { return Value("surefoot_usarsim_lines_total"); }
  /// Whether a client can create a robot that sends its state.
  bool Serves() {
    TestClient client(ports()[0]);
    client.Send("INIT {ClassName USARBot.P3AT} {Location 1,2,0}\r\nDRIVE {Left 1} {Right 1}\r\n");
    return Until([&] { return client.Receive() && !client.TakeLine("STA {Time").empty(); });
  }
  /// Whether all entities of clients were removed, except those created as permanent.
  bool Empty() {
    return Until([&] {
      const bool gone = Value("surefoot_usarsim_clients") == 0.0 && server_.left.size() > 0;
      return gone &&
             std::none_of(server_.spawned.begin(), server_.spawned.end(), [&](const auto& request) {
               return request.uri.rfind("model://pioneer", 0) == 0 &&
                      server_.entities.count(request.name) > 0;
             });
    });
  }

 private:
  FakeServer server_;
  Metrics metrics_;
  std::unique_ptr<Gateway> gateway_;
  std::uint64_t turns_ = 0;
};

struct Outcome {
  double lines = 0.0;
  std::uint64_t connections = 0;
  bool good = false;
};

Outcome Attack(double lines, std::uint64_t seed) {
  Target target;
  Outcome result;
  if (!target.ok()) return result;
  std::atomic<bool> stop{false};
  std::thread outside([&] {
    std::vector<Attacker> attackers;
    for (std::uint64_t i = 0; i < 4; ++i) attackers.emplace_back(target.ports(), seed * 4 + i);
    for (std::uint64_t sent = 0; !stop; ++sent) attackers[sent % attackers.size()].SendOne();
    for (const Attacker& attacker : attackers) result.connections += attacker.connections();
  });
  // The number of lines read must keep growing.
  double before = -1.0;
  bool moves = true;
  while (moves && target.lines() < lines) {
    before = target.lines();
    moves = target.Until([&] { return target.lines() > before; });
  }
  const bool serves = moves && target.Serves();
  stop = true;
  target.Until([&, done = std::chrono::steady_clock::now() + std::chrono::milliseconds(200)] {
    return std::chrono::steady_clock::now() > done;
  });
  outside.join();
  result.lines = target.lines();
  result.good = serves && target.Serves() && target.Empty();
  return result;
}

int Run(std::uint64_t lines, std::uint64_t seed) {
  constexpr std::uint64_t kAtOnce = 50000;
  Outcome all;
  all.good = true;
  // Sometimes a new gateway, because starting and stopping must work as well.
  for (std::uint64_t i = 0; all.good && all.lines < static_cast<double>(lines); ++i) {
    const double rest = static_cast<double>(lines) - all.lines;
    const Outcome one = Attack(std::min(rest, static_cast<double>(kAtOnce)), seed * 1000 + i);
    all.lines += one.lines;
    all.connections += one.connections;
    all.good = one.good;
  }
  std::printf("%.0f lines over %llu connections, seed %llu: %s\n", all.lines,
              static_cast<unsigned long long>(all.connections),
              static_cast<unsigned long long>(seed), all.good ? "still serves" : "FAILED");
  return all.good ? 0 : 1;
}

}  // namespace
}  // namespace surefoot::gateways::usarsim

int main(int argc, char** argv) {
  std::uint64_t lines = 20000;
  std::uint64_t seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--lines") == 0) lines = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
  }
  return surefoot::gateways::usarsim::Run(lines, seed);
}
