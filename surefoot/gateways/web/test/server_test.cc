#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "surefoot/gateways/web/gateway.h"
#include "surefoot/gateways/web/http/token_file.h"
#include "surefoot/gateways/web/test/server_fixture.h"

namespace surefoot::gateways::web {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(ServerTest, AnswersHttp) {
  Start();
  EXPECT_THAT(Get(port_, "/"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(Get(port_, "/"), HasSubstr("rosbridge"));
  EXPECT_THAT(Get(port_, "/healthz"), HasSubstr("\r\n\r\nok\n"));
  EXPECT_THAT(Get(port_, "/metrics"),
              HasSubstr("surefoot_web_http_responses_total{status=\"200\"}"));
  EXPECT_THAT(Get(port_, "/metrics"), HasSubstr("surefoot_web_cpu_seconds_total 0."));
  EXPECT_THAT(Get(port_, "/nothing"), StartsWith("HTTP/1.1 404"));
  WsClient client;
  ASSERT_TRUE(client.Connect(port_));
  client.SendRaw(
      "POST / HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD / HTTP/1.1\r\nConnection: close\r\n\r\n");
  const std::string both = client.ReceiveAll();
  EXPECT_THAT(both, StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(both, HasSubstr("HTTP/1.1 200"));
  EXPECT_THAT(both, testing::Not(HasSubstr("<html")));
}

TEST_F(ServerTest, ServesAFolder) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::temp_directory_path() / ("surefoot_page_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "index.html") << "<p>mine";
  std::ofstream(folder / "big.bin") << std::string(3000000, 'x');
  options_.page = folder.string();
  Start();
  EXPECT_THAT(Get(port_, "/"), HasSubstr("<p>mine"));
  EXPECT_GT(Get(port_, "/big.bin").size(), 3000000u);
  EXPECT_THAT(Get(port_, "/../../etc/passwd"), StartsWith("HTTP/1.1 404"));
  // Compressed for clients that accept it.
  std::ofstream(folder / "main-4XTB7KQ2.js") << "plain";
  std::ofstream(folder / "main-4XTB7KQ2.js.gz") << "packed";
  const std::string plain = Get(port_, "/main-4XTB7KQ2.js");
  EXPECT_THAT(plain, HasSubstr("\r\n\r\nplain"));
  EXPECT_THAT(plain, HasSubstr("immutable"));
  EXPECT_THAT(plain, HasSubstr("Vary: Accept-Encoding"));
  const std::string packed =
      Get(port_, "/main-4XTB7KQ2.js", "Accept-Encoding: deflate, gzip;q=0.8\r\n");
  EXPECT_THAT(packed, HasSubstr("\r\n\r\npacked"));
  EXPECT_THAT(packed, HasSubstr("Content-Encoding: gzip"));
  EXPECT_THAT(packed, HasSubstr("Content-Type: text/javascript"));
  EXPECT_THAT(Get(port_, "/index.html", "Accept-Encoding: gzip\r\n"),
              testing::Not(HasSubstr("Content-Encoding")));
  fs::remove_all(folder);
}

TEST_F(ServerTest, HandsOutTheServersFiles) {
  const std::string mesh = "solid cube";
  files_.Put("assets/3f2a", {"model/stl", std::make_shared<Bytes>(mesh.begin(), mesh.end()), "",
                             /*immutable=*/true, ""});
  files_.Put("recordings/run.mcap",
             {"application/octet-stream", nullptr, "/proc/self/status", false, "run.mcap"});
  Start();
  EXPECT_THAT(Get(port_, "/files/assets/3f2a"), HasSubstr("immutable"));
  EXPECT_THAT(Get(port_, "/files/assets/3f2a"), HasSubstr("\r\n\r\nsolid cube"));
  EXPECT_THAT(Get(port_, "/files/recordings/run.mcap"), HasSubstr("filename=\"run.mcap\""));
  EXPECT_THAT(Get(port_, "/files/assets/other"), StartsWith("HTTP/1.1 404"));
  files_.Remove("assets/3f2a");
  EXPECT_THAT(Get(port_, "/files/assets/3f2a"), StartsWith("HTTP/1.1 404"));
}

TEST_F(ServerTest, SpeaksRosbridge) {
  Start(milliseconds(2));
  WsClient client;
  ASSERT_TRUE(client.Open(port_));
  client.SendText(R"({"op":"subscribe","topic":"/robot_0/imu/data","type":"sensor_msgs/Imu"})");
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client.ReceiveWith("9.80665").has_value());
  client.SendFrame(2, R"({"op":"publish","topic":"/robot_0/cmd_vel","msg":{"linear":{"x":0.5}}})");
  EXPECT_TRUE(Eventually([&] { return world_.speed() == 0.5; }));
  // In two frames with a ping between them.
  client.SendFrame(1, R"({"op":"call_service","id":"two",)", false);
  client.SendFrame(9, "hello");
  client.SendFrame(0, R"("service":"/rosapi/topics"})");
  EXPECT_TRUE(client.ReceiveWith("\"id\":\"two\"").has_value());
}

TEST_F(ServerTest, ThrottledSamplesComeInTime) {
  Start(milliseconds(1));
  WsClient client;
  ASSERT_TRUE(client.Open(port_));
  client.SendText(
      R"({"op":"subscribe","topic":"/robot_0/imu/data","throttle_rate":20,"queue_length":1})");
  ASSERT_TRUE(client.Receive().has_value());
  const auto start = Clock::now();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(client.Receive().has_value());
  EXPECT_GE(Clock::now() - start, milliseconds(190));
}

TEST_F(ServerTest, EndsWithAGoodbye) {
  Start();
  WsClient client;
  ASSERT_TRUE(client.Open(port_));
  ASSERT_TRUE(Eventually([&] { return Value("surefoot_web_clients") == 1.0; }));
  const auto start = Clock::now();
  gateway_.reset();
  EXPECT_LT(Clock::now() - start, milliseconds(900));
  const auto goodbye = client.Receive();
  ASSERT_TRUE(goodbye.has_value());
  EXPECT_EQ(goodbye->opcode, 8);
  EXPECT_EQ(goodbye->payload, "\x03\xe9") << "1001, going away";
}

TEST_F(ServerTest, TokenAndOrigin) {
  options_.access.tokens = Tokens("open sesame");
  options_.limits.head_timeout = milliseconds(300);
  Start();
  WsClient wrong;
  ASSERT_TRUE(wrong.Connect(port_));
  EXPECT_THAT(wrong.Upgrade("/?token=guess").value_or(""), StartsWith("HTTP/1.1 401"));
  const std::string neighbour = "Origin: http://localhost:3000\r\n";
  for (const std::string& origin : {std::string("Origin: http://evil.example\r\n"), neighbour}) {
    WsClient foreign;
    ASSERT_TRUE(foreign.Connect(port_));
    EXPECT_THAT(foreign.Upgrade("/?token=open%20sesame", origin).value_or(""),
                StartsWith("HTTP/1.1 403"));
  }
  const std::string own = "Origin: http://localhost:" + std::to_string(port_) + "\r\n";
  WsClient good;
  EXPECT_TRUE(good.Open(port_, "/?token=open%20sesame", own));
  const std::string browser = "Sec-Fetch-Site: same-origin\r\n";
  EXPECT_THAT(Get(port_, "/metrics", browser), StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(Get(port_, "/metrics", browser + "Authorization: Bearer open sesame\r\n"),
              StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(Get(port_, "/healthz", browser), StartsWith("HTTP/1.1 200"));
  // A page without a token has some time for the op "auth".
  WsClient late;
  ASSERT_TRUE(late.Open(port_, "/", own));
  late.SendText(R"({"op":"call_service","id":"c","service":"/set"})");
  EXPECT_TRUE(late.ReceiveWith("a token is required").has_value());
  EXPECT_TRUE(late.IsClosed());
  EXPECT_EQ(Closed("token"), 1.0);
  EXPECT_EQ(Closed("origin"), 2.0);
  EXPECT_EQ(Closed("not authenticated"), 1.0);
}

TEST_F(ServerTest, GuessingIsSlowedDown) {
  options_.access.tokens = Tokens("open sesame");
  Start();
  for (int i = 0; i < 10; ++i) {
    EXPECT_THAT(Get(port_, "/metrics?token=" + std::to_string(i)), StartsWith("HTTP/1.1 401"));
  }
  WsClient wrong;
  ASSERT_TRUE(wrong.Connect(port_));
  EXPECT_THAT(wrong.Upgrade("/?token=guess").value_or(""), StartsWith("HTTP/1.1 429"));
  EXPECT_THAT(Get(port_, "/metrics?token=open%20sesame"), StartsWith("HTTP/1.1 200"))
      << "a local program must not lock the owner out";
}

TEST_F(ServerTest, ThePageCannotBeFramed) {
  Start();
  const std::string page = Get(port_, "/");
  EXPECT_THAT(page, HasSubstr("X-Frame-Options: DENY"));
  EXPECT_THAT(page, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(page, HasSubstr("Referrer-Policy: no-referrer"));
}

TEST_F(ServerTest, TheTokenIsKeptForProgramsOfTheSameUser) {
  options_.access.tokens = Tokens("open sesame, of one user");
  Start();
  EXPECT_EQ(TokenFile::Read(static_cast<std::uint16_t>(port_)), "open sesame, of one user");
  gateway_.reset();
  EXPECT_EQ(TokenFile::Read(static_cast<std::uint16_t>(port_)), "");
}

TEST_F(ServerTest, ClientsHaveALimit) {
  options_.limits.clients = 2;
  Start();
  WsClient a, b, c;
  EXPECT_TRUE(a.Open(port_));
  EXPECT_TRUE(b.Open(port_));
  ASSERT_TRUE(Eventually([&] { return Value("surefoot_web_clients") == 2.0; }));
  ASSERT_TRUE(c.Connect(port_));
  EXPECT_THAT(c.Upgrade().value_or(""), StartsWith("HTTP/1.1 503"));
  a.Close();
  EXPECT_TRUE(Eventually([&] { return Serves(); }));
}

TEST_F(ServerTest, SlowHeadsAndIdleConnectionsAreClosed) {
  options_.limits.head_timeout = milliseconds(300);
  options_.limits.idle_timeout = milliseconds(300);
  Start();
  WsClient slow, silent, idle;
  ASSERT_TRUE(slow.Connect(port_) && silent.Connect(port_) && idle.Connect(port_));
  idle.SendRaw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto start = Clock::now();
  bool open = slow.SendRaw("GET / HTTP/1.1\r\n");
  // Sending a byte now and then does not extend the time limit.
  while (open && Clock::now() - start < std::chrono::seconds(5)) {
    open = slow.SendRaw("x") && !slow.IsClosed(20);
  }
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(3));
  EXPECT_TRUE(silent.IsClosed());
  EXPECT_TRUE(idle.IsClosed());
  EXPECT_EQ(Closed("slow head"), 3.0);
  EXPECT_TRUE(Serves());
}

TEST_F(ServerTest, BadRequestsAreRefused) {
  Start();
  for (const std::string& bytes :
       {std::string("nonsense\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
        "GET / HTTP/1.1\r\nX: " + std::string(20000, 'a') + "\r\n\r\n",
        std::string("GET / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n"),
        std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc", 9) + std::string(600, '\0')}) {
    WsClient client;
    ASSERT_TRUE(client.Connect(port_));
    client.SendRaw(bytes);
    ::shutdown(client.fd(), SHUT_WR);
    EXPECT_TRUE(client.IsClosed()) << bytes.substr(0, 40);
  }
  EXPECT_GE(Closed("bad request"), 3.0);
  EXPECT_TRUE(Serves());
}

TEST_F(ServerTest, BadFramesEndTheirConnectionOnly) {
  options_.limits.message_bytes = 10000;
  Start();
  WsClient big, unmasked, reserved, wild, utf8, control;
  for (WsClient* client : {&big, &unmasked, &reserved, &wild, &utf8, &control}) {
    ASSERT_TRUE(client->Open(port_));
  }
  big.SendText(std::string(20000, ' '));
  unmasked.SendRaw(std::string("\x81\x02{}", 4));
  reserved.SendFrame(0x71, "{}");
  wild.SendFrame(0x0c, "{}");
  utf8.SendText("\xff\xfe");
  control.SendFrame(9, std::string(200, 'x'));
  for (WsClient* client : {&big, &unmasked, &reserved, &wild, &utf8, &control}) {
    EXPECT_TRUE(client->IsClosed());
  }
  EXPECT_TRUE(Eventually([&] { return Closed("too big") == 1.0; }));
  EXPECT_TRUE(Eventually([&] { return Closed("broken") == 5.0; }));
  EXPECT_TRUE(Serves());
}

TEST_F(ServerTest, AnAbruptEndFreesTheClient) {
  Start(milliseconds(1));
  for (int i = 0; i < 20; ++i) {
    WsClient client;
    ASSERT_TRUE(client.Open(port_));
    client.SendText(R"({"op":"subscribe","topic":"/image"})");
    // Some in the middle of a frame, some with a reset.
    if (i % 2 == 0) client.SendRaw(std::string("\x81\xfe\x10", 3));
    const linger hard{1, 0};
    if (i % 3 == 0) ::setsockopt(client.fd(), SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
  }
  EXPECT_TRUE(Eventually([&] { return Value("surefoot_web_connections") == 0.0; }));
  EXPECT_EQ(Value("surefoot_web_clients"), 0.0);
  EXPECT_TRUE(Serves());
}

TEST_F(ServerTest, AHalfOpenClientIsClosedAndALivingOneIsNot) {
  options_.limits.ping_timeout = milliseconds(600);
  Start();
  WsClient dead, alive;
  ASSERT_TRUE(dead.Open(port_) && alive.Open(port_));
  // The client answers pings while it waits.
  EXPECT_FALSE(alive.Receive(1500).has_value());
  EXPECT_GE(alive.fd(), 0);
  EXPECT_TRUE(dead.IsClosed());
  EXPECT_EQ(Closed("half open"), 1.0);
}

TEST_F(ServerTest, AStuckClientIsClosedAndOthersDoNotNotice) {
  options_.limits.stuck_timeout = milliseconds(500);
  Start(milliseconds(5));
  WsClient stuck, quick;
  ASSERT_TRUE(stuck.Connect(port_, 4096) && !stuck.Upgrade().has_value());
  ASSERT_TRUE(quick.Open(port_));
  stuck.SendText(R"({"op":"subscribe","topic":"/image"})");
  quick.SendText(R"({"op":"subscribe","topic":"/robot_0/imu/data"})");
  std::vector<std::int64_t> steps;
  while (Closed("stuck") == 0.0 && steps.size() < 2000) {
    const auto message = quick.Receive();
    ASSERT_TRUE(message.has_value());
    const auto stamp = nlohmann::json::parse(message->payload)["msg"]["header"]["stamp"];
    steps.push_back(stamp["sec"].get<std::int64_t>() * 100 +
                    stamp["nanosec"].get<std::int64_t>() / 10000000);
  }
  EXPECT_EQ(Closed("stuck"), 1.0);
  // Every sample arrived while the other client was stuck.
  EXPECT_EQ(steps.back() - steps.front() + 1, static_cast<std::int64_t>(steps.size()));
  EXPECT_TRUE(stuck.IsClosed());
}

TEST_F(ServerTest, FastClientsAreSlowedNotCutOff) {
  options_.limits.rate = 200.0;
  Start();
  WsClient client;
  ASSERT_TRUE(client.Open(port_));
  const auto start = Clock::now();
  for (int i = 0; i < 300; ++i) {
    client.SendText(R"({"op":"publish","topic":"/ping","msg":{"data":1}})");
  }
  EXPECT_TRUE(Eventually([&] { return world_.taken().size() == 300; }));
  EXPECT_GE(Clock::now() - start, milliseconds(450));
  EXPECT_GT(metrics_.Find("surefoot_web_throttled_total", Metrics::Kind::kCounter, "")->value(),
            0.0);
}

TEST_F(ServerTest, AUsedPortIsAnError) {
  Start();
  WebOptions again = options_;
  again.port = static_cast<std::uint16_t>(port_);
  const auto second = StartServer({&world_.bridge(), &metrics_, &files_}, again);
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("choose another port"));
}

TEST(WebSettings, AreChecked) {
  const GatewayKind kind = Kind("");
  EXPECT_EQ(ReadWebOptions(kind, {})->port, 8080);
  EXPECT_EQ(ReadWebOptions(kind, {{"listen", "localhost"}})->listen, "127.0.0.1");
  EXPECT_TRUE(ReadWebOptions(kind, {{"listen", "0.0.0.0"}, {"insecure", "on"}}).ok());
  EXPECT_EQ(ReadWebOptions(kind, {})->access.tokens.of(graph::Role::kOwner).size(), 32u);
  EXPECT_TRUE(ReadWebOptions(kind, {{"open", "on"}})->access.open);
  EXPECT_EQ(ReadWebOptions(kind, {{"origins", "a,b"}})->access.origins.size(), 2u);
  const std::vector<std::pair<Settings, std::string>> cases{
      {{{"listen", "0.0.0.0"}}, "without TLS"},
      {{{"listen", "::"}}, "without TLS"},
      {{{"token", "a token in the command"}}, "can read a token"},
      {{{"token", "@/nowhere"}}, "cannot be read"},
      {{{"tls-cert", "x"}}, "give both"},
      {{{"page", "/nowhere"}}, "not a folder"},
      {{{"docs", "/nowhere"}}, "docs is '/nowhere'"},
      {{{"port", "70000"}}, "0 to 65535"},
      {{{"prot", "1"}}, "unknown option 'prot'"},
      {{{"max-message", "1000"}}, "max-message"},
  };
  for (const auto& [settings, part] : cases) {
    const Result<WebOptions> options = ReadWebOptions(kind, settings);
    ASSERT_FALSE(options.ok()) << part;
    EXPECT_THAT(options.error().message, HasSubstr(part));
  }
  TestWorld world;
  Metrics metrics;
  for (const Settings& settings :
       {Settings{{"listen", "not.an.address"}, {"insecure", "on"}},
        Settings{{"port", "0"}, {"tls-cert", "/nowhere"}, {"tls-key", "/nowhere"}}}) {
    EXPECT_FALSE(kind.start({&world.bridge(), &metrics}, settings).ok());
  }
}

}  // namespace
}  // namespace surefoot::gateways::web
