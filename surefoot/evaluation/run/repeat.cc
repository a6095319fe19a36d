#include "surefoot/evaluation/run/repeat.h"

#include <map>
#include <optional>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/run_trial.h"

// Hashes decide whether numbers are reproduced, to the last bit. The result files of the first run
// are only used to explain a difference.

namespace surefoot::experiment {
namespace {

/// Describes the first difference; "" when none is found.
std::string FirstDifference(const TrialResult& before, const TrialResult& now) {
  if (before.error != now.error) return "error '" + before.error + "', now '" + now.error + "'";
  for (const auto& [name, value] : before.metrics) {
    const double* other = now.Metric(name);
    if (other == nullptr) return name + " is missing";
    if (NumberText(*other, 17) != NumberText(value, 17)) {
      return name + " was " + NumberText(value, 17) + ", is " + NumberText(*other, 17);
    }
  }
  if (before.hash != now.hash) return "state hash was " + before.hash + ", is " + now.hash;
  return "";
}

}  // namespace

RepeatResult CompareWith(const Manifest& manifest, const std::string& folder,
                         const Results& results) {
  std::map<std::string, const TrialResult*> now;
  for (const TrialResult& result : results.results) now[result.id] = &result;
  RepeatResult repeat;
  for (const Manifest::Entry& entry : manifest.trials) {
    ++repeat.compared;
    if (entry.id == kStudyEntry) {
      const bool same = results.study && Sha256(ToJson(*results.study)) == entry.numbers;
      if (same) ++repeat.same;
      if (!same) repeat.differences.push_back("the study: other numbers");
      continue;
    }
    const auto found = now.find(entry.id);
    if (found == now.end()) {
      repeat.differences.push_back(entry.id + ": the trial no longer exists");
    } else if (Sha256(NumbersOf(*found->second)) == entry.numbers) {
      ++repeat.same;
    } else {
      std::string what;
      const Result<TrialResult> before = ReadTrialResult(
          TrialFolder(folder.empty() ? "." : folder).Of(entry.id) + "/" + kResultFile);
      what = before.ok() ? FirstDifference(*before, *found->second) : before.error().message;
      repeat.differences.push_back(entry.id + ": other numbers" +
                                   (what.empty() ? "" : ": " + what));
    }
  }
  return repeat;
}

}  // namespace surefoot::experiment
