#pragma once

/// Parser of the words of a command. Private to this folder.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::events {

/// The words of a line, read one after the other. Only the first error is kept; after it everything
/// reads as empty or zero, so that a parser needs a single check at its end:
///   Words words("move crate to 1 2 0");
///   words.Expect("move");
///   const std::string model = words.Take("MODEL");
///   const Status status = words.Finish();
class Words {
 public:
  /// Words are separated by blanks; a word with blanks is in double quotes.
  explicit Words(const std::string& line);

  bool at_end() const { return next_ >= words_.size(); }
  /// The next word; the error of a missing word names `what`.
  std::string Take(const std::string& what);
  double Number(const std::string& what);
  /// A number from `min` to `max`.
  double Number(const std::string& what, double min, double max);
  long long Integer(const std::string& what, long long min, long long max);
  Vector3d Vector(const std::string& what);
  /// x y z (m), and roll pitch yaw (rad) if a number follows, otherwise 0.
  RigidTransform Pose();
  /// Skips the next word if it is this one.
  bool TakeIf(const std::string& word);
  /// Skips the next word, which must be this one.
  void Expect(const std::string& word);
  /// The next word, which must be one of these.
  std::string Choice(const std::string& what, const std::vector<std::string>& accepted);
  /// The rest of the line as written, for JSON and free text.
  std::string Rest();
  /// Whether the next word is a number.
  bool IsNumber() const;

  void Fail(const std::string& message);
  /// The first error; words that are left are an error.
  Status Finish();

 private:
  struct Word {
    std::string text;
    std::size_t start = 0;
    /// Whether its closing quotation mark is missing.
    bool is_open = false;
  };
  std::string line_;
  std::vector<Word> words_;
  std::size_t next_ = 0;
  std::string error_;
};

}  // namespace surefoot::events
