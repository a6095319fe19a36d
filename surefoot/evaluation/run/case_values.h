#pragma once

/// Cases over ranges of values: `for: {slope: [10, 20], soil: [drift, mixed]}` makes four of one,
/// and
/// `$slope` stands for the value in their texts.

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Names and values of one case, in the order of the file. Values are texts: a case may fill in the
/// name of a soil as well as a number.
using CaseValues = std::vector<std::pair<std::string, std::string>>;

/// All combinations of the key `for`, the last name varying fastest; one empty set when the key is
/// missing. Reports invalid names and lists without values.
std::vector<CaseValues> ReadFor(const world::ElementReader& reader);

/// A copy of the element with `$NAME` replaced in all its texts. A name without a value is an
/// error.
world::Element WithValues(const world::Element& element, const CaseValues& values,
                          Problems* problems);

/// Whether any text has a `$NAME`.
bool HasPlaceholder(const world::Element& element);

/// "_10_drift": the suffix that makes the case's name unique among its siblings.
std::string SuffixOf(const CaseValues& values);

/// nullptr when no value has that name.
const std::string* ValueOf(const CaseValues& values, const std::string& name);

}  // namespace surefoot::experiment
