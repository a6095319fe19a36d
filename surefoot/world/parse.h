#pragma once

/// Strict parsing of the numbers in description files, and advice for misspelt names. The parsers
/// report to `problems` at `source` and return std::nullopt when the text is wrong.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::world {

/// One finite number; blanks around it are allowed, anything else is not.
std::optional<double> ParseDouble(const std::string& text, const Source& source,
                                  Problems* problems);

/// Like ParseDouble, but "inf" and "-inf" are accepted (limits of joints).
std::optional<double> ParseLimit(const std::string& text, const Source& source, Problems* problems);

/// A whole number in [min, max], decimal or as 0xff.
std::optional<long long> ParseInteger(const std::string& text, long long min, long long max,
                                      const Source& source, Problems* problems);

/// "true", "false", "1" or "0".
std::optional<bool> ParseBool(const std::string& text, const Source& source, Problems* problems);

/// Exactly `count` finite numbers separated by blanks.
std::optional<std::vector<double>> ParseVector(const std::string& text, int count,
                                               const Source& source, Problems* problems);

std::optional<Vector3d> ParseVector3(const std::string& text, const Source& source,
                                     Problems* problems);

/// "r g b a"; three numbers mean an alpha of 1. Values are clamped to [0, 1] with a warning.
std::optional<Eigen::Vector4d> ParseColor(const std::string& text, const Source& source,
                                          Problems* problems);

/// The words of a text, separated by blanks.
std::vector<std::string> SplitWords(const std::string& text);

/// The text without blanks at its ends.
std::string Trimmed(const std::string& text);

/// The candidate with the smallest edit distance to `name`; empty when none is near.
std::string NearestName(const std::string& name, const std::vector<std::string>& candidates);

/// "did you mean \"mass\"?" when there is a near candidate, else "accepted: a, b, c".
std::string NameAdvice(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace surefoot::world
