/// Abuse of the ports that the gateway prevents.

#include <algorithm>
#include <atomic>
#include <chrono>

#include "surefoot/gateways/address_limit.h"
#include "surefoot/gateways/usarsim/net/reactor.h"
#include "surefoot/gateways/usarsim/test/gateway_fixture.h"

namespace surefoot::gateways::usarsim {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kInit = "INIT {ClassName USARBot.P3AT} {Name evil}\r\n";

class UsarsimDefenceTest : public GatewayFixture {
 protected:
  bool IsClosed(TestClient* client) {
    return Until([&] { return !client->Receive(); });
  }
};

/// The request that a browser sends for a page of another site: fetch("http://127.0.0.1:3000/",
/// {method: "POST", body: "INIT ..."}).
TEST_F(UsarsimDefenceTest, WebPagesCannotDriveRobots) {
  Start();
  const std::string requests[] = {
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nContent-Type: text/plain\r\n\r\n",
      "INIT / HTTP/1.1\r\n\r\n",
      "GET /\r\n",
      "POST /" + std::string(200000, 'x') + " HTTP/1.1\r\n\r\n",
      std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n", 13),
  };
  double refused = 0.0;
  for (const std::string& request : requests) {
    TestClient page(Port("usarsim"));
    page.Send(request + kInit);
    EXPECT_TRUE(IsClosed(&page)) << request.substr(0, 40);
    EXPECT_TRUE(Until(
        [&] { return Metric("surefoot_usarsim_rejected_connections_total") == refused + 1.0; }));
    refused += 1.0;
  }
  // Also in pieces, where the body arrives later.
  TestClient slow(Port("usarsim"));
  slow.Send("POST");
  slow.Send(" / HTTP/1.1\r\n");
  slow.Send(kInit);
  EXPECT_TRUE(IsClosed(&slow));
  TestClient pose(Port("usarsim-pose"));
  pose.Send("POST / HTTP/1.1\r\n\r\n{Class Pawn}\r\n");
  EXPECT_TRUE(IsClosed(&pose));
  EXPECT_THAT(pose.bytes(), Not(HasSubstr("{End}")));
  TestClient image(Port("usarsim-image"));
  image.Send("POST / HTTP/1.1\r\n\r\nOK");
  EXPECT_TRUE(IsClosed(&image));
  EXPECT_TRUE(image.bytes().empty());
  EXPECT_EQ(Metric("surefoot_usarsim_lines_total"), 0.0);
  EXPECT_EQ(Metric("surefoot_usarsim_pose_requests_total"), 0.0);
  EXPECT_TRUE(server_.spawned.empty());
  // The gateway's thread writes the log.
  gateway_ = nullptr;
  ASSERT_EQ(logged_.size(), 1u) << "the others within ten seconds are only counted";
  EXPECT_THAT(logged_[0], HasSubstr("closed a connection from 127.0.0.1: an HTTP request"));
}

TEST_F(UsarsimDefenceTest, RobotsHaveALimit) {
  Start({{"max-robots", "3"}});
  std::vector<TestClient> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back(Port("usarsim"));
    clients.back().Send("INIT {ClassName USARBot.P3AT} {Name R}\r\n");
    if (i < 3) LineWith(&clients.back(), "STA");
  }
  EXPECT_THAT(LineWith(&clients.back(), "Error"), HasSubstr("3 robots of clients already"));
  EXPECT_EQ(server_.spawned.size(), 3u);
  clients.front().Close();
  ASSERT_TRUE(Until([&] { return server_.entities.size() == 2; }));
  clients.back().Send("INIT {ClassName USARBot.P3AT} {Name R}\r\n");
  LineWith(&clients.back(), "STA");
}

TEST_F(UsarsimDefenceTest, InitsOfOneConnectionHaveALimit) {
  Start();
  server_.refuse_spawn = "no such model";
  TestClient client(Port("usarsim"));
  std::string many;
  for (int i = 0; i < 200; ++i) many += "INIT {ClassName USARBot.P3AT}\r\n";
  client.Send(many);
  EXPECT_THAT(LineWith(&client, "INITs"), HasSubstr("50 INITs on one connection; connect again"));
  EXPECT_EQ(server_.spawned.size(), 50u);
}

/// A server that answers spawn requests when the test decides.
TEST_F(UsarsimDefenceTest, ManyInitsAreMadeOneByOne) {
  Start({{"max-clients", "100"}, {"max-robots", "100"}});
  measure_ = false;
  std::vector<TestClient> clients;
  for (int i = 0; i < 64; ++i) {
    clients.emplace_back(Port("usarsim"));
    clients.back().Send("INIT {ClassName USARBot.P3AT} {Name R}\r\n");
  }
  // The gateway has read all of them before the server does anything.
  ASSERT_TRUE(WaitFor([&] { return Metric("surefoot_usarsim_lines_total") == 64.0; }));
  std::size_t max = 0;
  std::size_t pumps = 0;
  ASSERT_TRUE(WaitFor([&] {
    const std::size_t before = server_.spawned.size();
    server_.bridge().Pump();
    max = std::max(max, server_.spawned.size() - before);
    ++pumps;
    return server_.spawned.size() == 64;
  }));
  EXPECT_EQ(max, 1u) << "other clients have their turn between two spawns";
  EXPECT_GE(pumps, 64u);
}

TEST_F(UsarsimDefenceTest, FastClientsAreSlowed) {
  Start({{"max-rate", "100"}});
  TestClient client(Port("usarsim"));
  std::string many;
  for (int i = 0; i < 10000; ++i) many += "GETPATHNODES\r\n";
  const auto start = std::chrono::steady_clock::now();
  client.Send(many);
  // Meanwhile other clients are served so often that all lines would have been read.
  TestClient other(Port("usarsim"));
  for (int i = 0; i < 50; ++i) {
    other.Send("GETSTARTPOSES\r\n");
    LineWith(&other, "StartPoses");
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  const double read = Metric("surefoot_usarsim_lines_total") - 50.0;
  EXPECT_GT(read, 0.0);
  // The budget of one second at once; a chunk of 16 KiB with 1171 lines is read as a whole.
  EXPECT_LT(read, 100.0 * (passed.count() + 1.0) + 1171.0);
}

TEST_F(UsarsimDefenceTest, OtherAddressesNeedTheFlag) {
  for (const char* address : {"0.0.0.0", "::"}) {
    const auto refused = kind_.start({&server_.bridge(), &metrics_}, {{"listen", address}});
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr(std::string("listen is '") + address));
    EXPECT_THAT(refused.error().message, HasSubstr("insecure"));
  }
}

/// The reactor asks before each connection and reports its end.
TEST(UsarsimReactor, CountsConnectionsOfAddresses) {
  class Silent final : public Handler {
   public:
    void OnBytes(std::string_view) override {}
  };
  AddressLimit limit({.connections = 2, .rate = 1000.0, .exempt_local = false});
  Reactor reactor;
  ServerOptions options;
  std::vector<std::string> refusals;
  options.accept = [](Connection*) { return std::make_unique<Silent>(); };
  options.admit = [&](const std::string& address) {
    return limit.Admit(address, std::chrono::steady_clock::now());
  };
  options.leave = [&](const std::string& address) { limit.Leave(address); };
  std::atomic<int> refused = 0;
  options.refused = [&](const std::string& address, const std::string& reason) {
    refusals.push_back(address + ": " + reason);
    ++refused;
  };
  const int port = reactor.Listen(options).value();
  reactor.Start();
  const auto ends = [](TestClient* client) {
    for (int i = 0; i < 5000; ++i) {
      if (!client->Receive()) return true;
    }
    return false;
  };
  TestClient first(port);
  {
    TestClient second(port);
    TestClient third(port);
    EXPECT_TRUE(ends(&third));
  }
  EXPECT_EQ(refused, 1);
  // The second client has left; until the reactor knows this, others are refused.
  bool stays = false;
  for (int i = 0; i < 1000 && !stays; ++i) {
    TestClient next(port);
    stays = true;
    for (int j = 0; j < 20 && stays; ++j) stays = next.Receive();
  }
  EXPECT_TRUE(stays);
  reactor.Stop();
  EXPECT_THAT(refusals[0], HasSubstr("127.0.0.1: 2 connections from 127.0.0.1 already"));
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
