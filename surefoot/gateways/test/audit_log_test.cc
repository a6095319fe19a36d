#include "surefoot/gateways/audit_log.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot::gateways {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class AuditLogTest : public testing::Test {
 protected:
  void Start(std::uint64_t max_bytes = 1 << 20, int kept_files = 2) {
    AuditOptions options;
    options.path = path_;
    options.max_bytes = max_bytes;
    options.kept_files = kept_files;
    options.clock = [this] { return now_; };
    options.complain = [this](const std::string& text) { complaint_ = text; };
    log_ = std::make_unique<AuditLog>(std::move(options));
    ASSERT_TRUE(log_->Open().ok());
  }
  static std::string TextOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Each line, parsed by an independent JSON library.
  std::vector<json> Lines(const std::string& suffix = "") {
    std::vector<json> lines;
    std::istringstream text(TextOf(path_ + suffix));
    for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
    return lines;
  }
  static AuditEvent Refusal(const std::string& name) {
    return {.action = "call", .name = name, .allowed = false, .reason = "no", .client = "web:1"};
  }

  const TempFolder folder_;
  std::string path_ = folder_.Path("audit.jsonl");
  double now_ = 1763487223.25;
  std::string complaint_;
  std::unique_ptr<AuditLog> log_;
};

TEST_F(AuditLogTest, SaysWhoDidWhat) {
  Start();
  log_->Joined({.action = "connect",
                .client = "web:3",
                .role = "driver",
                .address = "192.0.2.7",
                .gateway = "web"});
  log_->Write({.action = "call", .name = "/spawn_entity", .client = "web:3", .role = "driver"});
  // Each line is in the file while the log is open.
  const std::vector<json> lines = Lines();
  ASSERT_EQ(lines.size(), 2u);
  const json call = {{"time", "2025-11-18T17:33:43.250Z"},
                     {"gateway", "web"},
                     {"client", "web:3"},
                     {"role", "driver"},
                     {"address", "192.0.2.7"},
                     {"action", "call"},
                     {"name", "/spawn_entity"},
                     {"outcome", "allowed"}};
  EXPECT_EQ(lines[1], call);
  log_->Left("web:3");
  EXPECT_EQ(Lines()[2]["action"], "disconnect");
  struct stat info {};
  ASSERT_EQ(stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(AuditLogTest, TextsOfClientsStayOneLineOfPlainText) {
  Start();
  log_->Write(Refusal("/a\"}\n{\"time\":\"now\",\"role\":\"owner\"\x1b[2J\xe2\x80\xae\x7f"));
  log_->Write(Refusal(std::string(100000, 'x')));
  const std::string text = TextOf(path_);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
  EXPECT_EQ(Lines()[0]["role"], "none");
  EXPECT_LT(text.size(), 1000u);
}

TEST_F(AuditLogTest, SecretsAreNotWritten) {
  Start();
  log_->Hide("0123456789abcdef");
  AuditEvent event = Refusal("/x?token=0123456789abcdef&y=0123456789abcdef");
  event.reason = "0123456789abcdef";
  event.client = "web:0123456789abcdef";
  event.address = "0123456789abcdef";
  log_->Write(event);
  EXPECT_THAT(TextOf(path_), Not(HasSubstr("0123456789abcdef")));
  EXPECT_THAT(TextOf(path_), HasSubstr("/x?token=***&y=***"));
}

TEST_F(AuditLogTest, TheSameAgainIsCounted) {
  Start();
  for (int i = 0; i < 1000; ++i) log_->Write(Refusal("/load_world"));
  EXPECT_EQ(Lines().size(), 1u);
  now_ += AuditLog::kPeriod + 1.0;
  log_->Write(Refusal("/other"));
  ASSERT_EQ(Lines().size(), 3u);
  EXPECT_EQ(Lines()[1]["count"], 999);
  log_->Write(Refusal("/other"));
  log_ = nullptr;
  EXPECT_EQ(Lines().size(), 4u) << "what was counted is written at the end";
}

TEST_F(AuditLogTest, NobodyFloodsIt) {
  Start(std::uint64_t{1} << 30);
  for (int i = 0; i < 50000; ++i) log_->Write(Refusal("/try" + std::to_string(i)));
  const std::size_t flood = Lines().size();
  EXPECT_LE(flood, AuditLog::kRefusalBurst);
  // Neither the actions of others nor the same client's changes are lost.
  AuditEvent change = Refusal("/spawn_entity");
  change.allowed = true;
  log_->Write(change);
  AuditEvent other = Refusal("/try");
  other.client = "web:2";
  log_->Write(other);
  EXPECT_EQ(Lines().size(), flood + 2);
  now_ += 1.0;
  log_->Write(Refusal("/last"));
  EXPECT_EQ(Lines().back()["suppressed"].get<std::size_t>(), 50000 - flood);
}

TEST_F(AuditLogTest, FilesHaveALimit) {
  Start(1000, 2);
  for (int i = 0; i < 100; ++i) {
    now_ += 10.0;
    log_->Write(Refusal("/try" + std::to_string(i)));
  }
  for (const char* suffix : {"", ".1", ".2"}) {
    EXPECT_GT(Lines(suffix).size(), 0u) << suffix;
    EXPECT_LE(TextOf(path_ + suffix).size(), 1000u) << suffix;
  }
  EXPECT_EQ(Lines().back()["name"], "/try99");
  EXPECT_FALSE(std::filesystem::exists(path_ + ".3"));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".0"));
}

TEST_F(AuditLogTest, WhatCannotBeWrittenIsReported) {
  Start(1000, 2);
  log_->Write(Refusal("/first"));
  // A file cannot be renamed to a folder that is not empty.
  std::filesystem::create_directories(path_ + ".0/in the way");
  for (int i = 0; i < 20; ++i) log_->Write(Refusal("/try" + std::to_string(i)));
  EXPECT_THAT(complaint_, HasSubstr("cannot be written"));
  const std::size_t kept = Lines().size();
  std::filesystem::remove_all(path_ + ".0");
  log_->Write(Refusal("/again"));
  ASSERT_EQ(Lines().size(), 1u);
  EXPECT_EQ(Lines()[0]["lost"].get<std::size_t>(), 21 - kept);
}

TEST_F(AuditLogTest, OnlyRegularFiles) {
  AuditOptions options;
  for (const std::string& path : {folder_.Path("pipe"), folder_.Path("link"),
                                  folder_.Path("no/folder"), std::string("/dev/null")}) {
    if (path == folder_.Path("pipe")) {
      ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    }
    if (path == folder_.Path("link")) std::filesystem::create_symlink(path_, path);
    options.path = path;
    const Status opened = AuditLog(options).Open();
    ASSERT_FALSE(opened.ok()) << path;
    EXPECT_THAT(opened.error().message, HasSubstr(path));
  }
}

TEST_F(AuditLogTest, LinesBeforeItIsOpenWait) {
  AuditOptions options;
  options.path = path_;
  AuditLog log(options);
  log.Write(Refusal("/early"));
  EXPECT_FALSE(std::filesystem::exists(path_));
  ASSERT_TRUE(log.Open().ok());
  ASSERT_EQ(Lines().size(), 1u);
  EXPECT_EQ(Lines()[0]["name"], "/early");
}

}  // namespace
}  // namespace surefoot::gateways
