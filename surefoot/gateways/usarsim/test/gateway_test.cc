#include <random>
#include <thread>

#include "surefoot/gateways/usarsim/test/gateway_fixture.h"
#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class UsarsimGatewayTest : public GatewayFixture {};

TEST_F(UsarsimGatewayTest, RobotComesDrivesAndGoes) {
  Start();
  TestClient client(Port("usarsim"));
  ASSERT_TRUE(client.connected());
  EXPECT_THAT(LineWith(&client, "NFO"), HasSubstr("{Gametype BotDeathMatch} {Level "));
  // All at once: requests must not be lost while the robot is being created.
  client.Send(
      "INIT {ClassName USARBot.P3AT} {Name R1} {Location 4.5,1.9,1.8}\r\n"
      "GETCONF {Type Robot}\r\nDRIVE {Left 1.0} {Right 1.0}\r\n");
  EXPECT_THAT(LineWith(&client, "CONF"), HasSubstr("{SteeringType SkidSteered}"));
  EXPECT_THAT(LineWith(&client, "STA"), HasSubstr("{Type GroundVehicle}"));
  EXPECT_THAT(LineWith(&client, "RangeScanner"), HasSubstr("{Name Scanner1} {Resolution 0.0175}"));
  EXPECT_THAT(LineWith(&client, "{Type Sonar} {Name R8}"), HasSubstr("{Range 4.0000}"));
  EXPECT_TRUE(Until([&] { return server_.Count("/R1/cmd_vel") == 1; }));
  EXPECT_NEAR(server_.Last<msgs::geometry_msgs::Twist>("/R1/cmd_vel").linear.x, 0.111, 1e-9);
  EXPECT_EQ(Metric("surefoot_usarsim_robots"), 1.0);
  client.Close();
  EXPECT_TRUE(Until([&] { return server_.entities.empty(); }));
  EXPECT_TRUE(Until([&] { return server_.left.size() == 1; }));
  EXPECT_EQ(Metric("surefoot_usarsim_clients"), 0.0);
}

TEST_F(UsarsimGatewayTest, KilledClientsTakeNothingWithThem) {
  Start();
  TestClient stays(Port("usarsim"));
  stays.Send("INIT {ClassName USARBot.P3AT} {Name stays}\r\n");
  LineWith(&stays, "STA");
  for (int i = 0; i < 20; ++i) {
    TestClient client(Port("usarsim"));
    client.Send("INIT {ClassName USARBot.P2DX} {Name goes}\r\nDRIVE {Left 1} {Rig");
    if (i % 2 == 0) {
      ASSERT_TRUE(Until([&] { return server_.entities.size() == 2; }));
    }
    client.Abort();
  }
  EXPECT_TRUE(Until([&] { return server_.left.size() == 20 && server_.entities.size() == 1; }));
  stays.bytes().clear();
  LineWith(&stays, "STA");
}

TEST_F(UsarsimGatewayTest, EachConnectionHasItsOwnRobot) {
  Start({{"max-clients", "100"}});
  std::vector<TestClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(Port("usarsim"));
    clients.back().Send("INIT {ClassName USARBot.P3AT} {Name same}\r\nDRIVE {Left " +
                        std::to_string(i) + "} {Right 0}\r\n");
  }
  ASSERT_TRUE(Until([&] { return server_.entities.size() == 20; }));
  measure_ = false;
  for (TestClient& client : clients) LineWith(&client, "STA");
}

TEST_F(UsarsimGatewayTest, TooManyConnectionsAreClosed) {
  Start({{"max-clients", "3"}});
  std::vector<TestClient> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back(Port("usarsim"));
    LineWith(&clients.back(), "NFO");
  }
  TestClient more(Port("usarsim"));
  EXPECT_TRUE(Until([&] { return !more.Receive(); }));
  EXPECT_EQ(Metric("surefoot_usarsim_rejected_connections_total"), 1.0);
  clients.pop_back();
  EXPECT_TRUE(Until([&] { return Metric("surefoot_usarsim_clients") == 2.0; }));
  TestClient next(Port("usarsim"));
  LineWith(&next, "NFO");
}

TEST_F(UsarsimGatewayTest, EndlessLinesAndNoiseDoNoHarm) {
  Start();
  TestClient endless(Port("usarsim"));
  LineWith(&endless, "NFO");
  ASSERT_TRUE(endless.Send("GETPATHNODES\r\n"));
  const std::string block(100000, 'x');
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(endless.Send(block));
  ASSERT_TRUE(endless.Send("\r\nGETSTARTPOSES\r\n"));
  EXPECT_THAT(LineWith(&endless, "StartPoses"), HasSubstr("RobotStart1"));
  EXPECT_TRUE(Until([&] { return Metric("surefoot_usarsim_too_long_lines_total") == 1.0; }));

  std::mt19937 random(3);
  const std::string words[] = {"INIT",
                               "DRIVE",
                               "{",
                               "}",
                               "{Left ",
                               "GETGEO",
                               "\r\n",
                               " ",
                               "nan",
                               "{ClassName P3AT}",
                               "-1e308",
                               "SET",
                               "{Type Robot}",
                               "\xff",
                               "CONTROL",
                               "{Type Create}",
                               "MISPKG",
                               "{Link 1}",
                               "{Value 9}"};
  for (int i = 0; i < 10; ++i) {
    TestClient noise(Port("usarsim"));
    std::string bytes;
    for (int j = 0; j < 3000; ++j) bytes += words[random() % std::size(words)];
    noise.Send(bytes);
    server_.bridge().Pump();
  }
  EXPECT_TRUE(Until([&] { return server_.entities.empty() && server_.left.size() == 10; }));
  endless.Send("GETSTARTPOSES\r\n");
  LineWith(&endless, "StartPoses");
}

TEST_F(UsarsimGatewayTest, SlowReadersLoseSamplesAndNoAnswers) {
  Start();
  step_ = 0.2;
  TestClient slow(Port("usarsim"), 4096);
  slow.Send("INIT {ClassName USARBot.P3AT} {Name slow}\r\n");
  TestClient quick(Port("usarsim"));
  quick.Send("INIT {ClassName USARBot.P3AT} {Name quick}\r\n");
  ASSERT_TRUE(Until([&] { return server_.entities.size() == 2; }));
  ASSERT_TRUE(Until([&] {
    quick.Receive();
    quick.bytes().clear();
    return Metric("surefoot_usarsim_lost_messages_total") > 100.0;
  })) << "a client that does not read must lose samples";
  for (int i = 0; i < 50; ++i) {
    slow.Send("GETCONF {Type Robot}\r\nGETGEO {Type Sonar} {Name F" + std::to_string(i % 8 + 1) +
              "}\r\n");
  }
  for (int i = 0; i < 50; ++i) {
    EXPECT_THAT(LineWith(&slow, "{SteeringType"), StartsWith("CONF"));
    EXPECT_THAT(LineWith(&slow, "GEO"), HasSubstr("{Name F" + std::to_string(i % 8 + 1) + "}"));
  }
}

TEST_F(UsarsimGatewayTest, AnswersThatNobodyReadsStopTheReading) {
  Start();
  TestClient client(Port("usarsim"), 4096);
  client.Send("INIT {ClassName USARBot.P3AT} {Name R1}\r\n");
  ASSERT_TRUE(Until([&] { return server_.entities.size() == 1; }));
  std::string many;
  for (int i = 0; i < 30000; ++i) many += "GETGEO {Type Sonar}\r\n";
  // About 60 MB of answers, which must not accumulate.
  std::thread sender([&] { client.Send(many); });
  double before = -1.0;
  int still = 0;
  EXPECT_TRUE(Until([&] {
    const double lines = Metric("surefoot_usarsim_lines_total");
    still = lines == before && lines > 10.0 ? still + 1 : 0;
    before = lines;
    return still > 200;
  }));
  EXPECT_LT(before, 10000.0);
  client.Abort();
  sender.join();
  EXPECT_TRUE(Until([&] { return server_.entities.empty(); }));
}

TEST_F(UsarsimGatewayTest, PoseTruth) {
  Start();
  TestClient robot(Port("usarsim"));
  robot.Send("INIT {ClassName USARBot.P3AT} {Name R1} {Location 1,2,-3} {Rotation 0,0,0.5}\r\n");
  LineWith(&robot, "STA");
  TestClient referee(Port("usarsim-pose"));
  referee.Send("{Class Pawn} {Name R1}\r\n");
  EXPECT_THAT(LineWith(&referee, "{Name R1}"), HasSubstr("{Name R1} {Class USARBot.P3AT} {Time "));
  EXPECT_EQ(LineWith(&referee, "{End}"), "{End}");
  referee.Send("{Class } {Name }\n{Class P2DX}\r\n{Name nobody}\r\n");
  EXPECT_THAT(LineWith(&referee, "{Location"),
              HasSubstr("{Location 1.0000,2.0000,-3.0000} {Rotation 0.0000,0.0000,0.5000}"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(LineWith(&referee, "{"), "{End}");
}

TEST_F(UsarsimGatewayTest, SettingsAreChecked) {
  const std::pair<Settings, const char*> cases[] = {
      {{{"port", "x"}}, "port is 'x', accepted are numbers from 0 to 65535, or off"},
      {{{"dialect", "udk3"}}, "dialect is 'udk3', accepted: ut2004, udk, auto"},
      {{{"image-format", "png"}}, "accepted: raw, super, good, normal, fair, bad"},
      {{{"listen", "nowhere"}, {"insecure", "on"}}, "'nowhere' is not an address"},
      {{{"classes", "/no/table"}}, "/no/table: cannot be read"},
      {{{"prot", "1"}}, "unknown option 'prot'"},
      {{{"max-clients", "0"}}, "max-clients is '0'"},
  };
  for (const auto& [settings, message] : cases) {
    Settings all = {{"port", "0"}, {"image-port", "0"}, {"pose-port", "0"}};
    for (const auto& [name, value] : settings) all[name] = value;
    const auto gateway = kind_.start({&server_.bridge(), &metrics_}, all);
    ASSERT_FALSE(gateway.ok()) << message;
    EXPECT_THAT(gateway.error().message, HasSubstr(message));
  }
  Start({{"image-port", "off"}, {"pose-port", "off"}});
  EXPECT_EQ(gateway_->addresses().size(), 1U);
  const auto taken =
      kind_.start({&server_.bridge(), &metrics_}, {{"port", std::to_string(Port("usarsim"))}});
  ASSERT_FALSE(taken.ok());
  EXPECT_THAT(taken.error().message, HasSubstr("cannot listen at 127.0.0.1:"));
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
