/// Abuse of the port that the gateway prevents, and the audit log of such attempts.

#include <gmock/gmock.h>
#include <sys/socket.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/gateways/web/test/server_fixture.h"

namespace surefoot::gateways::web {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class WebDefenceTest : public ServerTest {
 protected:
  void StartAudit() {
    AuditOptions options;
    options.path = path_;
    audit_ = std::make_unique<AuditLog>(options);
    ASSERT_TRUE(audit_->Open().ok());
  }
  std::string Text() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Lines with this action and outcome.
  std::vector<nlohmann::json> Lines(const std::string& action, const std::string& outcome) const {
    std::vector<nlohmann::json> lines;
    std::istringstream text(Text());
    for (std::string line; std::getline(text, line);) {
      const auto entry = nlohmann::json::parse(line);
      if (entry["action"] == action && entry["outcome"] == outcome) lines.push_back(entry);
    }
    return lines;
  }

  const TempFolder folder_;
  const std::string path_ = folder_.Path("audit");
};

TEST_F(WebDefenceTest, OneAddressHasSoManyConnections) {
  StartAudit();
  options_.per_address = {.connections = 3, .rate = 1000.0, .exempt_local = false};
  Start();
  WsClient clients[3];
  for (WsClient& client : clients) ASSERT_TRUE(client.Open(port_));
  WsClient more;
  ASSERT_TRUE(more.Connect(port_));
  EXPECT_TRUE(more.IsClosed());
  EXPECT_EQ(Closed("address limit"), 1.0);
  ASSERT_EQ(Lines("connect", "refused").size(), 1u);
  EXPECT_EQ(Lines("connect", "refused")[0]["address"], "127.0.0.1");
  // However connections end, they no longer count.
  clients[0].Close();
  const linger reset{1, 0};
  ::setsockopt(clients[1].fd(), SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
  clients[1].Close();
  EXPECT_TRUE(Eventually([&] { return Serves(); }));
  EXPECT_TRUE(Eventually([&] { return Value("surefoot_web_connections") <= 1.0; }));
  WsClient again[2];
  for (WsClient& client : again) EXPECT_TRUE(Eventually([&] { return client.Open(port_); }));
}

TEST_F(WebDefenceTest, OneAddressConnectsSoOften) {
  options_.per_address = {.connections = 1000, .rate = 2.0, .exempt_local = false};
  Start();
  int served = 0;
  for (int i = 0; i < 40; ++i) served += Get(port_, "/healthz").empty() ? 0 : 1;
  EXPECT_GE(served, 10);
  EXPECT_LT(served, 30);
  EXPECT_EQ(Closed("address limit"), 40.0 - served);
}

TEST_F(WebDefenceTest, TheAuditLogSaysWhoCameAndWhoWasRefused) {
  StartAudit();
  options_.access.tokens = Tokens("open sesame, a token");
  options_.limits.head_timeout = milliseconds(500);
  Start();
  WsClient good, wrong, foreign, late;
  ASSERT_TRUE(good.Open(port_, "/?token=open%20sesame,%20a%20token"));
  ASSERT_TRUE(wrong.Connect(port_));
  EXPECT_THAT(wrong.Upgrade("/?token=guess").value_or(""), StartsWith("HTTP/1.1 401"));
  ASSERT_TRUE(foreign.Connect(port_));
  EXPECT_THAT(foreign.Upgrade("/", "Origin: http://evil.example\r\n").value_or(""),
              StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(Get(port_, "/metrics?token=secret-guess"), StartsWith("HTTP/1.1 401"));
  const std::string own = "Origin: http://localhost:" + std::to_string(port_) + "\r\n";
  ASSERT_TRUE(late.Open(port_, "/", own));
  late.SendText(
      R"({"op":"auth","mac":"bad","client":"","dest":"","rand":"","t":1,"level":"","end":2})");
  EXPECT_TRUE(late.ReceiveWith("auth: the mac").has_value());
  good.Close();
  EXPECT_TRUE(Eventually([&] { return !Lines("disconnect", "allowed").empty(); }));
  const auto came = Lines("connect", "allowed");
  ASSERT_EQ(came.size(), 2u);
  EXPECT_EQ(came[0]["role"], "owner");
  EXPECT_EQ(came[1]["role"], "none");
  const auto refused = Lines("connect", "refused");
  ASSERT_EQ(refused.size(), 2u);
  EXPECT_EQ(refused[0]["reason"], "token");
  EXPECT_EQ(refused[1]["reason"], "origin");
  ASSERT_EQ(Lines("http", "refused").size(), 1u);
  EXPECT_EQ(Lines("http", "refused")[0]["name"], "/metrics");
  EXPECT_EQ(Lines("auth", "refused").size(), 1u);
  for (const char* secret : {"sesame", "guess"}) EXPECT_THAT(Text(), Not(HasSubstr(secret)));
}

/// A request that can be parsed in two ways would allow request smuggling through a proxy.
TEST_F(WebDefenceTest, RequestsHaveOneReading) {
  Start();
  const std::string hidden = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string requests[] = {
      "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: "
      "chunked\r\n\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(hidden.size()) +
          "\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\n X: folded\r\n\tContent-Length: 5\r\nContent-Length: "
      "-1\r\n\r\n",
  };
  for (const std::string& request : requests) {
    WsClient client;
    ASSERT_TRUE(client.Connect(port_));
    client.SendRaw(request + hidden);
    ::shutdown(client.fd(), SHUT_WR);
    const std::string answer = client.ReceiveAll();
    EXPECT_THAT(answer, Not(HasSubstr("surefoot_web_"))) << request << answer.substr(0, 100);
    EXPECT_THAT(answer, Not(StartsWith("HTTP/1.1 200"))) << request;
  }
  EXPECT_TRUE(Serves());
}

TEST_F(WebDefenceTest, HeadsHaveALimit) {
  Start();
  std::string many = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  for (int i = 0; i < 2000; ++i) many += "X-" + std::to_string(i) + ": y\r\n";
  for (const std::string& head :
       {many + "\r\n", "GET /" + std::string(100000, 'x') + " HTTP/1.1\r\n\r\n"}) {
    WsClient client;
    ASSERT_TRUE(client.Connect(port_));
    client.SendRaw(head);
    EXPECT_THAT(client.ReceiveAll(), Not(StartsWith("HTTP/1.1 200")));
  }
  EXPECT_GE(Closed("bad request"), 1.0);
  EXPECT_TRUE(Serves());
}

}  // namespace
}  // namespace surefoot::gateways::web
