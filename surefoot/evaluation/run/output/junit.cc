#include "surefoot/evaluation/run/output/junit.h"

#include "surefoot/evaluation/report/text.h"

// JUnit XML has no standard; the elements written here are those that Jenkins' schema and GitLab's
// and GitHub's readers have in common.

namespace surefoot::experiment {
namespace {

/// Totals of a suite.
struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  double seconds = 0.0;

  void Add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    seconds += other.seconds;
  }
};

/// Replaces the two code points (U+FFFE, U+FFFF) that are valid UTF-8 but not allowed in XML 1.0.
std::string XmlText(const std::string& text) {
  std::string escaped = report::Escaped(text);
  for (const char* odd : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (std::size_t at = 0; (at = escaped.find(odd, at)) != std::string::npos;) {
      escaped.replace(at, 3, "\xef\xbf\xbd");
    }
  }
  return escaped;
}

/// Replaces line ends in attributes by spaces, as XML readers do (attribute-value normalization).
std::string Attribute(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + XmlText(report::OneLine(value)) + "\"";
}

std::string Seconds(double seconds) { return report::FixedNumber(seconds, 3); }

std::string CountAttributes(const Counts& counts) {
  return Attribute("tests", std::to_string(counts.tests)) +
         Attribute("failures", std::to_string(counts.failures)) +
         Attribute("errors", std::to_string(counts.errors)) + Attribute("skipped", "0") +
         Attribute("time", Seconds(counts.seconds));
}

/// An element with the first sentence as message attribute and all of them as text.
std::string FailureText(const TrialResult& result) {
  std::string first, all;
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.passed) continue;
    const std::string sentence = verdict.condition + ": " + verdict.text;
    if (first.empty()) first = sentence;
    all += sentence + "\n";
  }
  return "<failure" + Attribute("message", first) + Attribute("type", "condition") + ">" +
         XmlText(all) + "</failure>";
}

/// Verdicts and metrics of a trial as text.
std::string SystemOut(const TrialResult& result) {
  std::string text;
  for (const Verdict& verdict : result.verdicts) {
    text += std::string(verdict.passed ? "passed " : "FAILED ") + verdict.condition + ": " +
            verdict.text + "\n";
  }
  for (const auto& [name, value] : result.metrics) {
    text += name + " = " + report::ShortNumber(value, 6) + "\n";
  }
  return text.empty() ? "" : "      <system-out>" + XmlText(text) + "</system-out>\n";
}

/// A trial as a test case.
std::string TestCase(const Trial& trial, const TrialResult& result, Counts* counts) {
  ++counts->tests;
  counts->seconds += result.timing.wall;
  std::string text = "    <testcase" + Attribute("name", trial.id) +
                     Attribute("classname", trial.experiment + "." + trial.case_name) +
                     Attribute("time", Seconds(result.timing.wall)) + ">\n";
  if (!result.error.empty()) {
    ++counts->errors;
    text += "      <error" + Attribute("message", result.error) + Attribute("type", "error") + ">" +
            XmlText(result.error) + "</error>\n";
  } else if (!result.passed()) {
    ++counts->failures;
    text += "      " + FailureText(result) + "\n";
  }
  return text + SystemOut(result) + "    </testcase>\n";
}

/// All trials of an engine.
std::string Suite(const Results& results, const std::string& engine, Counts* counts) {
  std::string cases;
  for (std::size_t i = 0; i < results.plan.trials.size(); ++i) {
    if (results.plan.trials[i].engine != engine) continue;
    cases += TestCase(results.plan.trials[i], results.results[i], counts);
  }
  return "  <testsuite" + Attribute("name", results.experiment.name + "." + engine) +
         CountAttributes(*counts) + ">\n" + cases + "  </testsuite>\n";
}

/// Checks of the study, one test case each.
std::string StudySuite(const Results& results, Counts* counts) {
  std::string cases;
  for (const StudyCheck& check : results.study->checks) {
    ++counts->tests;
    const std::string text = check.name + " is " + report::ShortNumber(check.value, 6) +
                             ", to be from " + report::ShortNumber(check.low, 6) + " to " +
                             report::ShortNumber(check.high, 6) + " (" + check.source + ")";
    cases += "    <testcase" + Attribute("name", check.name) +
             Attribute("classname", results.experiment.name + ".study") + ">\n";
    if (!check.passed()) {
      ++counts->failures;
      cases += "      <failure" + Attribute("message", text) + Attribute("type", "range") +
               "></failure>\n";
    }
    cases += "      <system-out>" + XmlText(text) + "</system-out>\n    </testcase>\n";
  }
  return "  <testsuite" + Attribute("name", results.experiment.name + ".study") +
         CountAttributes(*counts) + ">\n" + cases + "  </testsuite>\n";
}

}  // namespace

std::string ToJunit(const Results& results) {
  Counts all;
  std::string suites;
  for (const std::string& engine : results.plan.engines) {
    Counts counts;
    const std::string suite = Suite(results, engine, &counts);
    // Cases may have their own engines, so not every engine runs every case.
    if (counts.tests == 0) continue;
    suites += suite;
    all.Add(counts);
  }
  if (results.study && !results.study->checks.empty()) {
    Counts counts;
    suites += StudySuite(results, &counts);
    all.Add(counts);
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
         Attribute("name", results.experiment.name) + CountAttributes(all) + ">\n" + suites +
         "</testsuites>\n";
}

}  // namespace surefoot::experiment
