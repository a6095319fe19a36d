#include "surefoot/evaluation/run/manifest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/repeat.h"
#include "surefoot/evaluation/run/seal.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

std::string TempFile(const std::string& name) {
  return (fs::path(testing::TempDir()) / name).string();
}

TEST(InputFiles, HashIsThatOfFips180) {
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const std::string path = TempFile("million");
  ASSERT_TRUE(WriteFileAtOnce(path, std::string(1000000, 'a')).ok());
  const Result<std::string> hash = Sha256OfFile(path);
  ASSERT_TRUE(hash.ok());
  EXPECT_EQ(*hash, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_FALSE(Sha256OfFile(TempFile("no_such_file")).ok());
}

TEST(InputFiles, ProgramIsAmongItsOwnFiles) {
  const std::vector<std::string> files = ProgramFiles();
  ASSERT_FALSE(files.empty());
  std::error_code error;
  const std::string self = fs::read_symlink("/proc/self/exe", error).string();
  EXPECT_NE(std::find(files.begin(), files.end(), self), files.end());
}

Manifest SomeManifest() {
  Manifest manifest;
  manifest.version = "1.2";
  manifest.command = {"surefoot", "experiment", "a b"};
  manifest.time = TimeText();
  manifest.machine = ThisMachine();
  manifest.engines = {{"ode", "0.16"}};
  manifest.program = "p";
  manifest.experiment_path = "/a/b.yaml";
  manifest.experiment_text = "title: \"x\"\n# ä\n";
  manifest.options.engines = {"ode"};
  manifest.options.trials = 3;
  manifest.options.seed = 18446744073709551615u;
  manifest.options.cases = {"a*"};
  manifest.options.real_data = "/data";
  manifest.real = "/real";
  manifest.notes = {"n"};
  manifest.trials = {{"a-ode-000", 18446744073709551614u, "k", "s"}};
  return manifest;
}

TEST(Manifest, ReadsBack) {
  const Manifest manifest = SomeManifest();
  const std::string path = TempFile("manifest.json");
  ASSERT_TRUE(WriteFileAtOnce(path, Sealed(ToJson(manifest))).ok());
  const Result<Manifest> read = ReadManifest(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->experiment_text, manifest.experiment_text);
  EXPECT_EQ(read->options.seed, manifest.options.seed);
  EXPECT_EQ(read->options.trials, 3);
  EXPECT_EQ(read->options.cases, manifest.options.cases);
  EXPECT_EQ(read->trials[0].seed, manifest.trials[0].seed);
  EXPECT_EQ(read->trials[0].numbers, "s");
  EXPECT_GE(manifest.machine.cores, 1);
  EXPECT_GT(manifest.machine.memory_gb, 0.1);
}

TEST(Manifest, OtherFilesAreRefusedWithAReason) {
  for (const char* text : {"", "{}", "[1]", "{\"surefoot_manifest\": 1}", "not json"}) {
    const std::string path = TempFile("other.json");
    ASSERT_TRUE(WriteFileAtOnce(path, text).ok());
    const Result<Manifest> read = ReadManifest(path);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().message.find("other.json"), std::string::npos);
  }
}

TEST(Manifest, ChangedAndMissingInputsAreNamed) {
  const std::string kept = TempFile("kept"), changed = TempFile("changed");
  ASSERT_TRUE(WriteFileAtOnce(kept, "1").ok());
  ASSERT_TRUE(WriteFileAtOnce(changed, "1").ok());
  Manifest manifest = SomeManifest();
  const std::string hash = Sha256("1");
  manifest.inputs = {{manifest.experiment_path, "of the text", 1},
                     {kept, hash, 1},
                     {changed, hash, 1},
                     {TempFile("gone"), hash, 1}};
  EXPECT_EQ(ChangedInputs(manifest).size(), 1u);
  ASSERT_TRUE(WriteFileAtOnce(changed, "2").ok());
  const std::vector<std::string> changes = ChangedInputs(manifest);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_NE(changes[0].find("changed has changed"), std::string::npos);
  EXPECT_NE(changes[1].find("gone is gone"), std::string::npos);
}

TEST(Repeat, ComparesAllButTimings) {
  TrialResult result;
  result.id = "a-ode-000";
  result.metrics = {{"x", 1.0}};
  result.timing.wall = 3.0;
  result.key = "first";
  Manifest manifest;
  manifest.trials = {{"a-ode-000", 1, "k", Sha256(NumbersOf(result))},
                     {"b-ode-000", 1, "k", "lost"}};
  Results results;
  result.timing.wall = 4.0;
  result.key = "second";
  results.results = {result};
  RepeatResult repeat = CompareWith(manifest, testing::TempDir(), results);
  EXPECT_EQ(repeat.compared, 2);
  EXPECT_EQ(repeat.same, 1);
  ASSERT_EQ(repeat.differences.size(), 1u);
  EXPECT_EQ(repeat.differences[0].find("b-ode-000"), 0u);

  // The difference is reported if the first result still exists.
  const std::string folder = TempFile("before");
  fs::create_directories(TrialFolder(folder).Of("a-ode-000"));
  ASSERT_TRUE(
      WriteFileAtOnce(TrialFolder(folder).Of("a-ode-000") + "/result.json", Sealed(ToJson(result)))
          .ok());
  results.results[0].metrics[0].second = 1.5;
  repeat = CompareWith(manifest, folder, results);
  ASSERT_EQ(repeat.differences.size(), 2u);
  EXPECT_NE(repeat.differences[0].find("x was 1, is 1.5"), std::string::npos)
      << repeat.differences[0];
}

}  // namespace
}  // namespace surefoot::experiment
