#include "surefoot/geometry/import/isolated_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

namespace surefoot {
namespace {

IsolatedOutcome Shell(const std::string& script, double seconds = 20.0,
                      std::uint64_t max_bytes = 1 << 20) {
  Result<IsolatedOutcome> outcome = RunIsolated("/bin/sh", {"-c", script}, seconds, max_bytes);
  EXPECT_TRUE(outcome.ok()) << outcome.error().message;
  return outcome.ok() ? *outcome : IsolatedOutcome();
}

std::string TextOf(const IsolatedOutcome& outcome) {
  return std::string(outcome.output.begin(), outcome.output.end());
}

bool HasChildren() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

TEST(IsolatedProcess, GivesWhatIsWrittenAndHowItEnded) {
  IsolatedOutcome outcome = Shell("echo out; echo wrong >&2; printf hello >&3; exit 7");
  EXPECT_EQ(TextOf(outcome), "hello");
  EXPECT_EQ(outcome.exit_code, 7);
  EXPECT_EQ(outcome.signal, 0);
  outcome = Shell("printf half >&3; kill -SEGV $$");
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_EQ(TextOf(outcome), "half");
  EXPECT_FALSE(RunIsolated("/nowhere/program", {}, 1.0, 100).ok());
  EXPECT_FALSE(HasChildren());
}

TEST(IsolatedProcess, StopsWhatTakesTooLongOrWritesTooMuch) {
  IsolatedOutcome outcome = Shell("printf x >&3; sleep 60", 0.2);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_EQ(outcome.signal, SIGKILL);
  outcome = Shell("while true; do printf 0123456789abcdef >&3; done", 20.0, 1000);
  EXPECT_TRUE(outcome.too_long);
  EXPECT_LE(outcome.output.size(), 1000u);
  EXPECT_FALSE(HasChildren());
}

/// Open files and the environment of the parent do not reach the child, nor does its signal mask.
TEST(IsolatedProcess, StartsClean) {
  const int ours = ::fcntl(1, F_DUPFD, 20);  // not closed at exec
  ASSERT_GE(ours, 20);
  ::setenv("SUREFOOT_SECRET", "1", 1);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const std::string files = TextOf(Shell("echo /proc/self/fd/* $SUREFOOT_SECRET >&3"));
  EXPECT_EQ(files.find("/fd/" + std::to_string(ours)), std::string::npos) << files;
  EXPECT_EQ(files.find("1\n"), std::string::npos) << files;
  EXPECT_EQ(Shell("kill -PIPE $$").signal, SIGPIPE);
  std::signal(SIGPIPE, before);
  ::unsetenv("SUREFOOT_SECRET");
  ::close(ours);
}

/// The pipe then gets the numbers of the standard streams.
TEST(IsolatedProcess, WorksWithoutStandardInput) {
  const int saved = ::dup(0);
  ::close(0);
  const std::string text = TextOf(Shell("read line; printf \"<$line>\" >&3"));
  if (saved >= 0) {
    ::dup2(saved, 0);
    ::close(saved);
  }
  EXPECT_EQ(text, "<>");
}

TEST(IsolatedProcess, ManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::vector<int> good(8, 0);
  for (std::size_t i = 0; i < good.size(); ++i) {
    threads.emplace_back([&good, i] {
      for (int k = 0; k < 5; ++k) {
        const std::string expected = std::to_string(i) + "/" + std::to_string(k);
        const auto outcome =
            RunIsolated("/bin/sh", {"-c", "printf " + expected + " >&3"}, 20.0, 100);
        if (outcome.ok() && TextOf(*outcome) == expected) ++good[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, std::vector<int>(8, 5));
  EXPECT_FALSE(HasChildren());
}

}  // namespace
}  // namespace surefoot
