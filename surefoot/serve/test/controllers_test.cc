#include "surefoot/serve/controllers/controllers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "surefoot/world/test/build_model.h"

namespace surefoot::serve {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(SplitWords, AsAShellWould) {
  const auto words = [](const std::string& text) {
    std::vector<std::string> result;
    EXPECT_TRUE(SplitWords(text, &result)) << text;
    return result;
  };
  EXPECT_THAT(words("  python3 drive.py\t--fast\n"), ElementsAre("python3", "drive.py", "--fast"));
  EXPECT_THAT(words(R"(sh -c 'echo "a b" \n' "c 'd' \" e" f\ g '')"),
              ElementsAre("sh", "-c", R"(echo "a b" \n)", "c 'd' \" e", "f g", ""));
  EXPECT_TRUE(words("   ").empty());
  std::vector<std::string> result;
  EXPECT_FALSE(SplitWords("echo 'a", &result));
}

class ControllersTest : public testing::Test {
 protected:
  ControllersTest()
      : folder_(fs::temp_directory_path() / ("surefoot-controllers-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~ControllersTest() override { fs::remove_all(folder_); }

  /// One robot for each name, all with this element's children.
  std::shared_ptr<const world::World> WorldOf(
      const std::vector<std::string>& robots,
      const std::vector<std::pair<std::string, std::string>>& values) {
    auto model = std::make_shared<world::Model>();
    model->name = "robot";
    model->links.push_back(world::test::MakeLink("base"));
    world::Element element;
    element.name = "surefoot:controller";
    element.source.file = (folder_ / "robot.sdf").string();
    for (const auto& [name, text] : values) {
      world::Element child;
      child.name = "surefoot:" + name;
      child.text = text;
      element.children.push_back(child);
    }
    model->extensions.push_back(element);
    world::WorldSpec spec;
    for (const std::string& robot : robots) {
      spec.models.push_back(world::ModelInstance{robot, RigidTransform(), model});
    }
    return world::MakeWorld(std::move(spec), nullptr).value();
  }

  Controllers::Options Options() {
    Controllers::Options options;
    options.log_folder = folder_.string();
    options.addresses = {{"web", "http://127.0.0.1:8080"}};
    options.log = [this](const std::string& text) { said_ += text + "\n"; };
    return options;
  }

  std::string TextOf(const std::string& file) const {
    std::ifstream in(folder_ / file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  /// Polls until the condition holds; the controllers' clock advances by `ahead` in each round.
  bool Until(Controllers* controllers, const std::function<bool()>& done,
             std::chrono::milliseconds ahead = std::chrono::milliseconds(5)) {
    for (int i = 0; i < 1000; ++i) {
      now_ += ahead;
      controllers->Look(now_);
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  fs::path folder_;
  std::string said_;
  Controllers::Clock::time_point now_ = Controllers::Clock::now();
};

TEST_F(ControllersTest, EachRobotHasItsOwnAndTheyEndWithIt) {
  const std::vector<std::pair<std::string, std::string>> values = {
      {"command",
       "sh -c 'echo $SUREFOOT_ROBOT $SUREFOOT_NAMESPACE $SUREFOOT_ADDRESS_WEB; pwd; "
       "exec sleep 100'"}};
  Controllers controllers(Options());
  controllers.SetWorld(*WorldOf({"a", "b"}, values), now_);
  EXPECT_EQ(controllers.running(), 2);
  const std::string expected =
      "b /b http://127.0.0.1:8080\n" + fs::canonical(folder_).string() + "\n";
  EXPECT_TRUE(Until(&controllers, [&] { return TextOf("b.log") == expected; })) << TextOf("b.log");
  // One robot is removed, one added, one unchanged.
  controllers.SetWorld(*WorldOf({"c", "b"}, values), now_);
  EXPECT_TRUE(Until(&controllers, [&] { return TextOf("c.log").size() == expected.size(); }));
  EXPECT_EQ(controllers.running(), 2);
  EXPECT_EQ(TextOf("b.log"), expected) << "it was not started again";
  controllers.End();
  EXPECT_EQ(controllers.running(), 0);
}

TEST_F(ControllersTest, FailuresAreStartedAgainUpToALimit) {
  Controllers controllers(Options());
  controllers.SetWorld(*WorldOf({"a"}, {{"command", "sh -c 'echo again; exit 3'"},
                                        {"restarts", "2"},
                                        {"restart_delay", "0.5"}}),
                       now_);
  const auto gave_up = [&] { return said_.find("not started again") != std::string::npos; };
  EXPECT_TRUE(Until(&controllers, gave_up, std::chrono::milliseconds(100))) << said_;
  EXPECT_EQ(TextOf("a.log"), "again\nagain\nagain\n");
  EXPECT_THAT(said_, HasSubstr("exit status 3"));
}

TEST_F(ControllersTest, WhoEndsWellIsNotStartedAgain) {
  Controllers controllers(Options());
  controllers.SetWorld(*WorldOf({"a"}, {{"command", "echo once"}, {"restart_delay", "0"}}), now_);
  EXPECT_TRUE(Until(&controllers, [&] { return said_.find("has finished") != std::string::npos; }));
  for (int i = 0; i < 10; ++i) controllers.Look(now_ + std::chrono::seconds(i));
  EXPECT_EQ(TextOf("a.log"), "once\n");
}

TEST_F(ControllersTest, ThoseWhoDoNotEndAreKilled) {
  Controllers controllers(Options());
  controllers.SetWorld(
      *WorldOf({"a"},
               {{"command", "sh -c 'trap \"\" TERM; echo up; while :; do sleep 0.05; done'"}}),
      now_);
  ASSERT_TRUE(Until(&controllers, [&] { return TextOf("a.log") == "up\n"; }));
  controllers.End();
  EXPECT_EQ(controllers.running(), 0);
}

TEST_F(ControllersTest, MistakesAreReported) {
  const auto errors = [&](const std::vector<std::pair<std::string, std::string>>& values) {
    Problems problems;
    ReadControllers(*WorldOf({"a"}, values), &problems);
    return problems.ErrorText();
  };
  EXPECT_THAT(errors({}), HasSubstr("needs a command"));
  EXPECT_THAT(errors({{"command", "echo 'a"}}), HasSubstr("quote"));
  EXPECT_THAT(errors({{"command", "echo"}, {"folder", "none"}}), HasSubstr("none"));
  EXPECT_THAT(errors({{"command", "echo"}, {"restarts", "-1"}}), HasSubstr("0 to 1000000"));
  Controllers controllers(Options());
  controllers.SetWorld(*WorldOf({"a"}, {{"command", "no-such-program"}, {"restarts", "0"}}), now_);
  EXPECT_THAT(said_, HasSubstr("no-such-program"));
  EXPECT_EQ(controllers.running(), 0);
}

}  // namespace
}  // namespace surefoot::serve
