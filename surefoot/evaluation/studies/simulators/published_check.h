#pragma once

/// Does the print of the comparison of simulators agree with itself?

#include <string>
#include <vector>

namespace surefoot::gap {

/// A printed number that follows from others in print.
struct PublishedCheck {
  /// "Table 9".
  std::string where;
  /// "X, mean error".
  std::string what;
  double printed = 0.0;
  /// How many decimals the print gives.
  int decimals = 0;
  /// From the printed inputs.
  double computed = 0.0;
  /// What `computed` can be as every printed input was rounded to its last digit.
  double least = 0.0;
  double most = 0.0;
  /// "equation (7) from Table 7".
  std::string rule;
  /// What else there is to say of it; empty mostly.
  std::string remark;

  /// Rounding, of the inputs and of the result, explains the printed number.
  bool agrees() const;
  /// The printed number is the computed one, rounded.
  bool agrees_to_the_digit() const;
};

/// Each derived number of Tables 4, 8, 9 and 11 and of the text once.
std::vector<PublishedCheck> CheckPublished();
/// Those that rounding does not explain.
std::vector<PublishedCheck> PublishedContradictions();

/// Where words contradict words or what is possible; not for computing.
std::vector<std::string> PublishedOddities();

}  // namespace surefoot::gap
