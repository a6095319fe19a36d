#include "surefoot/gateways/usarsim/net/first_bytes.h"

#include <gmock/gmock.h>

namespace surefoot::gateways::usarsim {
namespace {

using Judge = FirstBytes (*)(std::string_view);

/// The verdict does not depend on how the bytes are split, and never changes once given.
FirstBytes JudgeInPieces(Judge judge, const std::string& bytes) {
  FirstBytes verdict = FirstBytes::kIncomplete;
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    const FirstBytes now = judge(std::string_view(bytes).substr(0, size));
    if (verdict == FirstBytes::kIncomplete) verdict = now;
    if (verdict != FirstBytes::kIncomplete) break;
  }
  return verdict;
}

TEST(FirstBytes, LinesOfTheProtocolAreAccepted) {
  for (const std::string line :
       {"INIT {ClassName USARBot.P3AT}\r\n", "init{ClassName P3AT}", "INIT\t{ClassName P3AT}\n",
        "GETSTARTPOSES\r\n", "GETSTARTPOSES \n", "\r\n\r\n  INIT {", "{Class Pawn}\r\n",
        "NONSENSE {x}", "DRIVE {Left 1} HTTP/1.1\r\n"}) {
    EXPECT_EQ(JudgeInPieces(JudgeLine, line), FirstBytes::kAccepted) << line;
    EXPECT_EQ(JudgeLine(line), FirstBytes::kAccepted) << line;
  }
  EXPECT_EQ(JudgeLine(std::string("INIT\0", 5)), FirstBytes::kAccepted);
}

TEST(FirstBytes, RequestsOfOtherProtocolsAreRefused) {
  const std::string hello("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
  const std::string stun("\x00\x03\x00\x00\x21\x12\xa4\x42", 8);
  for (const std::string& bytes :
       {std::string("GET / HTTP/1.1\r\n"), std::string("POST /INIT HTTP/1.1\r\n"),
        std::string("OPTIONS * HTTP/1.1\r\n"),
        std::string("INIT /?{ClassName%20P3AT} HTTP/1.1\r\n"),
        std::string("CONNECT 127.0.0.1:3000 HTTP/1.1\r\n"),
        std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n"),
        std::string("get http://127.0.0.1/ HTTP/1.0\r\n"), std::string("M-SEARCH * HTTP/1.1\r\n"),
        std::string("X!#$ /\r\n"), std::string("GET /\r\n"), std::string("HTTP/1.1 200 OK\r\n"),
        std::string("POST ") + std::string(100000, '/'), std::string(100000, 'x'),
        std::string(100000, '\n'), std::string("INIT ") + std::string(1000, ' '),
        std::string("SSH-2.0-x\r\n"), std::string("EHLO example.org\r\n"), hello, stun}) {
    EXPECT_EQ(JudgeInPieces(JudgeLine, bytes), FirstBytes::kRefused) << bytes.substr(0, 50);
    EXPECT_EQ(JudgeLine(bytes), FirstBytes::kRefused) << bytes.substr(0, 50);
  }
}

TEST(FirstBytes, WaitsForWhatIsMissing) {
  for (const char* bytes : {"", "\r\n", "I", "INIT", "INIT ", "GET", "POST "}) {
    EXPECT_EQ(JudgeLine(bytes), FirstBytes::kIncomplete) << bytes;
  }
  for (const char* bytes : {"", "O", "U", "\r\n"}) {
    EXPECT_EQ(JudgeImageRequest(bytes), FirstBytes::kIncomplete) << bytes;
  }
}

TEST(FirstBytes, OfImageRequests) {
  const std::string part("U\0\0\0\1", 5);
  for (const std::string& bytes :
       {std::string("OK"), std::string("OK\r\n"), std::string("OKOK"), std::string("\nOK"), part}) {
    EXPECT_EQ(JudgeImageRequest(bytes), FirstBytes::kAccepted) << bytes;
  }
  const std::string hello("\x16\x03\x01\x02", 4);
  for (const std::string& bytes :
       {std::string("GET / HTTP/1.1"), std::string("OPTIONS / HTTP/1.1"),
        std::string("UNLOCK / HTTP/1.1"), std::string("U / HTTP/1.1"), std::string("OK / HTTP/1.1"),
        std::string("POST /OK HTTP/1.1\r\n\r\nOK"), hello}) {
    EXPECT_EQ(JudgeImageRequest(bytes), FirstBytes::kRefused) << bytes;
  }
}

TEST(FirstBytes, AreDescribed) {
  EXPECT_EQ(DescribeFirstBytes("POST / HTTP/1.1\r\nHost: x\r\n"), "an HTTP request");
  EXPECT_EQ(DescribeFirstBytes("POST /"), "an HTTP request");
  EXPECT_EQ(DescribeFirstBytes(std::string_view("\x16\x03\x01", 3)), "a TLS handshake");
  EXPECT_EQ(DescribeFirstBytes("xxx"), "bytes that are not of the protocol");
  EXPECT_EQ(DescribeFirstBytes(""), "bytes that are not of the protocol");
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
