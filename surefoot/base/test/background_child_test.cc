#include "surefoot/base/process/background_child.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

namespace surefoot {
namespace {

namespace fs = std::filesystem;

bool WaitFor(const std::function<bool()>& done) {
  for (int i = 0; i < 1000; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

std::string TextOf(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class BackgroundChildTest : public testing::Test {
 protected:
  BackgroundChildTest()
      : folder_(fs::temp_directory_path() / ("surefoot-child-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~BackgroundChildTest() override { fs::remove_all(folder_); }

  BackgroundChildOptions Shell(const std::string& script) const {
    BackgroundChildOptions options;
    options.arguments = {"sh", "-c", script};
    options.folder = folder_.string();
    options.log_file = (folder_ / "log").string();
    return options;
  }

  fs::path folder_;
};

TEST_F(BackgroundChildTest, RunsInItsFolderWithItsEnvironmentAndLog) {
  BackgroundChildOptions options = Shell("echo out $COLOUR; pwd >&2; exit 3");
  options.environment = {{"COLOUR", "blue"}};
  auto child = BackgroundChild::Start(options);
  ASSERT_TRUE(child.ok()) << child.error().message;
  ASSERT_TRUE(WaitFor([&] { return child.value()->HasEnded(); }));
  EXPECT_EQ(child.value()->HowItEnded(), "exit status 3");
  EXPECT_FALSE(child.value()->ended_well());
  EXPECT_EQ(TextOf(folder_ / "log"), "out blue\n" + fs::canonical(folder_).string() + "\n");
  // The next program appends.
  options.arguments = {"echo", "again"};
  auto next = BackgroundChild::Start(options);
  ASSERT_TRUE(WaitFor([&] { return next.value()->HasEnded(); }));
  EXPECT_TRUE(next.value()->ended_well());
  EXPECT_NE(TextOf(folder_ / "log").find("again"), std::string::npos);
}

TEST_F(BackgroundChildTest, NothingOfItIsLeft) {
  // A grandchild that does not care about SIGTERM.
  auto child = BackgroundChild::Start(
      Shell("trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > pid; sleep 100' & wait; sleep 100"));
  ASSERT_TRUE(child.ok());
  int grandchild = 0;
  ASSERT_TRUE(WaitFor([&] {
    std::ifstream(folder_ / "pid") >> grandchild;
    return grandchild > 0;
  }));
  child.value()->AskToEnd();
  EXPECT_FALSE(child.value()->HasEnded());
  EXPECT_EQ(child.value()->HowItEnded(), "");
  child.value()->Kill();
  EXPECT_EQ(child.value()->HowItEnded(), "signal 9");
  EXPECT_TRUE(WaitFor([&] {
    // A process without a parent may stay as a zombie for a moment.
    const std::string stat = TextOf("/proc/" + std::to_string(grandchild) + "/stat");
    return stat.empty() || stat.find(") Z ") != std::string::npos;
  }));
}

TEST_F(BackgroundChildTest, ReportsWhatIsWrong) {
  BackgroundChildOptions options;
  EXPECT_FALSE(BackgroundChild::Start(options).ok());
  options.arguments = {"no-such-program-of-surefoot"};
  EXPECT_NE(BackgroundChild::Start(options).error().message.find("no-such-program"),
            std::string::npos);
  options = Shell("true");
  options.folder = "/no/such/folder";
  EXPECT_NE(BackgroundChild::Start(options).error().message.find("/no/such/folder"),
            std::string::npos);
  options = Shell("true");
  options.log_file = "/no/such/folder/log";
  EXPECT_FALSE(BackgroundChild::Start(options).ok());
}

}  // namespace
}  // namespace surefoot
