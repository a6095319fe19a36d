#include "surefoot/gateways/web/http/access.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "surefoot/gateways/web/http/static_files.h"

namespace surefoot::gateways::web {
namespace {

namespace fs = std::filesystem;

using graph::Role;

Visit To(std::string_view target, bool local = true, bool browser = false) {
  Visit visit;
  visit.target = target;
  visit.local = local;
  visit.browser = browser;
  return visit;
}

TEST(Tokens, EachRoleHasItsOwn) {
  const Tokens tokens("the owner's token");
  EXPECT_EQ(tokens.of(Role::kOwner), "the owner's token");
  EXPECT_EQ(tokens.RoleOf("the owner's token"), Role::kOwner);
  EXPECT_EQ(tokens.RoleOf(tokens.of(Role::kDriver)), Role::kDriver);
  EXPECT_EQ(tokens.RoleOf(tokens.of(Role::kViewer)), Role::kViewer);
  EXPECT_NE(tokens.of(Role::kDriver), tokens.of(Role::kViewer));
  // echo -n driver | openssl dgst -sha256 -hmac "the owner's token", the first half.
  EXPECT_EQ(tokens.of(Role::kDriver), "77ff0be3efa6648b0c58e74bc999270e");
  EXPECT_EQ(tokens.of(Role::kDriver), Tokens("the owner's token").of(Role::kDriver));
  for (const char* wrong : {"", "the owner's tokem", "the owner's token "}) {
    EXPECT_EQ(tokens.RoleOf(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(Tokens().RoleOf(""), std::nullopt);
  const std::string made = Tokens::Generate().of(Role::kOwner);
  EXPECT_EQ(made.size(), 32u);
  EXPECT_NE(made, Tokens::Generate().of(Role::kOwner));
}

TEST(RoleOf, IsThatOfTheToken) {
  AccessOptions options;
  options.tokens = Tokens("se cret&1");
  for (const bool local : {true, false}) {
    for (const bool browser : {true, false}) {
      EXPECT_EQ(RoleOf(options, To("/?token=se%20cret%261", local, browser)), Role::kOwner);
      EXPECT_EQ(RoleOf(options, To("/x?a=1&token=se%20cret%261&b", local, browser)), Role::kOwner);
      EXPECT_EQ(RoleOf(options, To("/?token=secret", local, browser)), std::nullopt)
          << "a wrong one does not make a guest";
      Visit bearer = To("/", local, browser);
      bearer.authorization = "Bearer se cret&1";
      EXPECT_EQ(RoleOf(options, bearer), Role::kOwner);
      bearer.authorization = "Bearer x";
      EXPECT_EQ(RoleOf(options, bearer), std::nullopt);
    }
  }
}

TEST(RoleOf, GuestsAreProgramsOnThisComputer) {
  AccessOptions options;
  options.tokens = Tokens("a token of sixteen");
  EXPECT_EQ(RoleOf(options, To("/", true, false)), Role::kDriver);
  EXPECT_EQ(RoleOf(options, To("/", true, true)), std::nullopt) << "any web site may be behind it";
  EXPECT_EQ(RoleOf(options, To("/", false, false)), std::nullopt);
  options.guests = Role::kViewer;
  EXPECT_EQ(RoleOf(options, To("/")), Role::kViewer);
  options.guests = std::nullopt;
  EXPECT_EQ(RoleOf(options, To("/")), std::nullopt);
  options.open = true;
  EXPECT_EQ(RoleOf(options, To("/", false, true)), Role::kOwner);
}

struct PlaceCase {
  const char* origin;
  const char* host;
  bool allowed;
};

TEST(Place, OfOtherSitesAndOtherPortsIsRefused) {
  AccessOptions options;
  options.port = 8080;
  const PlaceCase cases[] = {
      {"", "localhost:8080", true},
      {"", "127.0.0.1:8080", true},
      {"", "[::1]:8080", true},
      {"", "192.168.1.5:8080", true},
      {"", "evil.example:8080", false},
      {"", "localhost.evil.example:8080", false},
      {"http://localhost:8080", "localhost:8080", true},
      {"http://[::1]:8080", "[::1]:8080", true},
      {"http://192.168.1.5:8080", "192.168.1.5:8080", true},
      // Another program's page on this computer.
      {"http://localhost:3000", "localhost:8080", false},
      {"http://localhost:3000", "127.0.0.1:8080", false},
      {"http://localhost:3000", "localhost:3000", false},
      {"http://localhost", "localhost", false},
      {"http://127.0.0.1:8080", "localhost:8080", false},
      {"http://evil.example", "localhost:8080", false},
      {"null", "localhost:8080", false},
      {"http://localhost.evil.example", "localhost:8080", false},
      {"http://127.0.0.1.evil.example", "127.0.0.1:8080", false},
      // A foreign name that resolves to this server.
      {"http://evil.example:8080", "evil.example:8080", false},
      {"http://localhost:3000", "192.168.1.5:8080", false},
  };
  for (const PlaceCase& c : cases) {
    Visit visit = To("/", true, *c.origin != '\0');
    visit.host = c.host;
    visit.origin = c.origin;
    EXPECT_EQ(IsHostAndOriginAllowed(options, visit), c.allowed) << c.origin << " " << c.host;
  }
}

TEST(Place, TheOwnerAddsNames) {
  AccessOptions options;
  options.port = 8080;
  options.origins = {"https://Good.example", "null"};
  const auto allowed = [&](const char* host, const char* origin) {
    Visit visit = To("/", true, true);
    visit.host = host;
    visit.origin = origin;
    return IsHostAndOriginAllowed(options, visit);
  };
  EXPECT_TRUE(allowed("good.example", "https://good.example"));
  EXPECT_TRUE(allowed("localhost:8080", "https://good.example"));
  EXPECT_TRUE(allowed("localhost:8080", "null"));
  EXPECT_FALSE(allowed("good.example", "http://good.example"));
  EXPECT_FALSE(allowed("bad.example", "https://good.example"));
  options.origins = {"*"};
  EXPECT_TRUE(allowed("x.example", "http://y.example"));
  Visit no_host = To("/", true, true);
  EXPECT_FALSE(IsHostAndOriginAllowed(options, no_host));
  no_host.browser = false;
  EXPECT_TRUE(IsHostAndOriginAllowed(options, no_host));
}

// sha512sum of "s3cret" "me" "you" "abc" "1000" "admin" "1100".
TEST(Auth, NeedsTheMacAndTheTimeAndIsGoodOnce) {
  Request request;
  request.client = "me";
  request.dest = "you";
  request.rand = "abc";
  request.t = 1000;
  request.level = "admin";
  request.end = 1100;
  request.mac =
      "bc7bae4725d1fc2d6aa3ab75815a70f6a23317222a1e4b2af2bf22be643c4f67"
      "80f3de4d0cd38c46c63938dc68ae7729b8668fcdf4483d4814022f04f7de8982";
  const Tokens tokens("s3cret");
  const Tokens others("s3creT");
  EXPECT_EQ(Authenticator(tokens).Check(request, 1005), Role::kOwner);
  EXPECT_EQ(Authenticator(others).Check(request, 1005), std::nullopt);
  EXPECT_EQ(Authenticator(tokens).Check(request, 1050), std::nullopt) << "too late";
  EXPECT_EQ(Authenticator(tokens).Check(request, 900), std::nullopt) << "too early";
  Authenticator authenticator(tokens);
  EXPECT_EQ(authenticator.Check(request, 1005), Role::kOwner);
  EXPECT_EQ(authenticator.Check(request, 1006), std::nullopt) << "replayed";
  EXPECT_EQ(authenticator.Check(request, 1030), std::nullopt) << "replayed at the last moment";
  request.end = 1101;
  EXPECT_EQ(authenticator.Check(request, 1005), std::nullopt);
}

TEST(FailureLimit, SlowsGuessingDown) {
  FailureLimit limit;
  TimePoint now{};
  int guesses = 0;
  for (int i = 0; i < 1000; ++i) {
    if (!limit.Allows("10.0.0.1", now)) break;
    limit.Count("10.0.0.1", now);
    ++guesses;
  }
  EXPECT_EQ(guesses, 10);
  EXPECT_TRUE(limit.Allows("10.0.0.2", now)) << "others are not slowed";
  now += std::chrono::seconds(5);
  EXPECT_FALSE(limit.Allows("10.0.0.1", now));
  now += std::chrono::seconds(2);
  EXPECT_TRUE(limit.Allows("10.0.0.1", now));
  limit.Count("10.0.0.1", now);
  EXPECT_FALSE(limit.Allows("10.0.0.1", now));
  EXPECT_TRUE(limit.LocksOut("10.0.0.1", now));
}

TEST(FailureLimit, OneNetworkHasOneLimit) {
  FailureLimit limit;
  for (int i = 0; i < 10; ++i) limit.Count("2001:db8:1:2::" + std::to_string(i), TimePoint{});
  EXPECT_FALSE(limit.Allows("2001:db8:1:2:3:4:5:6", TimePoint{}));
  EXPECT_TRUE(limit.Allows("2001:db8:1:3::1", TimePoint{}));
  for (int i = 0; i < 10; ++i) limit.Count("::ffff:127.0.0.1", TimePoint{});
  EXPECT_FALSE(limit.LocksOut("::ffff:127.0.0.1", TimePoint{})) << "this computer";
}

TEST(FailureLimit, LocalProgramsCannotLockTheOwnerOut) {
  FailureLimit limit;
  for (int i = 0; i < 1000; ++i) limit.Count("127.0.0.1", TimePoint{});
  EXPECT_FALSE(limit.Allows("127.0.0.1", TimePoint{}));
  EXPECT_FALSE(limit.LocksOut("127.0.0.1", TimePoint{}));
}

TEST(Url, Unescapes) {
  EXPECT_EQ(Unescape("a%20b%2fC%zz%4"), "a b/C%zz%4");
  EXPECT_EQ(QueryValue("/p?x=1&y=%41", "y"), "A");
  EXPECT_EQ(QueryValue("/p", "y"), "");
}

class StaticFiles : public testing::Test {
 protected:
  StaticFiles()
      : folder_(fs::temp_directory_path() / ("surefoot_web_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_ / "page" / "sub");
    std::ofstream(folder_ / "secret.txt") << "x";
    std::ofstream(folder_ / "page" / "index.html") << "x";
    std::ofstream(folder_ / "page" / "sub" / "a b.js") << "x";
    fs::create_symlink(folder_ / "secret.txt", folder_ / "page" / "link.txt");
  }
  ~StaticFiles() override { fs::remove_all(folder_); }
  bool Finds(const char* target) {
    return FindStaticFile((folder_ / "page").string(), target).has_value();
  }
  fs::path folder_;
};

TEST_F(StaticFiles, AreFoundInsideOnly) {
  EXPECT_TRUE(Finds("/"));
  EXPECT_TRUE(Finds("/index.html?x=1"));
  EXPECT_TRUE(Finds("/sub/a%20b.js"));
  EXPECT_TRUE(Finds("/sub/../index.html"));
  for (const char* target :
       {"/sub", "/none", "", "index.html", "/../secret.txt", "/%2e%2e/secret.txt",
        "/sub/../../secret.txt", "/link.txt", "//etc/passwd", "/%00", "/..", "*"}) {
    EXPECT_FALSE(Finds(target)) << target;
  }
  EXPECT_FALSE(FindStaticFile("/nowhere", "/").has_value());
  EXPECT_STREQ(ContentType("/a/x.js"), "text/javascript; charset=utf-8");
  EXPECT_STREQ(ContentType("x"), "application/octet-stream");
}

TEST(StaticNames, ReportOfGzipAndHashes) {
  for (const char* yes : {"gzip", "br, gzip", "*", "gzip;q=0.5", " deflate ,\tgzip ;q=1"}) {
    EXPECT_TRUE(TakesGzip(yes)) << yes;
  }
  for (const char* no : {"", "br", "gzip;q=0", "gzip;q=0.000", "xgzip", ",,;"}) {
    EXPECT_FALSE(TakesGzip(no)) << no;
  }
  EXPECT_TRUE(HasHashedName("/page/main-4XTB7KQ2.js"));
  EXPECT_TRUE(HasHashedName("main-4XTB7KQ2.css.map"));
  for (const char* no :
       {"/a-4XTB7KQ2/index.html", "main.js", "main-abcdefgh.js", "main-.js", "-"}) {
    EXPECT_FALSE(HasHashedName(no)) << no;
  }
}

TEST(BuiltinPage, HasNoHtmlFromOutside) {
  EXPECT_EQ(BuiltinPage("<script>", false).find("<script>"), std::string::npos);
  EXPECT_NE(BuiltinPage("h:1", true).find("wss://h:1"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::gateways::web
