#include "surefoot/base/process/child_process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

namespace surefoot {
namespace {

ChildOptions Shell(const std::string& script) {
  ChildOptions options;
  options.arguments = {"/bin/sh", "-c", script};
  return options;
}

TEST(ChildProcess, OutputErrorsAndStatus) {
  const auto result = RunChild(Shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->errors, "err\n");
  EXPECT_EQ(result->exit_status, 3);
  EXPECT_EQ(result->signal, 0);
  EXPECT_FALSE(result->ok());
}

TEST(ChildProcess, ArgumentsArePassedAsTheyAre) {
  ChildOptions options;
  options.arguments = {"printf", "%s|", "a b", "$HOME", "'", ""};
  const auto result = RunChild(options);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->ok());
  EXPECT_EQ(result->output, "a b|$HOME|'||");
}

TEST(ChildProcess, EnvironmentIsSetOnTop) {
  ChildOptions options = Shell("echo $HOME $SUREFOOT_TEST; [ -n \"$PATH\" ]");
  options.environment = {{"HOME", "/nowhere"}, {"SUREFOOT_TEST", "yes"}};
  const auto result = RunChild(options);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "/nowhere yes\n");
  EXPECT_EQ(result->exit_status, 0);
}

TEST(ChildProcess, ReadsNothingFromUs) {
  const auto result = RunChild(Shell("cat"));
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->ok());
  EXPECT_EQ(result->output, "");
}

TEST(ChildProcess, TimeRunsOut) {
  ChildOptions options = Shell("echo before; exec sleep 60");
  options.timeout = 0.2;
  const auto start = std::chrono::steady_clock::now();
  const auto result = RunChild(options);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->timed_out);
  EXPECT_EQ(result->signal, SIGKILL);
  EXPECT_EQ(result->output, "before\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(ChildProcess, OutputIsBounded) {
  ChildOptions options = Shell("while true; do echo 0123456789; done");
  options.max_output = 100000;
  const auto result = RunChild(options);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->too_much_output);
  EXPECT_EQ(result->output.size(), options.max_output);
}

TEST(ChildProcess, ErrorsAreCut) {
  ChildOptions options =
      Shell("for i in 1 2 3 4 5 6 7 8 9; do echo 0123456789 >&2; done; echo done");
  options.max_errors = 20;
  const auto result = RunChild(options);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->ok());
  EXPECT_EQ(result->output, "done\n");
  EXPECT_EQ(result->errors, "0123456789\n012345678");
}

TEST(ChildProcess, MemoryIsBounded) {
  const std::string script =
      "sleep 0.2; x=$(head -c 100000000 /dev/zero | tr '\\0' a) && echo done";
  ChildOptions options = Shell(script);
  EXPECT_EQ(RunChild(options)->output, "done\n");
  options.max_memory = 50u << 20;
  const auto result = RunChild(options);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "");
  EXPECT_FALSE(result->ok());
}

TEST(ChildProcess, SignalIsReported) {
  const auto result = RunChild(Shell("kill -SEGV $$"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->signal, SIGSEGV);
  EXPECT_EQ(result->exit_status, -1);
}

TEST(ChildProcess, NoSuchProgram) {
  ChildOptions options;
  options.arguments = {"surefoot-no-such-program"};
  const auto result = RunChild(options);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("surefoot-no-such-program"), std::string::npos);
  EXPECT_EQ(FindProgram("surefoot-no-such-program"), "");
  EXPECT_EQ(FindProgram("sh").substr(0, 1), "/");
  EXPECT_FALSE(RunChild(ChildOptions()).ok());
}

}  // namespace
}  // namespace surefoot
