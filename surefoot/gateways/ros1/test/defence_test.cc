#include <random>

#include "surefoot/gateways/ros1/test/gateway_fixture.h"
#include "surefoot/gateways/ros1/xmlrpc/http.h"

namespace surefoot::gateways::ros1 {
namespace {

using testing::HasSubstr;

class Ros1DefenceTest : public GatewayFixture {
 protected:
  /// What the server answers before it closes the connection.
  std::string AnswerTo(int port, const std::string& bytes) {
    TestClient client(port);
    client.Send(bytes);
    EXPECT_TRUE(Until([&] { return !client.Receive(); })) << "the connection ends";
    return client.bytes();
  }
  /// The gateway still serves.
  void ExpectAlive() {
    Fields header;
    TestClient client = Subscribe("/husky/speed", &header);
    EXPECT_FALSE(NextFrame(&client).empty());
  }
};

// A page of any site can make the browser send such a request to this computer.
TEST_F(Ros1DefenceTest, BrowsersAreRefused) {
  Start();
  const std::string body = WriteCall({"setParam", {"/page", "/evil", 1}});
  const auto post = [&](const std::string& headers) {
    return "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  for (const std::string& headers :
       {std::string("Origin: http://example.org\r\nContent-Type: text/xml\r\n"),
        std::string("Origin: null\r\nContent-Type: text/plain\r\n"),
        std::string("Sec-Fetch-Site: cross-site\r\nContent-Type: text/xml\r\n")}) {
    EXPECT_THAT(AnswerTo(master_port(), post(headers)), HasSubstr("HTTP/1.1 403"));
    EXPECT_THAT(AnswerTo(NodePort(), post(headers)), HasSubstr("HTTP/1.1 403"));
  }
  EXPECT_THAT(AnswerTo(master_port(), post("Content-Type: text/plain\r\n")),
              HasSubstr("HTTP/1.1 415"));
  EXPECT_THAT(AnswerTo(master_port(), "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
              HasSubstr("HTTP/1.1 405"));
  EXPECT_THAT(AnswerTo(master_port(), "OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n"),
              HasSubstr("HTTP/1.1 405"));
  EXPECT_EQ(Master("hasParam", {"/test", "/evil"}), Value(false));
  EXPECT_THAT(Logged(), HasSubstr("a browser's request"));
}

TEST_F(Ros1DefenceTest, HttpAndTlsOnTheTopicsPortAreDropped) {
  Start();
  const int port = TcprosPort();
  for (const std::string& bytes :
       {std::string("POST / HTTP/1.1\r\nHost: a\r\n\r\n"), std::string("GET / HTTP/1.1\r\n\r\n"),
        std::string("\x16\x03\x01\x02\0\x01\0\x01", 8), std::string("\xff\xff\xff\xff")}) {
    EXPECT_EQ(AnswerTo(port, bytes), "");
  }
  EXPECT_THAT(Logged(), HasSubstr("an HTTP request came instead of a connection header"));
  ExpectAlive();
}

TEST_F(Ros1DefenceTest, LongRequestsAreRefused) {
  Start();
  EXPECT_THAT(AnswerTo(master_port(),
                       "POST / HTTP/1.1\r\nContent-Type: text/xml\r\n"
                       "Content-Length: 99999999\r\n\r\n"),
              HasSubstr("HTTP/1.1 400"));
  EXPECT_THAT(AnswerTo(master_port(), "POST / HTTP/1.1\r\nA: " + std::string(9000, 'a')),
              HasSubstr("HTTP/1.1 400"));
  Fields header;
  TestClient client =
      Connect({{"callerid", "/test"}, {"service", "/husky/beep"}, {"md5sum", "*"}}, &header);
  client.Send(std::string("\xff\xff\xff\x7f"));
  EXPECT_TRUE(Until([&] { return !client.Receive(); }));
  ExpectAlive();
}

TEST_F(Ros1DefenceTest, ConnectionsAreLimited) {
  Start({{"max-connections", "5"}});
  const int port = TcprosPort();
  std::vector<TestClient> clients;
  int open = 0;
  for (int i = 0; i < 10; ++i) clients.emplace_back(port);
  EXPECT_TRUE(Until([&] {
    open = 0;
    for (TestClient& client : clients) open += client.Receive() ? 1 : 0;
    return open <= 5;
  }));
  EXPECT_EQ(open, 5);
  EXPECT_THAT(Logged(), HasSubstr("which is the limit"));
  clients.clear();
  ExpectAlive();
}

TEST_F(Ros1DefenceTest, ASlowSubscriberLosesTheOldest) {
  Start({{"queue", "10"}});
  Fields header;
  TestClient slow = Subscribe("/husky/speed", &header);
  TestClient quick = Subscribe("/husky/speed", &header);
  const auto dropped = [&] {
    const Result<Value> stats = Call(NodePort(), "getBusStats", {"/test"});
    return stats.ok() && Metric("surefoot_ros1_dropped_total") > 0.0;
  };
  // The system's buffers are filled first.
  EXPECT_TRUE(Until([&] {
    for (int i = 0; i < 2000; ++i) {
      server_.speed += 1.0;
      server_.Turn();
    }
    quick.Receive();
    quick.bytes().clear();
    return dropped();
  }));
  ExpectAlive();
}

// Requests of a client that does not read the answers do not fill the memory.
TEST_F(Ros1DefenceTest, AClientThatDoesNotReadIsNotReadFrom) {
  Start();
  Master("setParam", {"/test", "/large", std::string(100000, 'x')});
  TestClient client(master_port(), 4096);
  const std::string request = HttpPost("a", "/", WriteCall({"getParam", {"/test", "/large"}}));
  for (int i = 0; i < 100; ++i) client.Send(request);
  ExpectAlive();
}

TEST_F(Ros1DefenceTest, DamagedBytesDoNoHarm) {
  Start();
  std::mt19937 random(7);
  const int tcpros = TcprosPort();
  const int node = NodePort();
  const Chunk header = WriteHeader(
      {{"callerid", "/test"}, {"topic", "/husky/speed"}, {"md5sum", "*"}, {"type", "*"}});
  const std::string good_header(header->begin(), header->end());
  const std::string good_call =
      HttpPost("a", "/", WriteCall({"requestTopic", {"/a", "/b", Value::Array{}}}));
  for (int i = 0; i < 300; ++i) {
    std::string bytes = i % 2 == 0 ? good_header : good_call;
    for (int flips = 0; flips < 3; ++flips) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    TestClient client(i % 2 == 0 ? tcpros : (i % 4 == 1 ? node : master_port()));
    client.Send(bytes.substr(0, random() % bytes.size() + 1));
    client.Receive();
  }
  ExpectAlive();
}

}  // namespace
}  // namespace surefoot::gateways::ros1
