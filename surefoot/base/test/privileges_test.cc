#include "surefoot/base/process/privileges.h"

#include <gmock/gmock.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <thread>

namespace surefoot {
namespace {

using testing::HasSubstr;

/// The result of a function in a child process, whose rights can be changed.
int InChild(const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(attempt());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A line of /proc/self/task/ID/status.
std::string StatusLine(const std::string& task, const std::string& name) {
  std::ifstream file("/proc/self/task/" + task + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(name + ":", 0) == 0) return line.substr(name.size() + 1);
  }
  return "";
}

TEST(Privileges, KeepRightsLow) {
  EXPECT_EQ(InChild([] {
              if (!KeepRightsLow().ok()) return 1;
              rlimit core{};
              if (::getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_max != 0) return 2;
              // Threads from now on have it, too.
              int thread_has = 0;
              std::thread([&] { thread_has = ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); }).join();
              return thread_has == 1 ? 0 : 3;
            }),
            0);
}

TEST(Privileges, OnlyRootBecomesAnotherUser) {
  EXPECT_EQ(InChild([] {
              if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) return 1;
              const Status refused = BecomeUser("nobody");
              if (refused.ok() || CheckBecomeUser("nobody").ok()) return 2;
              return refused.error().message.find("only root can") != std::string::npos ? 0 : 3;
            }),
            0);
}

class AsRoot : public testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    if (::getpwnam("nobody") == nullptr) GTEST_SKIP() << "there is no user nobody";
  }
};

TEST_F(AsRoot, BecomesAUserForGoodInAllThreads) {
  EXPECT_EQ(InChild([] {
              std::atomic<int> phase = 0;
              int others = -1;
              std::string capabilities;
              std::thread other([&] {
                while (phase == 0) std::this_thread::yield();
                others = ::geteuid() != 0 && ::setuid(0) != 0 && ::seteuid(0) != 0 ? 0 : 1;
                capabilities = StatusLine(std::to_string(::gettid()), "CapEff");
              });
              const Status changed = BecomeUser("nobody");
              phase = 1;
              other.join();
              if (!changed.ok()) return 1;
              const passwd* user = ::getpwnam("nobody");
              if (::getuid() != user->pw_uid || ::getgid() != user->pw_gid) return 2;
              if (::setuid(0) == 0 || ::setgid(0) == 0) return 3;
              gid_t list[64];
              const int count = ::getgroups(64, list);
              for (int i = 0; i < count; ++i) {
                if (list[i] == 0) return 4;
              }
              if (others != 0) return 5;
              return capabilities.find_first_not_of("\t 0") == std::string::npos ? 0 : 6;
            }),
            0);
}

TEST_F(AsRoot, RefusesRootAndUnknownUsers) {
  const Status root = CheckBecomeUser("root");
  ASSERT_FALSE(root.ok());
  EXPECT_THAT(root.error().message, HasSubstr("'root' has the rights of root"));
  const Status unknown = CheckBecomeUser("no such user");
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, HasSubstr("there is no user 'no such user'"));
  EXPECT_TRUE(CheckBecomeUser("nobody").ok());
}

}  // namespace
}  // namespace surefoot
