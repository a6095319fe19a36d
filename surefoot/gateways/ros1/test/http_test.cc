#include "surefoot/gateways/ros1/xmlrpc/http.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::ros1 {
namespace {

constexpr const char* kPost =
    "POST /RPC2 HTTP/1.1\r\nHost: localhost:11311\r\nContent-Type: text/xml\r\n"
    "Content-Length: 5\r\n\r\nhello";

HttpMessage Read(const std::string& bytes) {
  HttpReader reader(HttpReader::Kind::kRequests, 1000);
  EXPECT_TRUE(reader.Put(bytes).ok());
  EXPECT_TRUE(reader.complete());
  return reader.complete() ? reader.Take() : HttpMessage();
}

TEST(Http, ReadsRequestsInPiecesOfAnySize) {
  const std::string two = std::string(kPost) + kPost;
  for (std::size_t size = 1; size <= two.size(); size += 7) {
    HttpReader reader(HttpReader::Kind::kRequests, 1000);
    int count = 0;
    for (std::size_t at = 0; at < two.size(); at += size) {
      ASSERT_TRUE(reader.Put(two.substr(at, size)).ok());
      while (reader.complete()) {
        const HttpMessage message = reader.Take();
        EXPECT_EQ(message.method, "POST");
        EXPECT_EQ(message.content_type, "text/xml");
        EXPECT_EQ(message.body, "hello");
        EXPECT_TRUE(message.keep_alive);
        EXPECT_FALSE(message.from_browser);
        ++count;
        ASSERT_TRUE(reader.Put("").ok());
      }
    }
    EXPECT_EQ(count, 2) << size;
    EXPECT_FALSE(reader.started());
  }
}

TEST(Http, RecognizesBrowsers) {
  const auto with = [](const std::string& header) {
    return "POST / HTTP/1.1\r\n" + header + "\r\nContent-Length: 0\r\n\r\n";
  };
  EXPECT_TRUE(Read(with("Origin: https://example.org")).from_browser);
  EXPECT_TRUE(Read(with("Origin: null")).from_browser);
  EXPECT_TRUE(Read(with("sec-fetch-site: cross-site")).from_browser);
  EXPECT_TRUE(Read(with("Sec-Fetch-Mode: no-cors")).from_browser);
  EXPECT_FALSE(Read(with("User-Agent: Python-xmlrpc/3.11")).from_browser);
}

TEST(Http, ClosesAfterTheVersionsDefault) {
  EXPECT_FALSE(Read("POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n").keep_alive);
  EXPECT_FALSE(
      Read("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").keep_alive);
}

TEST(Http, LimitsHeadsAndBodies) {
  const auto accepts = [](const std::string& bytes) {
    HttpReader reader(HttpReader::Kind::kRequests, 1000);
    return reader.Put(bytes).ok();
  };
  EXPECT_TRUE(accepts("POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n"));
  EXPECT_FALSE(accepts("POST / HTTP/1.1\r\nContent-Length: 1001\r\n\r\n"));
  EXPECT_FALSE(accepts("POST / HTTP/1.1\r\nA: " + std::string(9000, 'a')));
  EXPECT_FALSE(accepts("POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n"));
  EXPECT_FALSE(accepts("\x16\x03\x01 not HTTP\r\n\r\n"));
}

TEST(Http, ReadsWhatItWrites) {
  HttpReader requests(HttpReader::Kind::kRequests, 1000);
  ASSERT_TRUE(requests.Put(HttpPost("localhost:1", "/", "body")).ok());
  EXPECT_EQ(requests.Take().body, "body");
  HttpReader responses(HttpReader::Kind::kResponses, 1000);
  ASSERT_TRUE(responses.Put(HttpResponse(403, "text/plain", "no", false)).ok());
  const HttpMessage response = responses.Take();
  EXPECT_EQ(response.status, 403);
  EXPECT_EQ(response.body, "no");
  EXPECT_FALSE(response.keep_alive);
}

}  // namespace
}  // namespace surefoot::gateways::ros1
