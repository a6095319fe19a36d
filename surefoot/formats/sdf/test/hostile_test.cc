/// Malicious files must not cause crashes, hangs, output or partly loaded worlds.

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "surefoot/formats/sdf/test/sdf_test_tools.h"

namespace surefoot::formats {
namespace {

class SdfHostileTest : public SdfTest {
 protected:
  /// Reads a file that must be refused with an error.
  void ExpectRefused(const std::string& text, const std::string& part) {
    EXPECT_FALSE(Read(text).ok);
    EXPECT_NE(AllProblems().find(part), std::string::npos) << AllProblems();
  }

  static std::string Repeated(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  }
};

TEST_F(SdfHostileTest, FilesThatIncludeThemselves) {
  ExpectRefused(WorldText("<include><uri>w.sdf</uri></include>"), "includes itself");
  // A model that contains itself.
  folder_.Write("models/a/model.sdf",
                "<sdf version=\"1.9\"><model name=\"a\"><include>"
                "<uri>model://a</uri></include></model></sdf>");
  ExpectRefused(WorldText("<include><uri>model://a</uri></include>"), "includes itself");
  // A file that includes itself through a symbolic link.
  std::filesystem::create_symlink(folder_.path() + "/models/b/model.sdf",
                                  folder_.Write("models/b/x", "") + "2");
  folder_.Write(
      "models/b/model.sdf",
      "<sdf version=\"1.9\"><model name=\"b\"><include><uri>x2</uri></include></model></sdf>");
  ExpectRefused(WorldText("<include><uri>model://b</uri></include>"), "includes itself");
}

TEST_F(SdfHostileTest, FilesThatIncludeEachOther) {
  for (const char* version : {"1.9", "1.6"}) {
    const auto text = [&](const std::string& name, const std::string& other) {
      return std::string("<sdf version=\"") + version + "\"><model name=\"" + name +
             "\"><link name=\"l\"/>\n<include><uri>model://" + other +
             "</uri></include></model></sdf>";
    };
    folder_.Write("models/a/model.sdf", text("a", "b"));
    folder_.Write("models/b/model.sdf", text("b", "c"));
    folder_.Write("models/c/model.sdf", text("c", "a"));
    ExpectRefused(WorldText("<include><uri>model://a</uri></include>"), "includes itself");
    EXPECT_EQ(problems_.error_count(), 1) << AllProblems();
  }
}

TEST_F(SdfHostileTest, LongChainsAndExplodingIncludes) {
  for (int i = 0; i < 40; ++i) {
    folder_.Write(
        "models/chain" + std::to_string(i) + "/model.sdf",
        "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"/><include><uri>model://chain" +
            std::to_string(i + 1) + "</uri></include></model></sdf>");
    // Each file includes the next one ten times: 10^40 models.
    std::string ten;
    for (int k = 0; k < 10; ++k) {
      ten += "<include><uri>model://tree" + std::to_string(i + 1) + "</uri><name>n" +
             std::to_string(k) + "</name></include>";
    }
    folder_.Write("models/tree" + std::to_string(i) + "/model.sdf",
                  "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"/>" +
                      (i < 14 ? ten : std::string()) + "</model></sdf>");
  }
  ExpectRefused(WorldText("<include><uri>model://chain0</uri></include>"), "too deeply");
  ExpectRefused(WorldText("<include><uri>model://tree0</uri></include>"), "too many");
}

TEST_F(SdfHostileTest, DeepNesting) {
  ExpectRefused("<sdf version=\"1.9\">" + Repeated("<model name=\"m\">", 100000), "too deeply");
  ExpectRefused("<sdf version=\"1.9\">" + Repeated("<model name=\"m\">", 100000) +
                    Repeated("</model>", 100000) + "</sdf>",
                "too deeply");
  // The maximum depth.
  std::string text = "<sdf version=\"1.9\">";
  for (int i = 0; i < 60; ++i)
    text += "<model name=\"m" + std::to_string(i) + "\"><link name=\"l\"/>";
  EXPECT_TRUE(Read(text + Repeated("</model>", 60) + "</sdf>").ok) << AllProblems();
}

TEST_F(SdfHostileTest, LongChainsOfFrames) {
  // A long chain of frames must neither overflow the stack nor take quadratic time.
  constexpr int kCount = 20000;
  std::string text = "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"/>\n";
  for (int i = 0; i < kCount; ++i) {
    const std::string next = i + 1 < kCount ? "f" + std::to_string(i + 1) : "l";
    text += "<frame name=\"f" + std::to_string(i) + "\" attached_to=\"" + next +
            "\"><pose>0.5 0 0 0 0 0</pose></frame>\n";
  }
  const ReadResult result = Read(text + "</model></sdf>");
  ASSERT_TRUE(result.ok) << AllProblems();
  const world::Model& model = *result.spec.models[0].model;
  ASSERT_EQ(model.frames.size(), static_cast<std::size_t>(kCount));
  EXPECT_EQ(model.frames[0].link, 0);
  EXPECT_DOUBLE_EQ(model.frames[0].X_LF.p.x(), 0.5 * kCount);
}

TEST_F(SdfHostileTest, FloodsOfElements) {
  ExpectRefused("<sdf version=\"1.9\">" + Repeated("<a/>", 1100000) + "</sdf>", "too many");
}

TEST_F(SdfHostileTest, EntityBomb) {
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE sdf [\n<!ENTITY e0 \"x\">\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "&e" + std::to_string(i - 1) + ";";
    bomb += "<!ENTITY e" + std::to_string(i) + " \"" + Repeated(before, 10) + "\">\n";
  }
  const ReadResult result = Read(
      bomb + "]>\n<sdf version=\"1.9\"><model name=\"&e29;\"><link name=\"l\"/></model></sdf>");
  // Entities are not expanded: the file is refused, or the name keeps the entity's text.
  if (result.ok) {
    EXPECT_EQ(result.spec.models.at(0).name, "&e29;");
  }
}

TEST_F(SdfHostileTest, EveryCutIsSurvived) {
  const std::string text =
      "<?xml version=\"1.0\"?>\n<sdf version=\"1.9\"><world name=\"w\"><!-- c --><model name=\"m\">"
      "<link name=\"a\"><collision name=\"c\"><geometry><box><size>1 1 1</size></box></geometry>"
      "</collision></link></model><plugin name=\"p\" filename=\"f\"><![CDATA[x<y]]></plugin>"
      "</world></sdf>";
  ASSERT_TRUE(Read(text).ok) << AllProblems();
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(Read(text.substr(0, size)).ok) << size;
    EXPECT_GT(problems_.error_count(), 0) << size;
  }
}

TEST_F(SdfHostileTest, EveryDamagedByteIsSurvived) {
  const std::string text = WorldText(
      "<include><uri>model://a</uri></include><model name=\"m\"><pose>1 2 3 0 0 0</pose>" +
      LinkText("a") + LinkText("b") +
      "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>"
      "</axis></joint><surefoot:command joint=\"j\" mode=\"effort\" value=\"1\"/></model>");
  folder_.Write("models/a/model.sdf",
                "<sdf version=\"1.6\"><model name=\"a\">" + LinkText("l") + "</model></sdf>");
  ASSERT_TRUE(Read(text).ok) << AllProblems();
  int refused = 0;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::string damaged = text;
    damaged[i] = "<>\"&x-9:\0"[i % 9];
    const ReadResult result = Read(damaged);
    EXPECT_EQ(result.ok, problems_.ok()) << i;
    refused += result.ok ? 0 : 1;
  }
  EXPECT_GT(refused, 50);
}

TEST_F(SdfHostileTest, PipesDevicesAndFolders) {
  const std::string pipe = folder_.path() + "/pipe.sdf";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(ReadPath(pipe).ok);
  EXPECT_FALSE(ReadPath("/dev/zero").ok);
  EXPECT_FALSE(ReadPath(folder_.path()).ok);
  // The file is included by another one.
  ASSERT_EQ(::mkfifo((folder_.path() + "/inner.sdf").c_str(), 0600), 0);
  ExpectRefused(WorldText("<include><uri>inner.sdf</uri></include>"), "not found");
  ExpectRefused(WorldText("<include><uri>/dev/zero</uri></include>"), "not found");
}

TEST_F(SdfHostileTest, BinaryAndOtherEncodings) {
  ExpectRefused(std::string("\0\1\2\3", 4), "not text");
  ExpectRefused(std::string("\xff\xfe<\0s\0d\0f\0", 10), "not text");
  EXPECT_FALSE(Read("\x89PNG\r\n\x1a\n").ok);
  EXPECT_TRUE(Read("\xef\xbb\xbf<sdf version=\"1.9\"><model name=\"\xc3\xa4\"><link "
                   "name=\"l\"/></model></sdf>")
                  .ok)
      << AllProblems();
}

TEST_F(SdfHostileTest, NothingIsPrinted) {
  // libsdformat alone prints messages for each of these files.
  const std::vector<std::string> texts = {
      "<sdf version=\"1.11\"><model name=\"m\"><link name=\"a\"/></model></sdf>",
      "<sdf version=\"1.9\"><model name=\"m\"><link name=\"a::b\"/></model></sdf>",
      "<sdf version=\"1.9\"><model name=\"m\"><link name=\"a\" x:y=\"\"/></model></sdf>",
      "<sdf version=\"1.3\"><model name=\"m\"><link name=\"a\"><pose>x</pose></link></model></sdf>",
      "<sdf version=\"1.9\"><model name=\"m\"><link name=\"a\"><sensor name=\"s\" "
      "type=\"odd\"/></link>"
      "</model></sdf>",
      "<gazebo version=\"1.2\"><model name=\"m\"><link name=\"a\"/></model></gazebo>"};
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  for (const std::string& text : texts) Read(text);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(SdfHostileTest, SeveralThreadsMayRead) {
  const std::string path = folder_.Write(
      "t.sdf", WorldText("<model name=\"m\">" + LinkText("a") + "</model><model name=\"n\">" +
                         LinkText("b", "<sensor name=\"s\" type=\"imu\"/>") + "</model>"));
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);
  for (std::size_t i = 0; i < good.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 5; ++k) {
        Problems problems;
        const ReadResult result = ReadFile(registry_, resolver_, path, &problems);
        good[i] += result.ok && result.spec.models.size() == 2 ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : good) EXPECT_EQ(count, 5);
}

}  // namespace
}  // namespace surefoot::formats
