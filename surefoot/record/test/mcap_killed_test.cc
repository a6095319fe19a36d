// A killed process leaves a file that is readable up to its last half second.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <string>

#include "surefoot/record/test/record_test_util.h"

namespace surefoot::record {
namespace {

constexpr SimTimeNs kStep = 1'000'000;
constexpr SimTimeNs kMaxAge = 500'000'000;

Bytes DataOf(std::uint32_t step) {
  Bytes data(200);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint8_t>(step + i * i);
  return data;
}

/// Writes steps forever, and notes the last one whose Write returned.
[[noreturn]] void WriteForEver(const std::string& path, std::atomic<std::uint32_t>* last,
                               std::uint32_t kill_at) {
  auto writer = McapWriter::Open(path).value();
  const std::uint16_t channel = writer->AddChannel("/surefoot/hash", "raw").value();
  for (std::uint32_t step = 0;; ++step) {
    if (step == kill_at) raise(SIGKILL);
    if (!writer->Write(channel, step * kStep, 0, step, DataOf(step)).ok()) _exit(1);
    last->store(step);
  }
}

/// What a killed run must have left if `last` is the last step that was written.
void ExpectPrefix(const std::string& path, std::uint32_t last) {
  auto reader = McapReader::Open(path).value();
  EXPECT_TRUE(reader->truncated());
  const std::vector<KeptMessage> messages = ReadRest(reader.get());
  EXPECT_TRUE(reader->status().ok()) << reader->status().error().message;
  ASSERT_FALSE(messages.empty());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    ASSERT_EQ(messages[i].sequence, i);
    ASSERT_EQ(messages[i].data, DataOf(static_cast<std::uint32_t>(i)));
  }
  EXPECT_GE(messages.back().log_time_ns, last * kStep - kMaxAge);
}

class McapKilled : public testing::Test {
 protected:
  McapKilled() {
    void* memory = mmap(nullptr, sizeof(std::atomic<std::uint32_t>), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(memory, MAP_FAILED);
    last_ = new (memory) std::atomic<std::uint32_t>(0);
  }
  ~McapKilled() override { munmap(last_, sizeof *last_); }

  pid_t Start(const std::string& path, std::uint32_t kill_at) {
    const pid_t child = fork();
    if (child == 0) WriteForEver(path, last_, kill_at);
    return child;
  }

  void ExpectKilled(pid_t child) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    ASSERT_EQ(WTERMSIG(status), SIGKILL);
  }

  TempDir dir_;
  std::atomic<std::uint32_t>* last_ = nullptr;
};

TEST_F(McapKilled, ReadsToTheLastChunk) {
  const std::string path = dir_.File("a.mcap");
  ExpectKilled(Start(path, 7777));
  ExpectPrefix(path, 7776);
}

TEST_F(McapKilled, AtAnyMoment) {
  for (std::uint32_t round = 0; round < 20; ++round) {
    const std::string path = dir_.File(std::to_string(round) + ".mcap");
    last_->store(0);
    const pid_t child = Start(path, ~0u);
    while (last_->load() < 600 + 777 * round) usleep(50);
    kill(child, SIGKILL);
    ExpectKilled(child);
    ExpectPrefix(path, last_->load());
  }
}

}  // namespace
}  // namespace surefoot::record
