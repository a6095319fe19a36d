// HTTP and WebSocket: bytes that a client sends to a connection of the web gateway, over a socket
// pair. They are sent in pieces, one up to the end of each head, because a client waits for the
// answer before it sends frames.

#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <filesystem>

#include "fuzz/target.h"
#include "surefoot/gateways/web/http/connection.h"
#include "surefoot/gateways/web/test/test_world.h"

namespace surefoot::fuzz {
namespace {

using namespace gateways::web;  // NOLINT: this file is about it
using gateways::Files;
using gateways::Metrics;

constexpr const char* kOwner = "0123456789abcdef0123456789abcdef";
constexpr std::string_view kEndOfHead = "\r\n\r\n";

WebOptions MakeOptions() {
  WebOptions options;
  options.access.tokens = Tokens(kOwner);
  options.access.port = 8080;
  const std::string page = Folder() + "/page";
  std::filesystem::create_directory(page);
  WriteFile("page/index.html", "<p>page</p>");
  WriteFile("page/main.js", "1;");
  WriteFile("page/main.js.gz", "packed");
  WriteFile("secret", "not below the page");
  options.page = page;
  options.docs = page;
  return options;
}

/// A server without its port.
class Site {
 public:
  explicit Site(const WebOptions& options)
      : options_(options),
        hub_(&world_.bridge(), options_.limits, &counters_, options_.access.tokens),
        host_{options_,
              counters_,
              hub_,
              world_.bridge(),
              &files_,
              io_,
              [] {},
              [] {},
              [this](Connection*) { connection_ = nullptr; },
              nullptr,
              [](const std::string&, const char*, std::string_view, const std::string&) {}} {
    files_.Put("assets/a", {"text/plain", std::make_shared<const Bytes>(Bytes{'a'}), "", true, ""});
    int ends[2];
    Require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0,
            "a socket pair can be made");
    client_ = ends[0];
    connection_ = MakeConnection(&host_, ends[1], false, nullptr);
    Require(connection_ != nullptr, "a connection can be made");
    connection_->Start();
  }
  ~Site() {
    ::close(client_);
    Turn();
    // The connection must still answer.
    if (const auto connection = connection_) connection->End();
    Turn();
  }
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  void Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) break;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
      Turn();
    }
    Turn();
  }

 private:
  /// Runs all ready handlers and reads what the server has sent.
  void Turn() {
    for (int i = 0; i < 3; ++i) {
      io_.restart();
      io_.poll();
      world_.Step();
      hub_.Pump(Clock::now());
      char sent[4096];
      while (::recv(client_, sent, sizeof sent, 0) > 0) {
      }
    }
  }

  TestWorld world_;
  Metrics metrics_;
  Files files_;
  WebOptions options_;
  Counters counters_{&metrics_};
  Hub hub_;
  boost::asio::io_context io_{1};
  ConnectionHost host_;
  std::shared_ptr<Connection> connection_;
  int client_ = -1;
};

void Run(std::string_view input) {
  static const WebOptions options = MakeOptions();
  Site site(options);
  while (!input.empty()) {
    const std::size_t end = input.find(kEndOfHead);
    const std::string_view piece =
        end == input.npos ? input : input.substr(0, end + kEndOfHead.size());
    site.Send(piece);
    input.remove_prefix(piece.size());
  }
}

std::string Get(const std::string& target, const std::string& more = "") {
  return "GET " + target + " HTTP/1.1\r\nHost: localhost:8080\r\n" + more + "\r\n";
}

/// A text frame of a client; the mask is zero.
std::string Frame(const std::string& text) {
  return std::string("\x81") + static_cast<char>(0x80 | text.size()) + std::string(4, '\0') + text;
}

void AddSeeds(SeedList* seeds) {
  const std::string token = std::string("token=") + kOwner;
  const std::string upgrade =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  seeds->Add(Get("/?" + token));
  seeds->Add(Get("/main.js?" + token, "Accept-Encoding: gzip, br;q=0.5\r\n"));
  seeds->Add(Get("/files/assets/a?" + token) + Get("/%2e%2e/secret?" + token));
  seeds->Add(Get("/metrics", std::string("Authorization: Bearer ") + kOwner + "\r\n"));
  seeds->Add(Get("/", "Origin: http://example.org\r\nSec-Fetch-Site: cross-site\r\n"));
  seeds->Add("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
  seeds->Add("HEAD / HTTP/1.0\r\n\r\n");
  seeds->Add(Get("/", "Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n0\r\n\r\n");
  seeds->Add(Get("/?" + token, upgrade) + Frame(R"({"op":"subscribe","topic":"/pong"})") +
             Frame(R"({"op":"publish","topic":"/ping","msg":{"data":1}})") +
             std::string("\x89\x80\0\0\0\0\x88\x80\0\0\0\0", 12));
  seeds->Add(Get("/", upgrade) + Frame(R"({"op":"auth","mac":"x","rand":"y","t":1})"));
}

SUREFOOT_FUZZ_TARGET(http, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
