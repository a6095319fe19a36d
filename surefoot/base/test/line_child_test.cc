#include "surefoot/base/process/line_child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace surefoot {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

LineChildOptions Shell(const std::string& script) {
  LineChildOptions options;
  options.arguments = {"/bin/sh", "-c", script};
  return options;
}

std::unique_ptr<LineChild> Started(const LineChildOptions& options) {
  Result<std::unique_ptr<LineChild>> child = LineChild::Start(options);
  EXPECT_TRUE(child.ok()) << child.error().message;
  return std::move(child).value();
}

/// The program's first response, or why there is none.
std::string Answer(const LineChildOptions& options, double limit = 20.0) {
  const Result<std::string> answer = Started(options)->Ask("hello", limit);
  return answer.ok() ? answer.value() : "error: " + answer.error().message;
}

std::string FileText(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Whether it still runs after a while; killed processes need a moment.
bool RunsOn(const std::string& process) {
  for (int i = 0; i < 2000; ++i) {
    const std::string stat = FileText("/proc/" + process + "/stat");
    // A dead process remains until its new parent collects it.
    if (stat.empty() || stat.find(") Z") != std::string::npos) return false;
    ::usleep(1000);
  }
  return true;
}

TEST(LineChild, AnswersLineByLine) {
  auto child = Started(Shell("while read -r line; do echo \"<$line>\"; done"));
  for (int i = 0; i < 100; ++i) {
    const Result<std::string> answer = child->Ask("a b " + std::to_string(i), 20.0);
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer.value(), "<a b " + std::to_string(i) + ">");
  }
  EXPECT_TRUE(child->Finish("end", 20.0).ok());
  // Calling it twice has the same effect as once.
  EXPECT_TRUE(child->Finish("end", 20.0).ok());
}

TEST(LineChild, LongLinesGoBothWays) {
  auto child = Started(Shell("cat"));
  const std::string line(3 << 20, 'x');
  const Result<std::string> answer = child->Ask(line, 60.0);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value(), line);
}

TEST(LineChild, RunsWhereAndWithWhatIsGiven) {
  LineChildOptions options = Shell("read x; echo \"$PWD $SUREFOOT_TEST\"");
  options.folder = "/usr";
  options.environment = {{"SUREFOOT_TEST", "yes"}};
  EXPECT_EQ(Answer(options), "/usr yes");
  EXPECT_EQ(Answer(Shell("read x; printf 'windows\\r\\n'")), "windows");
}

TEST(LineChild, WhatCannotBeRun) {
  LineChildOptions options;
  EXPECT_FALSE(LineChild::Start(options).ok());
  options.arguments = {"no_such_program_here"};
  Result<std::unique_ptr<LineChild>> child = LineChild::Start(options);
  ASSERT_FALSE(child.ok());
  EXPECT_THAT(child.error().message,
              HasSubstr("'no_such_program_here' cannot be run: No such file"));
  options.arguments = {"/bin/sh"};
  options.folder = "/nowhere";
  child = LineChild::Start(options);
  ASSERT_FALSE(child.ok());
  EXPECT_THAT(child.error().message, HasSubstr("in '/nowhere'"));
}

TEST(LineChild, ProgramsThatEnd) {
  EXPECT_THAT(Answer(Shell("exit 0")), HasSubstr("ended (exit status 0) without an answer"));
  EXPECT_THAT(Answer(Shell("read x; echo why >&2; exit 3")),
              HasSubstr("ended (exit status 3) without an answer; the end of its standard "
                        "error:\nwhy"));
  EXPECT_THAT(Answer(Shell("kill -SEGV $$")), HasSubstr("signal 11"));
  // One that leaves a process behind that keeps its output open.
  EXPECT_THAT(Answer(Shell("sleep 600 & exit 4")), HasSubstr("exit status 4"));
  EXPECT_THAT(Answer(Shell("exec 1>&-; sleep 600")), HasSubstr("closed its standard output"));
  // A response without an end of line does not count.
  EXPECT_THAT(Answer(Shell("printf '{}'")), HasSubstr("without an answer"));
}

TEST(LineChild, ProgramsThatHang) {
  EXPECT_THAT(Answer(Shell("sleep 600"), 0.2), HasSubstr("no answer within 0.2 s"));
  // It does not even read.
  auto child = Started(Shell("sleep 600"));
  const Result<std::string> answer = child->Ask(std::string(1 << 20, 'x'), 0.2);
  ASSERT_FALSE(answer.ok());
  EXPECT_THAT(answer.error().message, HasSubstr("no answer"));
}

TEST(LineChild, ProgramsThatFlood) {
  LineChildOptions options = Shell("exec yes | tr -d '\\n'");
  options.max_line = 1 << 20;
  EXPECT_THAT(Answer(options), HasSubstr("wrote more than 1048576 bytes without an end of line, "
                                         "beginning with yyy"));
  auto child = Started(Shell("read x; exec yes"));
  ASSERT_TRUE(child->Ask("a", 20.0).ok());
  const Result<std::string> second = child->Ask("b", 20.0);
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("wrote a line without being asked: y"));
}

TEST(LineChild, ProgramsThatDoNotRead) {
  // Writing to a closed pipe would end this process.
  auto child = Started(Shell("read x; exec 0<&-; echo one; echo two >&2; sleep 600"));
  ASSERT_TRUE(child->Ask("a", 20.0).ok());
  const Result<std::string> second = child->Ask(std::string(1 << 20, 'x'), 0.3);
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("two"));
}

TEST(LineChild, ErrorsGoToALog) {
  const std::string log = std::filesystem::temp_directory_path() / "line_child_test.log";
  LineChildOptions options =
      Shell("for i in 1 2 3 4 5 6 7 8 9; do echo \"word $i\" >&2; done; read x; exit 1");
  options.log_file = log;
  const std::string answer = Answer(options);
  EXPECT_THAT(answer, HasSubstr(log + "):\nword 4\nword 5\nword 6\nword 7\nword 8\nword 9"));
  EXPECT_THAT(FileText(log), StartsWith("word 1\nword 2\n"));
  // A flood is cut.
  options = Shell("yes | head -c 100000 >&2; read x; echo done");
  options.log_file = log;
  options.max_log = 10000;
  EXPECT_EQ(Answer(options), "done");
  EXPECT_EQ(FileText(log).size(), 10000u);
  std::filesystem::remove(log);
  options.log_file = "/nowhere/x.log";
  EXPECT_FALSE(LineChild::Start(options).ok());
}

TEST(LineChild, EndsWithItsChildren) {
  auto child = Started(Shell("read x; sleep 600 & echo $!; sleep 600"));
  const Result<std::string> answer = child->Ask("who?", 20.0);
  ASSERT_TRUE(answer.ok());
  ASSERT_NE(FileText("/proc/" + answer.value() + "/stat"), "");
  child.reset();
  EXPECT_FALSE(RunsOn(answer.value()));
}

TEST(LineChild, EndsWithUs) {
  // A process that is killed while its child hangs.
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    auto child = LineChild::Start(Shell("read x; echo $$; sleep 600"));
    const std::string answer = child.value()->Ask("who?", 20.0).value();
    if (::write(ends[1], answer.data(), answer.size()) < 0) ::_exit(1);
    ::kill(::getpid(), SIGKILL);
  }
  ASSERT_EQ(::waitpid(parent, nullptr, 0), parent);
  char answer[32] = {};
  ASSERT_GT(::read(ends[0], answer, sizeof answer - 1), 0);
  EXPECT_FALSE(RunsOn(answer));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(LineChild, FinishReportsHowItEnded) {
  EXPECT_TRUE(Started(Shell("read x; [ \"$x\" = bye ]"))->Finish("bye", 20.0).ok());
  const Status failed = Started(Shell("read x; echo oh >&2; exit 7"))->Finish("bye", 20.0);
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.error().message, HasSubstr("ended with exit status 7"));
  EXPECT_THAT(failed.error().message, HasSubstr("oh"));
  // A program that does not end is killed, which is not a failure of the run.
  EXPECT_TRUE(Started(Shell("sleep 600"))->Finish("bye", 0.1).ok());
  EXPECT_TRUE(Started(Shell("yes"))->Finish("bye", 0.1).ok());
}

}  // namespace
}  // namespace surefoot
