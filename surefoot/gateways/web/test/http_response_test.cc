#include "surefoot/gateways/web/http/http_response.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace surefoot::gateways::web {
namespace {

using testing::HasSubstr;

class HttpAnswerTest : public testing::Test {
 protected:
  HttpResponse Ask(std::string_view target, bool reads = true) {
    HttpRequest question;
    question.reads = reads;
    question.visit.target = target;
    question.visit.host = host_;
    question.role = role_;
    return AnswerTo(question, {options_, &files_, [] { return std::string("a 1\n"); },
                               [this] { return trouble_; }});
  }
  WebOptions options_;
  Files files_;
  std::string trouble_;
  std::string host_ = "localhost:8080";
  std::optional<graph::Role> role_ = graph::Role::kViewer;
};

TEST_F(HttpAnswerTest, PagesAndHealthAreForEverybody) {
  role_ = std::nullopt;
  EXPECT_EQ(Ask("/healthz").text, "ok\n");
  EXPECT_EQ(Ask("/").status, 200);
  EXPECT_THAT(Ask("/").type, HasSubstr("text/html"));
  EXPECT_EQ(Ask("/nowhere").status, 404);
  EXPECT_EQ(Ask("/healthz", false).status, 405);
}

TEST_F(HttpAnswerTest, HealthWatchesTheSimulation) {
  EXPECT_EQ(Ask("/healthz").status, 200);
  trouble_ = "the simulation loop has been stuck for 3 s";
  EXPECT_EQ(Ask("/healthz").status, 503);
  EXPECT_EQ(Ask("/healthz").text, "the simulation loop has been stuck for 3 s\n");
  EXPECT_EQ(Ask("/healthz").cache_control, "no-store");
}

TEST_F(HttpAnswerTest, MetricsAndFilesNeedARole) {
  files_.Put("a", {"image/png", std::make_shared<Bytes>(Bytes{1, 2}), "", true, ""});
  for (const char* path : {"/metrics", "/files/a"}) {
    role_ = std::nullopt;
    EXPECT_EQ(Ask(path).status, 401);
    role_ = graph::Role::kViewer;
    EXPECT_EQ(Ask(path).status, 200);
  }
  const HttpResponse file = Ask("/files/a?x=1");
  EXPECT_EQ(file.bytes->size(), 2u);
  EXPECT_EQ(file.type, "image/png");
  EXPECT_THAT(file.cache_control, HasSubstr("immutable"));
  EXPECT_EQ(Ask("/files/b").status, 404);
}

TEST_F(HttpAnswerTest, SaysWhichRoleAVisitorHas) {
  role_ = graph::Role::kDriver;
  EXPECT_EQ(Ask("/access").text, "{\"role\":\"driver\"}\n");
  role_ = std::nullopt;
  EXPECT_EQ(Ask("/access").status, 401);
}

TEST_F(HttpAnswerTest, OffersTheDocumentationBelowDocs) {
  role_ = std::nullopt;
  EXPECT_EQ(Ask("/docs").status, 404);
  EXPECT_EQ(Ask("/docs/").status, 404);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("surefoot_docs_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "site" / "start");
  std::ofstream(folder / "secret.html") << "x";
  std::ofstream(folder / "site" / "index.html") << "x";
  std::ofstream(folder / "site" / "start" / "a.html") << "x";
  options_.docs = (folder / "site").string();
  EXPECT_EQ(Ask("/docs").status, 302);
  EXPECT_EQ(Ask("/docs").location, "/docs/");
  std::ofstream(folder / "site" / "start" / "index.html") << "x";
  EXPECT_EQ(Ask("/docs/start?a=b").location, "/docs/start/");
  EXPECT_THAT(Ask("/docs/start/").path, testing::EndsWith("start/index.html"));
  EXPECT_EQ(Ask("/docs/start/").location, "");
  EXPECT_THAT(Ask("/docs/").path, testing::EndsWith("site/index.html"));
  EXPECT_THAT(Ask("/docs/start/a.html?h=word").path, testing::EndsWith("start/a.html"));
  EXPECT_THAT(Ask("/docs/start/a.html").type, HasSubstr("text/html"));
  for (const char* path : {"/docs/none.html", "/docs/../secret.html", "/docs/%2e%2e/secret.html",
                           "/docs/begin", "/docs//etc/passwd", "/docsindex.html"}) {
    EXPECT_EQ(Ask(path).status, 404) << path;
  }
  role_ = graph::Role::kViewer;
  EXPECT_EQ(Ask("/access").text, "{\"role\":\"viewer\",\"docs\":true}\n");
  std::filesystem::remove_all(folder);
}

TEST_F(HttpAnswerTest, NothingIsAnsweredUnderANameThatIsNotTheServers) {
  host_ = "evil.example:8080";
  for (const char* path : {"/", "/healthz", "/metrics", "/files/a"}) {
    EXPECT_EQ(Ask(path).status, 421) << path;
  }
}

TEST_F(HttpAnswerTest, NamesOfFilesCannotAddHeaders) {
  files_.Put("a", {"text/plain", nullptr, "/f", false, "x\"\r\nSet-Cookie: a=b"});
  const HttpResponse file = Ask("/files/a");
  EXPECT_EQ(file.disposition, "attachment; filename=\"x___Set-Cookie: a=b\"");
  EXPECT_EQ(file.path, "/f");
}

}  // namespace
}  // namespace surefoot::gateways::web
