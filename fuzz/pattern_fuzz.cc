// Regular expressions of clients (filters of /get_entities), and the text that they are applied to:
// the first line is the expression, the rest the text. Whatever they are, a search takes no more
// steps than it was given.

#include <algorithm>
#include <string>

#include "fuzz/target.h"
#include "surefoot/base/pattern.h"

namespace surefoot::fuzz {
namespace {

void Run(std::string_view input) {
  const std::size_t line = std::min(input.find('\n'), input.size());
  const Result<Pattern> pattern = Pattern::Make(std::string(input.substr(0, line)));
  if (!pattern.ok()) return Require(!pattern.error().message.empty(), "an error says something");
  const std::string text(input.substr(std::min(line + 1, input.size())));
  std::int64_t steps = Pattern::kMaxSteps;
  const Result<bool> found = pattern->Finds(text, &steps);
  // The budget is looked at once per byte, each of which reaches each instruction once at most.
  Require(steps > -4 * Pattern::kMaxInstructions, "a search keeps to its budget");
  if (!found.ok()) Require(steps < 0, "only the budget ends a search");
}

void AddSeeds(SeedList* seeds) {
  seeds->Add(std::string("^husky(_[0-9]+)?$\nhusky_12"));
  seeds->Add(std::string("(a|bc|){2,5}[^[:space:]-]*\nabcbc x"));
  seeds->Add(std::string("((((a{1,100}){1,100}){1,100}){1,100})\naaaa"));
  seeds->Add(std::string("[]a-][[.-.]]\\w\\S.*\\.\n]-ab."));
}

SUREFOOT_FUZZ_TARGET(pattern, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
