#include "surefoot/gateways/web/http/access.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "surefoot/gateways/web/http/static_files.h"

namespace surefoot::gateways::web {
namespace {

namespace fs = std::filesystem;

TEST(Token, IsInTheQueryOrTheHeader) {
  const AccessOptions options{"se cret&1", {}};
  EXPECT_TRUE(HasToken(options, {"/?token=se%20cret%261", "", "", ""}));
  EXPECT_TRUE(HasToken(options, {"/x?a=1&token=se%20cret%261&b", "", "", ""}));
  EXPECT_TRUE(HasToken(options, {"/", "", "", "Bearer se cret&1"}));
  for (const char* target :
       {"/", "/?token=", "/?token=secret", "/?mytoken=se%20cret%261", "/?token"}) {
    EXPECT_FALSE(HasToken(options, {target, "", "", ""})) << target;
  }
  EXPECT_FALSE(HasToken(options, {"/", "", "", "Bearer x"}));
  EXPECT_TRUE(HasToken({}, {"/", "", "", ""}));
}

struct OriginCase {
  const char* origin;
  const char* host;
  bool allowed;
};

TEST(Origin, OfOtherSitesIsRefused) {
  const OriginCase cases[] = {
      {"", "localhost:8080", true},
      {"http://localhost:8080", "localhost:8080", true},
      {"http://localhost:3000", "127.0.0.1:8080", true},
      {"http://[::1]:3000", "localhost:8080", true},
      {"http://192.168.1.5:8080", "192.168.1.5:8080", true},
      {"http://evil.example", "localhost:8080", false},
      {"null", "localhost:8080", false},
      {"http://localhost.evil.example", "localhost:8080", false},
      {"http://127.0.0.1.evil.example", "127.0.0.1:8080", false},
      {"http://127.evil.example", "127.0.0.1:8080", false},
      // A name of theirs that was made to point here.
      {"http://evil.example:8080", "evil.example:8080", false},
      {"http://localhost:3000", "192.168.1.5:8080", false},
  };
  for (const OriginCase& c : cases) {
    EXPECT_EQ(IsOriginAllowed({}, {"/", c.host, c.origin, ""}), c.allowed) << c.origin << c.host;
  }
  const AccessOptions open{"", {"https://good.example", "null"}};
  EXPECT_TRUE(IsOriginAllowed(open, {"/", "localhost", "https://good.example", ""}));
  EXPECT_TRUE(IsOriginAllowed(open, {"/", "localhost", "null", ""}));
  EXPECT_FALSE(IsOriginAllowed(open, {"/", "localhost", "http://good.example", ""}));
  EXPECT_TRUE(IsOriginAllowed({"", {"*"}}, {"/", "localhost", "http://x.example", ""}));
  EXPECT_TRUE(IsOriginAllowed({"a token", {}}, {"/", "robot:80", "http://robot:80", ""}));
}

// sha512sum of "s3cret" "me" "you" "abc" "1000" "admin" "1100".
TEST(Auth, NeedsTheMacAndTheTime) {
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
  EXPECT_TRUE(IsAuthGood("s3cret", request, 1005));
  EXPECT_FALSE(IsAuthGood("s3creT", request, 1005));
  EXPECT_FALSE(IsAuthGood("s3cret", request, 1050)) << "too late";
  EXPECT_FALSE(IsAuthGood("s3cret", request, 900)) << "too early";
  request.end = 1101;
  EXPECT_FALSE(IsAuthGood("s3cret", request, 1005));
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

TEST(StaticNames, TellOfGzipAndHashes) {
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
