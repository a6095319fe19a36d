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

/// Names and values of one case, in the order of the file.
using CaseValues = std::vector<std::pair<std::string, std::string>>;

/// All combinations of the key `for`, the last name running fastest; one empty set when there is no
/// such key. Reports names that are no names, and lists without values.
std::vector<CaseValues> ReadFor(const world::ElementReader& reader);

/// The element with `$NAME` replaced in all its texts. Names that have no value are errors.
world::Element WithValues(const world::Element& element, const CaseValues& values,
                          Problems* problems);

/// Whether any text has a `$NAME`.
bool HasPlaceholder(const world::Element& element);

/// "_10_drift": what tells the case from its siblings.
std::string SuffixOf(const CaseValues& values);

/// nullptr when there is none of that name.
const std::string* ValueOf(const CaseValues& values, const std::string& name);

}  // namespace surefoot::experiment
