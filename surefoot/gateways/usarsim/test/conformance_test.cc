#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "surefoot/gateways/usarsim/test/gateway_fixture.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "tests/source_dir.h"

namespace surefoot::gateways::usarsim {
namespace {

std::string Unescaped(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] == '\\' && (next == 'r' || next == 'n')) {
      bytes += next == 'r' ? '\r' : '\n';
      ++i;
    } else {
      bytes += text[i];
    }
  }
  return bytes;
}

class Transcripts : public GatewayFixture {
 protected:
  /// The next line that matches; no line before it may match `forbidden`.
  void Expect(TestClient* client, const std::string& pattern, const std::string& forbidden) {
    const std::regex expected(pattern);
    const std::regex unwanted(forbidden.empty() ? "$^" : forbidden);
    const bool found = Until([&] {
      client->Receive();
      for (std::string line = client->TakeLine(""); !line.empty(); line = client->TakeLine("")) {
        if (std::regex_match(line, expected)) return true;
        EXPECT_FALSE(!forbidden.empty() && std::regex_match(line, unwanted)) << line;
      }
      return false;
    });
    EXPECT_TRUE(found) << "no line like " << pattern;
  }
  void ExpectCommand(const std::string& text) {
    std::istringstream stream(text);
    std::string topic;
    double x = 0.0;
    double z = 0.0;
    stream >> topic >> x >> z;
    const bool came = Until([&] {
      const auto twist = server_.Last<msgs::geometry_msgs::Twist>(topic);
      return server_.Count(topic) > 0 && std::abs(twist.linear.x - x) < 1e-5 &&
             std::abs(twist.angular.z - z) < 1e-5;
    });
    EXPECT_TRUE(came) << text << ": " << server_.Last<msgs::geometry_msgs::Twist>(topic).linear.x;
  }
  void Play(const std::filesystem::path& file) {
    TestClient client(Port("usarsim"));
    std::ifstream stream(file);
    std::string forbidden;
    int lines = 0;
    for (std::string line; std::getline(stream, line); ++lines) {
      const std::string rest = line.size() > 2 ? line.substr(2) : "";
      if (line[0] == '>') client.Send(Unescaped(rest));
      if (line[0] == '!') forbidden = rest;
      if (line[0] == '=') ExpectCommand(rest);
      if (line[0] == '<') Expect(&client, rest, std::exchange(forbidden, ""));
      if (HasFailure()) FAIL() << file << ":" << lines + 1;
    }
    EXPECT_GT(lines, 3) << file;
  }
};

TEST_F(Transcripts, OfRealClientsAreUnderstoodAndAnswered) {
  Start();
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           SUREFOOT_SOURCE_DIR "/surefoot/gateways/usarsim/test/transcripts")) {
    if (entry.path().extension() != ".txt") continue;
    Play(entry.path());
    if (HasFailure()) return;
    ++count;
  }
  EXPECT_GE(count, 6);
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
