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

/// Code contained in a description that would run on the owner's machine.
struct ForeignCode {
  enum class Kind { kProgram, kScript };
  Kind kind = Kind::kProgram;
  /// The robot for a program, the name for a script.
  std::string subject;
  /// The command with its folder and environment, or the script's text.
  std::string text;

  /// Compared as a whole: consent to a hash could be abused by a collision.
  auto operator<=>(const ForeignCode&) const = default;
};

/// Decides which foreign code may run. Code in the world that the owner named at the start is
/// allowed. Code that a client brings later (a spawned robot with a controller, an uploaded world
/// with scripts) waits until the owner agrees; the page shows it and asks. Otherwise a client with
/// the right to spawn could run any program with the server's rights. Server thread.
///
///   if (!consents.Check(code)) ...   // the owner is asked; check again later
class Consents {
 public:
  /// Pending questions; further code is held back without a question, so that a client cannot flood
  /// the owner with dialogs.
  static constexpr std::size_t kMaxPending = 16;
  /// Bytes of code shown to the owner, with the number of those not shown.
  static constexpr std::size_t kMaxShown = 4000;

  /// `all`: clients are trusted and nothing is asked (--trust-clients).
  explicit Consents(bool all) : all_(all) {}

  struct Question {
    std::uint64_t id = 0;
    ForeignCode code;
  };

  /// Allows code without a question.
  void Allow(const ForeignCode& code) { allowed_.insert(code); }
  /// Whether the code may run. If undecided, adds a question for the owner.
  bool Check(const ForeignCode& code);
  /// The same without adding a question.
  bool IsAllowed(const ForeignCode& code) const;
  bool IsRefused(const ForeignCode& code) const { return refused_.count(code) > 0; }
  /// The owner's answer to a question, which holds for the rest of the process.
  Status Answer(std::uint64_t id, bool allow);
  /// Unanswered questions, oldest first.
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

/// Code as it is shown to the owner: control characters and those that change the direction of text
/// or are invisible are written as numbers, and long runs of blanks as their length, so that
/// nothing is hidden by them; at most Consents::kMaxShown bytes, with the number of the others.
std::string ShownCode(const std::string& code);

/// The Lua scripts of a world (<surefoot:script>).
std::vector<ForeignCode> ScriptsOf(const world::World& world);

}  // namespace surefoot::serve
