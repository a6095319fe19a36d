#include "surefoot/evaluation/run/seal.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/run/input_files.h"
#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/run_trial.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

std::string Flipped(std::string text, std::size_t bit) {
  text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
  return text;
}

TrialResult SomeResult() {
  TrialResult result;
  result.id = "a-ode-000";
  result.key = "k";
  result.simulated = 1.0 / 3.0;
  result.steps = 1000;
  result.hash = "00ff";
  result.metrics = {{"path", 1.25}, {"slip", 0.0625}};
  result.verdicts = {{"goal", true, "reached"}};
  return result;
}

/// A folder with one finished trial, which has a recording.
class FinishedTrial {
 public:
  FinishedTrial() : folder_(testing::TempDir() + "/sealed_results") {
    trial_.id = "a-ode-000";
    trial_.key = "k";
    EXPECT_TRUE(folder_.Prepare(trial_).ok());
    recording_ = "bytes of a recording";
    Write(kRecordingFile, recording_);
    TrialResult result = SomeResult();
    result.files = {{kRecordingFile, Sha256(recording_)}};
    result_ = Sealed(ToJson(result));
    Write(kResultFile, result_);
  }

  std::string Path(const std::string& name) const { return folder_.Of(trial_.id) + "/" + name; }
  void Write(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(WriteFileAtOnce(Path(name), text).ok());
  }
  bool Finished(std::string* damage) const { return folder_.Finished(trial_, damage).has_value(); }

  const std::string& result() const { return result_; }
  const std::string& recording() const { return recording_; }
  Trial& trial() { return trial_; }

 private:
  TrialFolder folder_;
  Trial trial_;
  std::string result_;
  std::string recording_;
};

TEST(Seal, GivesBackWhatWasSealed) {
  const std::string json = ToJson(SomeResult());
  const Result<std::string> back = Unsealed(Sealed(json));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, json);
  for (const char* text : {"", "{}", "{\n}\n", "\n"}) EXPECT_FALSE(Unsealed(text).ok()) << text;
  EXPECT_FALSE(Unsealed(json).ok());
  EXPECT_FALSE(Unsealed(Sealed(json) + "\n").ok());
  EXPECT_FALSE(Unsealed(" " + Sealed(json)).ok());
}

TEST(Seal, EveryFlippedBitOfAResultIsFound) {
  const FinishedTrial finished;
  std::string damage;
  ASSERT_TRUE(finished.Finished(&damage));
  EXPECT_EQ(damage, "");
  for (std::size_t bit = 0; bit < finished.result().size() * 8; ++bit) {
    ASSERT_FALSE(Unsealed(Flipped(finished.result(), bit)).ok()) << bit;
  }
  // The same through the file, for some of them.
  RandomStream random(1, "bits");
  for (int i = 0; i < 150; ++i) {
    const auto bits = static_cast<double>(finished.result().size() * 8);
    const auto bit = static_cast<std::size_t>(random.Uniform(0.0, bits));
    finished.Write(kResultFile, Flipped(finished.result(), bit));
    damage.clear();
    ASSERT_FALSE(finished.Finished(&damage)) << bit;
    EXPECT_NE(damage.find(finished.Path(kResultFile)), std::string::npos) << damage;
  }
}

TEST(Seal, DamagedOrMissingRecordingIsFound) {
  FinishedTrial finished;
  std::string damage;
  for (std::size_t bit = 0; bit < finished.recording().size() * 8; ++bit) {
    finished.Write(kRecordingFile, Flipped(finished.recording(), bit));
    damage.clear();
    ASSERT_FALSE(finished.Finished(&damage)) << bit;
    EXPECT_NE(damage.find(finished.Path(kRecordingFile)), std::string::npos) << damage;
  }
  fs::remove(finished.Path(kRecordingFile));
  damage.clear();
  EXPECT_FALSE(finished.Finished(&damage));
  EXPECT_NE(damage, "");
  finished.Write(kRecordingFile, finished.recording());
  EXPECT_TRUE(finished.Finished(&damage));
}

TEST(Seal, ResultOfOtherInputsIsNotDamage) {
  FinishedTrial finished;
  finished.trial().key = "of other inputs";
  std::string damage;
  EXPECT_FALSE(finished.Finished(&damage));
  EXPECT_EQ(damage, "");
  fs::remove(finished.Path(kResultFile));
  EXPECT_FALSE(finished.Finished(&damage));
  EXPECT_EQ(damage, "");
}

TEST(Seal, EveryFlippedBitOfAManifestIsRefused) {
  Manifest manifest;
  manifest.version = "1.2";
  manifest.experiment_text = "title: x\n";
  manifest.trials = {{"a-ode-000", 7, "k", Sha256("numbers")}};
  const std::string text = Sealed(ToJson(manifest));
  const std::string path = testing::TempDir() + "/sealed_manifest.json";
  ASSERT_TRUE(WriteFileAtOnce(path, text).ok());
  ASSERT_TRUE(ReadManifest(path).ok());
  EXPECT_TRUE(ReadManifest(path)->has_checksum);
  for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
    std::ofstream(path, std::ios::binary) << Flipped(text, bit);
    const Result<Manifest> read = ReadManifest(path);
    ASSERT_FALSE(read.ok()) << bit;
    ASSERT_NE(read.error().message.find(path), std::string::npos) << read.error().message;
  }
}

TEST(Seal, ManifestsOfFormat1AreReadWithoutChecksum) {
  Manifest manifest;
  manifest.experiment_text = "title: x\n";
  std::string text = ToJson(manifest);
  const std::size_t format = text.find("\"surefoot_manifest\": 2");
  ASSERT_NE(format, std::string::npos);
  text[format + std::string("\"surefoot_manifest\": ").size()] = '1';
  const std::string path = testing::TempDir() + "/old_manifest.json";
  ASSERT_TRUE(WriteFileAtOnce(path, text).ok());
  const Result<Manifest> read = ReadManifest(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_FALSE(read->has_checksum);
  EXPECT_EQ(read->experiment_text, manifest.experiment_text);
}

TEST(Seal, EveryFlippedBitOfAUnitFileIsRefused) {
  FinishedTrial finished;
  const std::string path = finished.Path(kTrialFile);
  const std::string text = ReadWholeFile(path);
  Problems whole;
  ASSERT_TRUE(ReadTrial(path, &whole).has_value()) << whole.ErrorText();
  for (std::size_t bit = 0; bit < text.size() * 8; bit += 5) {
    std::ofstream(path, std::ios::binary) << Flipped(text, bit);
    Problems problems;
    ASSERT_FALSE(ReadTrial(path, &problems).has_value()) << bit;
    ASSERT_FALSE(problems.ok());
  }
}

}  // namespace
}  // namespace surefoot::experiment
