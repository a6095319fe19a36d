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
  /// From the printed inputs.
  double computed = 0.0;
  /// How many decimals the print gives.
  int decimals = 3;
  /// What `computed` can be when every printed input is rounded to its last digit.
  double least = 0.0;
  double most = 0.0;
  /// The rule: "equation (7) from Table 7".
  std::string rule;

  /// Rounding, of inputs and of the result, explains the printed number.
  bool agrees() const;
};

/// All derived numbers of Tables 4, 8, 9, 11 and of the text.
std::vector<PublishedCheck> CheckPublished();
/// Those that rounding does not explain.
std::vector<PublishedCheck> PublishedContradictions();

}  // namespace surefoot::gap
