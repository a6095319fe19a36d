#include "surefoot/events/command.h"

#include <gtest/gtest.h>

namespace surefoot::events {
namespace {

std::string ErrorOf(const std::string& line) {
  const Result<Command> command = ParseCommand(line);
  return command.ok() ? "" : command.error().message;
}

TEST(Command, EveryExampleOfTheTableIsUnderstood) {
  for (const CommandHelp& help : AllCommands()) {
    EXPECT_EQ(ErrorOf(help.example), "") << help.example;
    EXPECT_EQ(help.example.substr(0, help.name.size()), help.name);
    EXPECT_EQ(help.usage.substr(0, help.name.size()), help.name);
  }
}

TEST(Command, ReadsNumbersNamesAndWhatMayBeLeftOut) {
  const auto move = *InputOf<sim::Move>(ParseCommand("move crate to 1 2 0.5 in 3 if free").value());
  EXPECT_EQ(move.model, "crate");
  EXPECT_EQ(move.X_WM.p, Vector3d(1, 2, 0.5));
  EXPECT_EQ(move.seconds, 3.0);
  EXPECT_TRUE(move.check);
  const auto turned =
      *InputOf<sim::Move>(ParseCommand("move \"a b\" to 1 2 0 0 0 3.14159265358979").value());
  EXPECT_EQ(turned.model, "a b");
  EXPECT_NEAR((turned.X_WM.q * Vector3d::UnitX() + Vector3d::UnitX()).norm(), 0.0, 1e-9);
  const auto fire = std::get<FireCommand>(ParseCommand("fire a b after 2 for robot").value());
  EXPECT_EQ(fire.events, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(fire.after, 2.0);
  EXPECT_EQ(fire.subject, "robot");
  const auto motor =
      *InputOf<sim::JointCommand>(ParseCommand("motor arm::elbow axis 1 velocity -2").value());
  EXPECT_EQ(motor.axis, 1);
  EXPECT_EQ(motor.mode, world::ControlMode::kVelocity);
  EXPECT_EQ(motor.target, -2.0);
  const auto spawn = std::get<SpawnCommand>(ParseCommand("spawn model://husky").value());
  EXPECT_EQ(spawn.uri, "model://husky");
  EXPECT_EQ(spawn.name, "");
}

TEST(Command, SaysWhatIsWrongAndHowItIsWritten) {
  EXPECT_EQ(ErrorOf("move crate to 1 2"),
            "move: z of the place is missing; write: move MODEL to X Y Z [ROLL PITCH YAW] "
            "[in SECONDS] [if free]");
  EXPECT_NE(ErrorOf("move crate to 1 2 x").find("must be a number, not 'x'"), std::string::npos);
  EXPECT_NE(ErrorOf("move crate 1 2 3").find("expected 'to', not '1'"), std::string::npos);
  EXPECT_NE(ErrorOf("mvoe crate").find("did you mean \"move\"?"), std::string::npos);
  EXPECT_NE(ErrorOf("light lamp of").find("must be one of: on, off, toggle; not 'of'"),
            std::string::npos);
  EXPECT_NE(ErrorOf("pause now").find("unexpected word 'now'"), std::string::npos);
  EXPECT_NE(ErrorOf("step -3").find("whole number from 1"), std::string::npos);
  EXPECT_NE(ErrorOf("gravity 0 0 nan").find("must be a number"), std::string::npos);
  EXPECT_NE(ErrorOf("joint a to 1 in -1").find("must lie between 0"), std::string::npos);
  EXPECT_NE(ErrorOf("publish /a no_msgs/Nothing {}").find("unknown message type"),
            std::string::npos);
  EXPECT_NE(ErrorOf("publish /a std_msgs/String {\"date\": 1}").find("date"), std::string::npos);
  EXPECT_NE(ErrorOf("remove \"open").find("not closed"), std::string::npos);
  EXPECT_EQ(ErrorOf(""), "the command is missing");
  EXPECT_EQ(ErrorOf("say \"open"), "") << "texts are taken as they are";
}

TEST(Completion, KnowsCommandsWordsAndKindsOfNames) {
  EXPECT_EQ(CompleteLine("mo").words, (std::vector<std::string>{"motor", "move"}));
  EXPECT_EQ(CompleteLine("move cr").kind, "model");
  EXPECT_EQ(CompleteLine("move cr").begun, "cr");
  EXPECT_EQ(CompleteLine("move crate ").words, std::vector<std::string>{"to"});
  EXPECT_EQ(CompleteLine("light lamp o").words, (std::vector<std::string>{"on", "off"}));
  EXPECT_EQ(CompleteLine("fire a ").kind, "event");
  EXPECT_EQ(CompleteLine("list jo").words, std::vector<std::string>{"joint"});
  EXPECT_EQ(CompleteLine("help pa").words, std::vector<std::string>{"pause"});
  EXPECT_TRUE(CompleteLine("pause ").words.empty());
  EXPECT_GT(CompleteLine("").words.size(), 20u);
}

}  // namespace
}  // namespace surefoot::events
