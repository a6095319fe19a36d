#pragma once

/// The words of a command, read one after the other. The first error stays; afterwards everything
/// reads as empty or zero. Private to this folder.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::events {

class Words {
 public:
  /// Words stand between blanks; one with blanks in it between double quotes.
  explicit Words(const std::string& line);

  bool at_end() const { return next_ >= words_.size(); }
  /// The next word; an error names `what` when there is none.
  std::string Take(const std::string& what);
  double Number(const std::string& what);
  /// A number from `least` to `most`.
  double Number(const std::string& what, double least, double most);
  long long Integer(const std::string& what, long long least, long long most);
  Vector3d Vector(const std::string& what);
  /// x y z, and roll pitch yaw where a number follows; those are 0 when absent.
  RigidTransform Pose();
  /// Takes the next word when it is this one.
  bool TakeIf(const std::string& word);
  /// An error unless the next word is this one.
  void Expect(const std::string& word);
  /// One of these.
  std::string Choice(const std::string& what, const std::vector<std::string>& accepted);
  /// All that is left, as it was written.
  std::string Rest();
  /// Whether the next word is a number.
  bool IsNumber() const;

  void Fail(const std::string& message);
  /// The first error; one when words are left.
  Status Finish();

 private:
  struct Word {
    std::string text;
    std::size_t start = 0;
    /// The quotation mark at its end is missing.
    bool is_open = false;
  };
  std::string line_;
  std::vector<Word> words_;
  std::size_t next_ = 0;
  std::string error_;
};

}  // namespace surefoot::events
