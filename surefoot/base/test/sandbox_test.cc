#include "surefoot/base/process/sandbox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot {
namespace {

/// The result of `attempt` in a confined child: an errno, 0 if it succeeded.
int InSandbox(const SandboxRules& rules, const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  if (child == 0) {
    Result<Sandbox> sandbox = Sandbox::Prepare(rules);
    if (!sandbox || !sandbox->Enter()) ::_exit(250);
    ::_exit(attempt());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int OpenError(const std::string& path, int flags) {
  return ::open(path.c_str(), flags, 0600) >= 0 ? 0 : errno;
}

bool IsRefused(int error) { return error == EACCES || error == EPERM; }

class SandboxTest : public testing::Test {
 protected:
  void SetUp() override {
    input_ = folder_.Write("input/mesh.glb", "x");
    secret_ = folder_.Write("secret/key", "x");
    rules_.read = {folder_.Path("input"), folder_.Path("missing")};
  }

  const TempFolder folder_;
  std::string input_;
  std::string secret_;
  SandboxRules rules_;
};

TEST_F(SandboxTest, ReadsItsInputsOnly) {
  EXPECT_EQ(InSandbox(rules_, [&] { return OpenError(input_, O_RDONLY); }), 0);
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [&] { return OpenError(secret_, O_RDONLY); })));
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [] { return OpenError("/etc/passwd", O_RDONLY); })));
  const std::string climbing = folder_.Path("input/../secret/key");
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [&] { return OpenError(climbing, O_RDONLY); })));
  std::filesystem::create_symlink(secret_, folder_.Path("input/link"));
  const std::string link = folder_.Path("input/link");
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [&] { return OpenError(link, O_RDONLY); })));
}

TEST_F(SandboxTest, WritesNothing) {
  const std::string fresh = folder_.Path("input/new");
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [&] { return OpenError(fresh, O_WRONLY | O_CREAT); })));
  EXPECT_FALSE(std::filesystem::exists(fresh));
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [&] { return OpenError(input_, O_RDWR); })));
  const auto remove = [&] { return ::unlink(input_.c_str()) == 0 ? 0 : errno; };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, remove)));
  const auto open_up = [&] { return ::chmod(input_.c_str(), 0777) == 0 ? 0 : errno; };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, open_up)));
}

/// A limit of the server's processor time, for example, would end it.
TEST_F(SandboxTest, ChangesNoOtherProcess) {
  const auto limit = [](pid_t process) {
    const rlimit few{rlim_t{1} << 20, rlim_t{1} << 20};
    return ::prlimit(process, RLIMIT_CPU, &few, nullptr) == 0 ? 0 : errno;
  };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [&] { return limit(::getppid()); })));
  EXPECT_EQ(InSandbox(rules_, [&] { return limit(0); }), 0);
  EXPECT_EQ(InSandbox(rules_, [&] { return limit(::getpid()); }), 0);
  const auto pin = [](pid_t process) {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    return ::sched_setaffinity(process, sizeof first, &first) == 0 ? 0 : errno;
  };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, [&] { return pin(::getppid()); })));
  const auto idle = [] {
    const sched_param none{};
    return ::sched_setscheduler(::getppid(), SCHED_IDLE, &none) == 0 ? 0 : errno;
  };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, idle)));
  const auto end_group = [] { return ::kill(0, 0) == 0 ? 0 : errno; };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, end_group)));
}

TEST_F(SandboxTest, HasNoNetwork) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const int ready = ::socket(AF_INET, SOCK_STREAM, 0);
  const auto connect = [&] {
    return ::connect(ready, reinterpret_cast<sockaddr*>(&address), size) == 0 ? 0 : errno;
  };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, connect))) << "an inherited socket";
  for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK}) {
    const auto open = [&] { return ::socket(family, SOCK_DGRAM, 0) >= 0 ? 0 : errno; };
    EXPECT_EQ(InSandbox(rules_, open), EPERM) << family;
  }
  ::close(ready);
  ::close(listener);
}

TEST_F(SandboxTest, StartsNothingAndReachesNobody) {
  rules_.read.emplace_back("/");
  const auto become = [] {
    ::execl("/bin/true", "true", nullptr);
    return errno;
  };
  EXPECT_EQ(InSandbox(rules_, become), EPERM);
  EXPECT_EQ(InSandbox(rules_, [] { return ::fork() >= 0 ? 0 : errno; }), EPERM);
  const auto spawn = [] {
    char name[] = "true";
    char* words[] = {name, nullptr};
    pid_t child = 0;
    return ::posix_spawn(&child, "/bin/true", nullptr, nullptr, words, nullptr);
  };
  EXPECT_TRUE(IsRefused(InSandbox(rules_, spawn)));
  const pid_t parent = ::getpid();
  EXPECT_EQ(InSandbox(rules_, [&] { return ::kill(parent, 0) == 0 ? 0 : errno; }), EPERM);
  EXPECT_EQ(InSandbox(rules_, [] { return ::kill(::getpid(), 0) == 0 ? 0 : errno; }), 0);
  const auto thread = [] {
    int result = 1;
    std::thread([&] { result = 0; }).join();
    return result;
  };
  EXPECT_EQ(InSandbox(rules_, thread), 0) << "threads are not programs";
}

TEST_F(SandboxTest, StartsProgramsOfTheFoldersThatTheRulesName) {
  SandboxRules rules = rules_;
  rules.run = {"/usr", "/lib", "/lib64"};
  const auto become = [](const std::string& program) {
    return [program] {
      ::execl(program.c_str(), "program", nullptr);
      return errno;
    };
  };
  EXPECT_EQ(InSandbox(rules, become("/usr/bin/true")), 0);
  std::filesystem::copy_file("/usr/bin/true", folder_.Path("input/true"));
  EXPECT_EQ(InSandbox(rules, become(folder_.Path("input/true"))), EACCES);
}

}  // namespace
}  // namespace surefoot
