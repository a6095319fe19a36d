#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/world.h"

namespace surefoot::serve {

/// Code that a description brings and that would run on the owner's machine.
struct ForeignCode {
  enum class Kind { kProgram, kScript };
  Kind kind = Kind::kProgram;
  /// The robot of a program, the name of a script.
  std::string subject;
  /// The command with its folder and environment, or the script itself.
  std::string text;

  /// By all of it: a hash could be forged.
  auto operator<=>(const ForeignCode&) const = default;
};

/// Which code may run. What the owner named at the start may. What a client brings later (a spawned
/// robot with a controller, an uploaded world with scripts) waits until the owner agrees: the page
/// shows it and asks.
///
///   if (!consents.Check(code)) ...   // the owner is asked; ask again later
class Consents {
 public:
  /// Questions that wait for an answer at a time; further code stays out without a question.
  static constexpr std::size_t kMaxPending = 16;
  /// Bytes of code that are shown to the owner.
  static constexpr std::size_t kMaxShown = 4000;

  /// `all`: clients are trusted, nobody is asked.
  explicit Consents(bool all) : all_(all) {}

  struct Question {
    std::uint64_t id = 0;
    ForeignCode code;
  };

  void Allow(const ForeignCode& code) { allowed_.insert(code); }
  /// Whether it may run. Otherwise the owner is asked, once.
  bool Check(const ForeignCode& code);
  /// What Check would say, without a question.
  bool IsAllowed(const ForeignCode& code) const;
  bool IsRefused(const ForeignCode& code) const { return refused_.count(code) > 0; }
  /// The owner's answer.
  Status Answer(std::uint64_t id, bool allow);
  /// Questions without an answer, oldest first.
  const std::vector<Question>& pending() const { return pending_; }

  /// Called after each answer; may be absent.
  std::function<void()> answered;

 private:
  bool all_;
  std::set<ForeignCode> allowed_;
  std::set<ForeignCode> refused_;
  std::vector<Question> pending_;
  std::uint64_t last_id_ = 0;
};

/// The scripts of a world.
std::vector<ForeignCode> ScriptsOf(const world::World& world);

}  // namespace surefoot::serve
